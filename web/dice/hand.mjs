// How dice leave the hand, for `fall`: together over an edge of the tray, or up from where they lie. Lengths are sizes.
import { unit } from "./turns.mjs";

const EDGES = [[1, 0], [-1, 0], [0, 1], [0, -1]]; // inwards
const IN_SIGHT = 0.3; // how far in the first dice are in the first picture
const LOW = 0.9; // how high the lowest dice leave the hand
const PITCH = 1.0; // between dice in the hand
const SPEEDS = [13, 24]; // sizes a second, at least and at most
const FURTHER = 1.8; // how much faster for each size that the way is longer
const ASIDE = 0.24; // how far beside the middle of an edge dice come in, by its length
const UNLIKE = 0.16; // by which part the speeds of dice differ
const ROLLS = 0.42; // by which radius dice roll out of the hand
const WHIRLS = 12; // radians a second that dice turn otherwise
const LEAPS = 15;
const SCATTERS = 1.8;

const spread = (random, most) => (random() * 2 - 1) * most;
const any = (random, most) => [0, 1, 2].map(() => spread(random, most));

// Any turn, each as likely.
function anyTurn(random) {
  const [a, b, c] = [random(), 2 * Math.PI * random(), 2 * Math.PI * random()];
  const [near, far] = [Math.sqrt(1 - a), Math.sqrt(a)];
  return [near * Math.sin(b), near * Math.cos(b), far * Math.sin(c), far * Math.cos(c)];
}

// The edges that the hand is at, by the directions inwards.
export const openTo = (home) => EDGES.filter(([x, y]) => x * home[0] + y * home[1] < -0.4);

// Dice of these sides as they leave the hand, which is in the direction `home`; `at` says where to, or nowhere special.
export function thrown(sizes, home, { width, height }, random, at = [0, 0]) {
  const right = [-home[1], home[0]];
  const long = Math.abs(home[0]) > Math.abs(home[1]) ? height : width; // the edge they come in over
  const far = Math.min(...[[home[0], width], [home[1], height]].map(([part, length]) => (Math.abs(part) > 1e-6 ? length / 2 / Math.abs(part) : Infinity)));
  const side = (random() < 0.5 ? -1 : 1) * ASIDE * long * (0.6 + 0.4 * random());
  const across = Math.max(1, Math.min(Math.ceil(Math.sqrt(sizes.length)), Math.floor((long - 2 * Math.abs(side)) / PITCH)));
  const high = sizes.length > 2 * across ? 2 : 1;
  const from = [0, 1].map((axis) => home[axis] * far + right[axis] * side);
  const aim = [0, 1].map((axis) => at[axis] - home[axis] * far * 0.5 - right[axis] * side * 0.9);
  const way = [0, 1].map((axis) => aim[axis] - from[axis]);
  const length = Math.hypot(...way);
  const fast = Math.min(SPEEDS[1], SPEEDS[0] + FURTHER * length);
  return sizes.map((sides, nth) => {
    const column = nth % across;
    const layer = Math.floor(nth / across) % high;
    const row = Math.floor(nth / across / high);
    const beside = (column - (across - 1) / 2) * PITCH + spread(random, 0.04);
    const behind = row * PITCH - IN_SIGHT + spread(random, 0.05) + 0.35 * layer;
    const speed = fast * (1 + spread(random, UNLIKE));
    const [x, y] = unit([0, 1].map((axis) => way[axis] / length + spread(random, 0.12)));
    return {
      sides,
      at: [from[0] + home[0] * behind + right[0] * beside, from[1] + home[1] * behind + right[1] * beside, LOW + layer * 1.05 + 0.2 * random()],
      speed: [x * speed, y * speed, spread(random, 2)],
      turn: anyTurn(random),
      spin: any(random, WHIRLS).map((part, axis) => part + ([-y, x, 0][axis] * speed * (0.3 + 0.5 * random())) / ROLLS),
    };
  });
}

// A die that is thrown up again from where it lies.
export function tossed(sides, at, turn, random) {
  return {
    sides,
    at,
    speed: [spread(random, SCATTERS), spread(random, SCATTERS), LEAPS * (0.9 + 0.2 * random())],
    turn,
    spin: any(random, 1).map((part) => part * 2 * WHIRLS),
  };
}
