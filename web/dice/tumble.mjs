// How thrown dice move: closed formulas of time that end on the given faces. Lengths are CSS pixels from the middle of
// the tray, x to the right, y away from the reader, z up; times are milliseconds after the throw.
import { lying, radius, standing } from "./solids.mjs";
import { about, after, axisAngle, back } from "./turns.mjs";

const LONGEST = 1500;
const PACE = { full: 1, quick: 0.3 };
const THROW = 820; // one die's way from the edge of the tray to its place
const SPREAD = 180; // how much later the last die starts than the first
const HOP = 700; // a die thrown again where it lies, when nothing else moves
const PLACING = 250;
const TOUCHES = [0, 0.36, 0.64, 0.84, 1]; // when a die touches the table: three bounces
const BOUNCES = [1, 0.34, 0.11, 0.03]; // how high it is between, the first being the fall
const CROOKED = 0.13; // radians that a resting die may stand askew
const UPRIGHT = [0, 0, 1];

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

// How high a die is above the table at `part` (0 to 1) of its way, as a part of the height it falls from.
function bounce(part) {
  const next = Math.max(1, TOUCHES.findIndex((touch) => part < touch));
  if (part >= 1) return 0;
  const along = (part - TOUCHES[next - 1]) / (TOUCHES[next] - TOUCHES[next - 1]);
  return BOUNCES[next - 1] * (next === 1 ? 1 - along * along : 4 * along * (1 - along));
}

const rest = (die, face, random) => after(about(UPRIGHT, (random() * 2 - 1) * CROOKED), lying(die.sides, face));
const level = (angle) => [Math.cos(angle), Math.sin(angle), 0];

// How far a point is from the edge of the tray in a direction.
function wayOut({ x, y, size }, [dx, dy], { width, height }) {
  const across = (Math.sign(dx) * (width - size)) / 2 - x;
  const along = (Math.sign(dy) * (height - size)) / 2 - y;
  return Math.max(0, Math.min(dx ? across / dx : Infinity, dy ? along / dy : Infinity));
}

// Where all dice of a throw come from: one direction for all, so that none ever comes nearer to another than it rests.
function entry(dice, tray, random) {
  const swing = (random() * 2 - 1) * 0.5;
  const side = random() < 0.5 ? 0 : Math.PI;
  const angle = tray.width > 1.6 * tray.height ? side + swing : -Math.PI / 2 + swing;
  const [dx, dy] = level(angle);
  const far = Math.max(...dice.map((die) => wayOut(die, [dx, dy], tray)));
  const along = dice.map(({ x, y }) => x * dx + y * dy);
  const first = Math.min(...along);
  const range = Math.max(...along) - first || 1;
  return { angle, away: [dx * far, dy * far], late: (die) => (die.x * dx + die.y * dy - first) / range };
}

// Plans how every die moves. A die is `{sides, x, y, size, face, kind, before, landings}`: `landings` are `[wave, face]`
// for each time it is thrown now, `before` the face it showed until then (0: it was not there), and `kind` is "auto"
// for a die that is placed. Each wave waits for the one before it.
export function plan(dice, tray, pace, random) {
  const tempo = PACE[pace];
  const waves = Math.max(0, ...dice.flatMap((die) => die.landings.map(([wave]) => wave)));
  const thrown = dice.filter((die) => die.landings.length && die.kind !== "auto");
  const sweeps = thrown.length > 0 && dice.every((die) => !die.before && die.landings.length);
  const from = sweeps && entry(thrown, tray, random);
  const first = sweeps ? THROW + SPREAD : HOP;
  const each = (LONGEST - first) / Math.max(1, waves);

  const timed = (wave, late) => {
    if (wave) return [first + (wave - 1) * each, each];
    return sweeps ? [late * SPREAD, THROW] : [0, HOP];
  };
  return dice.map((die) => {
    const start = die.before ? rest(die, die.before, random) : undefined;
    let turn = start;
    const steps = die.landings.map(([wave, face]) => {
      const previous = turn;
      turn = rest(die, face, random);
      if (die.kind === "auto") return { kind: "place", start: (first - PLACING) * tempo, lasts: PLACING * tempo, turn };
      const kind = previous ? "hop" : sweeps && !wave ? "throw" : "drop";
      const [begin, lasts] = timed(wave, kind === "throw" ? from.late(die) : 0);
      const heading = kind === "throw" ? from.angle : random() * 2 * Math.PI;
      return {
        kind,
        start: begin * tempo,
        lasts: lasts * tempo,
        turn,
        away: kind === "throw" ? from.away : [0, 0],
        height: die.size * { throw: 0.9 + random() * 0.6, hop: 1.2, drop: 2.4 }[kind],
        roll: level(heading - Math.PI / 2 + (random() - 0.5) * 0.9),
        angle: 2 * Math.PI * (kind === "throw" ? 1.2 + random() * 0.9 : 1),
        twist: previous ? axisAngle(after(previous, back(turn))) : [UPRIGHT, (random() - 0.5) * 4],
      };
    });
    return { die, start, turn: turn ?? rest(die, die.face, random), steps };
  });
}

export const lastOf = (motions) => Math.max(0, ...motions.flatMap(({ steps }) => steps.map(({ start, lasts }) => start + lasts)));

// When dice hit the table, for sound: `[time, loudness]`.
export const impacts = (motions) =>
  motions.flatMap(({ steps }) =>
    steps.flatMap(({ kind, start, lasts }) =>
      kind === "place" ? [] : TOUCHES.slice(1, -1).map((touch, nth) => [start + lasts * touch, BOUNCES[nth]]),
    ),
  );

// Where a die is at `time`: its middle with `z` from where it rests, its turn, and how much of it is seen (0 to 1).
export function pose({ die, start, turn, steps }, time) {
  const { x, y, sides, size } = die;
  const flies = steps[0]?.kind === "throw"; // seen from the first picture on, still at the edge of the tray
  const step = steps.findLast((one) => time >= one.start) ?? (flies ? steps[0] : undefined);
  if (!step) return { x, y, z: 0, turn: start ?? turn, seen: steps.length && !start ? 0 : 1 };
  if (time >= step.start + step.lasts) return { x, y, z: 0, turn: step.turn, seen: 1 };
  const part = Math.max(0, time - step.start) / step.lasts;
  const left = (1 - part) ** 2;
  if (step.kind === "place") return { x, y, z: size * left, turn: step.turn, seen: 1 - left };
  const twisted = after(about(step.twist[0], step.twist[1] * left), step.turn);
  const now = after(about(step.roll, -step.angle * left), twisted);
  return {
    x: x + step.away[0] * left,
    y: y + step.away[1] * left,
    z: (standing(sides, now) - standing(sides, step.turn)) * radius(size) + step.height * bounce(part),
    turn: now,
    seen: step.kind === "drop" ? Math.min(1, part * 5) : 1,
  };
}
