// How thrown dice move: they end on the faces they are given. Lengths are CSS pixels from the middle of the tray, x to
// the right, y away from the reader, z up; times are milliseconds after the throw.
import { courses, wayIn } from "./course.mjs";
import { lying, radius, standing } from "./solids.mjs";
import { about, after, axisAngle, back, between } from "./turns.mjs";

const LONGEST = 1500;
const PACE = { full: 1, quick: 0.3 };
const SWEEP = [750, 1000]; // dice that come in together, at least and at most
const ALONE = 760; // a die that comes in by itself, or is thrown again where it lies
const LATER = 0.2; // by how much of a sweep the Step Die comes after the others
const PLACING = 250;
const ROCKED = 0.065; // radians
// How many radians a resting die may stand askew, and how far from the middle of its place by its size: small numbers less.
const loose = (sides) => (sides === 6 ? { askew: 0.2, aside: 0.05 } : { askew: 0.13, aside: 0.02 });
const UPRIGHT = [0, 0, 1];
const THUMB = [0, -1]; // where the hand is, unless the tray tells

// When a die touches the table on its way, and how high it is between: it falls from the hand, or leaps in an arc.
const FALL = { touches: [0, 0.3, 0.56, 0.78, 0.92], heights: [1, 0.36, 0.12, 0.03] };
const LEAP = { touches: [0, 0.52, 0.78, 0.92], heights: [1, 0.16, 0.04] };
// How dice come: together from the hand, alone from there, up from where they lie, and so thrown on at once.
const THROW = { flight: FALL, height: 0.9 };
const TOSS = { flight: LEAP, height: 1.9, turns: 2 };
const HOP = { flight: LEAP, height: 1.3, turns: 1 };
const BURST = { flight: LEAP, height: 1.9, turns: 2 };

// Repeatable numbers from 0 to 1 (mulberry32).
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// How high a die is above the table at `part` (0 to 1) of its way, as a part of the greatest height.
function bounce({ touches, heights }, part) {
  const next = touches.findIndex((touch) => part < touch);
  if (next < 1) return 0;
  const along = (part - touches[next - 1]) / (touches[next] - touches[next - 1]);
  const falls = next === 1 && heights === FALL.heights;
  return heights[next - 1] * (falls ? 1 - along * along : 4 * along * (1 - along));
}

const spread = (random, most) => (random() * 2 - 1) * most;
const level = (angle) => [Math.cos(angle), Math.sin(angle), 0];

// A die lies alike whenever it shows this face in this place, which is its number in the tray: a little aside and askew.
function aside({ sides, size }, place) {
  const random = randomFrom(place + 1);
  return [0, 1].map(() => spread(random, loose(sides).aside * size));
}
const rest = ({ sides }, face, place) =>
  after(about(UPRIGHT, spread(randomFrom((place * 20 + face) * 20 + sides), loose(sides).askew)), lying(sides, face));

// Plans how every die moves. A die is `{sides, x, y, size, face, kind, before, landings}`: `landings` are `[wave, face]`
// for each time it is thrown now, `before` the face it showed until then (0: it was not there), and `kind` is "auto" for
// a die that is placed and "step" for the one that decides. Each wave waits for the one before it.
export function plan(dice, tray, pace, random) {
  const tempo = PACE[pace];
  const home = tray.thumb ?? THUMB;
  const waves = Math.max(0, ...dice.flatMap((die) => die.landings.map(([wave]) => wave)));
  const free = dice.every((die) => !die.before && die.landings.length); // nothing lies in the way
  const together = dice.filter(({ kind, landings }) => free && kind !== "auto" && kind !== "step" && landings[0][0] === 0);
  const { lasts: natural, ways } = courses(
    together.map((die) => {
      const place = dice.indexOf(die);
      const [x, y] = aside(die, place);
      return { x: die.x + x, y: die.y + y, size: die.size, turn: rest(die, die.landings[0][1], place) };
    }),
    home,
    tray,
    random,
  );
  const first = together.length ? Math.min(SWEEP[1], Math.max(SWEEP[0], 1000 * natural)) : ALONE;
  const each = (LONGEST - first) / Math.max(1, waves);
  const timed = (way, wave) => {
    if (wave) return [first + (wave - 1) * each, each];
    return way === THROW || !together.length ? [0, first] : [first * LATER, first * (1 - LATER)];
  };

  return dice.map((die, place) => {
    const start = die.before ? rest(die, die.before, place) : undefined;
    let turn = start;
    const steps = die.landings.map(([wave, face]) => {
      const previous = turn;
      turn = rest(die, face, place);
      if (die.kind === "auto") return { start: (first - PLACING) * tempo, lasts: PLACING * tempo, turn, placed: true };
      const course = previous ? undefined : ways[together.indexOf(die)];
      const way = course ? THROW : !previous ? TOSS : wave ? BURST : HOP;
      const [begin, lasts] = timed(way, wave);
      return {
        start: begin * tempo,
        lasts: lasts * tempo,
        turn,
        course,
        flight: way.flight,
        height: die.size * way.height * (0.8 + 0.4 * random()),
        away: way === TOSS ? wayIn(die, home, tray) : [0, 0],
        roll: way === TOSS ? [home[1], -home[0], 0] : level(random() * 2 * Math.PI),
        angle: 2 * Math.PI * way.turns,
        twist: previous ? axisAngle(after(previous, back(turn))) : [UPRIGHT, spread(random, 2)],
      };
    });
    return { die, aside: aside(die, place), start, turn: turn ?? rest(die, die.face, place), steps };
  });
}

// When a die has come down on its last face, and when all lie still.
export const settled = ({ steps }) => Math.max(0, ...steps.map(({ start, lasts, course }) => start + lasts * (course?.rests ?? 1)));
export const lastOf = (motions) => Math.max(0, ...motions.flatMap(({ steps }) => steps.map(({ start, lasts, course }) => start + lasts * (course?.ends ?? 1))));

// What is heard of a motion: `[time, loudness (0 to 1), "felt", "edge" or "die"]`.
function heard({ steps }) {
  return steps.flatMap(({ start, lasts, flight, course, placed }) => {
    if (placed) return [[start + lasts, 0.3, "felt"]];
    const { enters, rests, hits } = course ?? { enters: 0, rests: 1, hits: [] };
    const touches = flight.touches.slice(1).map((touch, nth) => [enters + touch * (rests - enters), flight.heights[nth], "felt"]);
    return [...touches, ...hits].map(([part, ...how]) => [start + part * lasts, ...how]);
  });
}
export const impacts = (motions) => motions.flatMap(heard);

const still = { z: 0, seen: 1 };

// Where a die is at `time`: its middle with `z` from where it rests, its turn, and how much of it is seen (0 to 1).
export function pose({ die, aside: [right, up], start, turn, steps }, time) {
  const [x, y] = [die.x + right, die.y + up];
  const step = steps.findLast((one) => time >= one.start);
  if (!step) return { ...still, x, y, turn: start ?? turn, seen: steps.length && !start ? 0 : 1 };
  if (time >= step.start + step.lasts) return { ...still, x, y, turn: step.turn };
  const part = (time - step.start) / step.lasts;
  const left = (1 - part) ** 2;
  if (step.placed) return { x, y, z: die.size * left, turn: step.turn, seen: 1 - left };
  const at = step.course ? onCourse(step.course, part) : inFlight(step, part);
  const above = (standing(die.sides, at.turn) - standing(die.sides, step.turn)) * radius(die.size);
  return { x: x + at.dx, y: y + at.dy, z: above + step.height * bounce(step.flight, at.way), turn: at.turn, seen: 1 };
}

function inFlight({ away: [dx, dy], turn, roll, angle, twist: [axis, twisted] }, part) {
  const left = (1 - part) ** 1.6;
  const spun = after(about(roll, -angle * left), after(about(axis, twisted * left), turn));
  return { dx: dx * left, dy: dy * left, turn: spun, way: part };
}

function onCourse({ path, turns, axis, enters, rests, ends }, part) {
  const ahead = (1 - part) * (turns.length - 1);
  const near = Math.floor(ahead);
  const far = Math.min(near + 1, turns.length - 1);
  const rocking = part > rests && part < ends ? (part - rests) / (ends - rests) : 1;
  const rocked = ROCKED * Math.sin(3 * Math.PI * rocking) * (1 - rocking) ** 2;
  return {
    dx: path[2 * near] + (path[2 * far] - path[2 * near]) * (ahead - near),
    dy: path[2 * near + 1] + (path[2 * far + 1] - path[2 * near + 1]) * (ahead - near),
    turn: after(about(axis, rocked), between(turns[near], turns[far], ahead - near)),
    way: Math.max(0, (part - enters) / (rests - enters)),
  };
}
