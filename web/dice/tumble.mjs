// How thrown dice move: they fall as rigid dice do, their numbers are changed round so that the faces they were given lie
// up, and they slide to their places. Lengths are CSS pixels from the middle of the tray, x to the right, y away from the
// reader, z up; times are milliseconds after the throw.
import { KEPT, PARTS, STEP, fall } from "./fall.mjs";
import { openTo, thrown, tossed } from "./hand.mjs";
import { apart, matched, roomy } from "./places.mjs";
import { lying, radius, renumbered, standing } from "./solids.mjs";
import { about, after, between } from "./turns.mjs";

const LONGEST = 1600;
const PACE = { full: 1, quick: 0.3 };
const FALLS = [0.8, 1.2]; // seconds that few dice, and many, have to fall
const FEW = 12;
const MANY = 40;
const LATER = 0.5; // seconds for those that are thrown on
const SLIDES = 0.2; // seconds
const ARRIVED = 0.8; // the part of a slide after which how a die counts can be seen in its place
const BESIDE = 3; // pixels by which a die may lie beside what says how it counts
const RISES = 0.15; // seconds that a die thrown up is in the air at least, while its numbers change round
const TWISTS = 0.35; // after which part of its fall a die begins to turn upright
const PLACING = 250;
const RIM = 8;
// How many radians a resting die may stand askew, and how far from the middle of its place by its size: small numbers less.
const loose = (sides) => (sides === 6 ? { askew: 0.2, aside: 0.05 } : { askew: 0.13, aside: 0.02 });
const UPRIGHT = [0, 0, 1];
const THUMB = [0, -1]; // where the hand is, unless the tray tells
const SAME = [0, 0, 0, 1];

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

const spread = (random, most) => (random() * 2 - 1) * most;

// A die lies alike whenever it shows this face in this place, which is its number in the tray: a little aside and askew.
function placed({ sides, size, x, y }, nth) {
  const random = randomFrom(nth + 1);
  return [x, y].map((part) => part + spread(random, loose(sides).aside * size));
}
const askew = ({ sides }, face, nth) => spread(randomFrom((nth * 20 + face) * 20 + sides), loose(sides).askew);
const rest = (die, face, nth) => after(about(UPRIGHT, askew(die, face, nth)), lying(die.sides, face));

// Plans how every die moves. A die is `{sides, x, y, size, face, kind, look, before, from, landings}`: `landings` are
// `[wave, face]` for each time it is thrown now, `before` the face it showed until then (0: it was not there), `from` where
// it lay, if that is not its place, and `kind` is "auto" for a die that is placed. Each wave waits for the one before it.
// Dice of few come to lie where they fall, `free` of the places that the page gave them.
export function plan(dice, tray, pace, random) {
  const tempo = 1000 * PACE[pace];
  const size = Math.max(...dice.map((die) => die.size)); // what does not count falls as a full die
  const free = roomy(dice, size, tray);
  const ends = dice.map((die, nth) => (free && die.before && die.from) || placed(die, nth));
  const lies = dice.map((die) => die.before > 0 || die.kind === "auto");
  const turns = dice.map((die, nth) => die.before && rest(die, die.before, nth));
  const motions = dice.map((die, nth) => ({ die, free, full: size, start: turns[nth] || undefined, from: die.from, steps: [] }));
  const waves = Math.max(0, ...dice.flatMap((die) => die.landings.map(([wave]) => wave)));
  let begins = 0;
  for (let wave = 0; wave <= waves; wave += 1) {
    const now = dice.flatMap((die, nth) => die.landings.filter(([at]) => die.kind !== "auto" && at === wave).map(([, face]) => ({ die, nth, face })));
    if (!now.length) continue;
    const { lasts, steps } = wavelet(now);
    const fits = Math.min(1, wave ? (LONGEST - (begins / tempo) * 1000) / (1000 * lasts * (waves - wave + 1)) : 1);
    for (const step of steps) {
      const { nth } = step;
      motions[nth].steps.push({ ...step, start: begins, tempo: tempo * fits, lasts: step.lasts * tempo * fits });
      [ends[nth], turns[nth], lies[nth]] = [step.to, step.turn, true];
    }
    begins += lasts * tempo * fits;
  }
  dice.forEach((die, nth) => {
    if (die.kind !== "auto" || !die.landings.length) return;
    const lasts = PLACING * PACE[pace];
    motions[nth].steps.push({ start: Math.max(0, begins - lasts), lasts, turn: rest(die, die.face, nth), placing: true });
  });
  return motions.map((motion, nth) => ({ ...motion, planned: ends[nth], die: { ...motion.die, x: ends[nth][0], y: ends[nth][1] }, turn: turns[nth] || rest(dice[nth], dice[nth].face, nth) }));

  // One throw of some dice among those that lie: how long it lasts, and what each of them does.
  function wavelet(now) {
    const home = tray.thumb ?? THUMB;
    const box = { width: (tray.width - 2 * RIM) / size, height: (tray.height - 2 * RIM) / size, open: openTo(home) };
    const scaled = (place) => place.map((part) => part / size);
    const high = (sides, turn) => standing(sides, turn) * radius(1);
    const up = now.filter(({ nth }) => turns[nth]);
    const anew = now.filter(({ nth }) => !turns[nth]);
    const order = [...anew, ...up];
    const still = dice.flatMap((die, nth) => (lies[nth] && !now.some((one) => one.nth === nth) ? [nth] : []));
    const aim = anew.length === 1 && still.length ? scaled(ends[anew[0].nth]) : undefined;
    const bodies = [
      ...thrown(anew.map(({ die }) => die.sides), home, box, random, aim),
      ...up.map(({ die, nth }) => tossed(die.sides, [...scaled(motions[nth].steps.length ? ends[nth] : (die.from ?? ends[nth])), high(die.sides, turns[nth])], turns[nth], random)),
      ...still.map((nth) => ({ sides: dice[nth].sides, at: [...scaled(ends[nth]), 0.3], turn: SAME, fixed: true })),
    ];
    const crowd = Math.max(0, Math.min(1, (now.length - FEW) / (MANY - FEW)));
    const longest = still.length || up.length ? LATER : FALLS[0] + crowd * (FALLS[1] - FALLS[0]);
    const fallen = fall(bodies, box, longest);
    const last = (path) => path.length - PARTS;
    const fell = fallen.map(({ path }) => [path[last(path)] * size, path[last(path) + 1] * size]);
    const places = free ? apart(fell, still.map((nth) => ends[nth]), size, tray) : order.map(({ nth }) => ends[nth]);
    const groups = order.map(({ die, nth }) => (turns[nth] ? nth : [die.sides, die.kind, die.size, JSON.stringify(die.look)].join()));
    const to = free ? order.map((_, at) => at) : matched(fell, places, groups);
    const lasting = Math.max(...fallen.map(({ rests }) => rests));
    const steps = fallen.map(({ path, rests, hits }, at) => {
      const { die, nth, face } = order[to[at]];
      const end = path.subarray(last(path) + 3);
      const { round, yaw } = renumbered(die.sides, end, face, askew(die, face, nth));
      const slides = free && die.kind !== "dropped" ? rests : lasting; // which die does not count is seen when all lie
      return { nth, path, rests, hits, round, yaw, slides, lasts: slides + SLIDES, up: Boolean(turns[nth]), fell: fell[at], to: places[to[at]], turn: rest(die, face, nth) };
    });
    return { lasts: lasting + SLIDES, steps };
  }
}

// When a die has come to lie where it is seen how it counts, and when all lie still.
export function settled({ steps }) {
  const step = steps.at(-1);
  if (!step) return 0;
  if (step.placing) return step.start + step.lasts * ARRIVED;
  const near = Math.hypot(step.to[0] - step.fell[0], step.to[1] - step.fell[1]) < BESIDE;
  return step.start + step.tempo * (near ? step.rests : step.slides + ARRIVED * SLIDES);
}
export const lastOf = (motions) => Math.max(0, ...motions.flatMap(({ from, steps }) => [from ? 1000 * SLIDES : 0, ...steps.map(({ start, lasts }) => start + lasts)]));

// Where dice come to lie that need not go where the page has laid them.
export const placesOf = (motions) => (motions.every(({ free }) => free) ? motions.map(({ planned }) => planned) : undefined);

// What is heard of a motion: `[time, loudness (0 to 1), "felt", "edge" or "die"]`.
const heard = ({ steps }) =>
  steps.flatMap(({ start, lasts, tempo, hits, placing }) => (placing ? [[start + lasts, 0.3, "felt"]] : hits.map(([time, ...how]) => [start + time * tempo, ...how])));
export const impacts = (motions) => motions.flatMap(heard);

const smooth = (part) => {
  const within = Math.max(0, Math.min(1, part));
  return within * within * (3 - 2 * within);
};

// Where a die is at `time`: its middle with `z` from where it rests, its turn and size, how much of it is seen and how far
// it lies in its place (0 to 1).
export function pose({ die, full, planned, start, turn, from, steps }, time) {
  const step = steps.findLast((one) => time >= one.start);
  const rests = { x: die.x, y: die.y, z: 0, size: die.size, seen: 1, lies: 1 };
  if (!step && from && start) {
    const left = 1 - smooth(time / (1000 * SLIDES));
    return { ...rests, x: die.x + (from[0] - planned[0]) * left, y: die.y + (from[1] - planned[1]) * left, turn: start };
  }
  if (!step) return { ...rests, turn: start ?? turn, seen: steps.length && !start ? 0 : 1 };
  const [x, y] = step === steps.at(-1) || step.placing ? [die.x, die.y] : [die.x + step.to[0] - planned[0], die.y + step.to[1] - planned[1]];
  if (time >= step.start + step.lasts) return { ...rests, x, y, turn: step.turn };
  if (step.placing) {
    const left = (1 - (time - step.start) / step.lasts) ** 2;
    return { ...rests, z: die.size * left, turn: step.turn, seen: 1 - left };
  }
  const now = (time - step.start) / step.tempo;
  const { at, turn: tumbled } = kept(step.path, now);
  const lies = smooth((now - step.slides) / SLIDES);
  const changed = step.up ? between(SAME, step.round, smooth(now / RISES)) : step.round;
  const begins = TWISTS * step.rests;
  const spun = after(about(UPRIGHT, step.yaw * smooth((now - begins) / (step.slides + SLIDES - begins))), after(tumbled, changed));
  const size = full + (die.size - full) * lies;
  const above = Math.max(at[2] / radius(1), standing(die.sides, spun)) - standing(die.sides, step.turn);
  return {
    x: x + at[0] * full - step.to[0] + (step.to[0] - step.fell[0]) * lies,
    y: y + at[1] * full - step.to[1] + (step.to[1] - step.fell[1]) * lies,
    z: above * radius(size),
    turn: spun,
    size,
    seen: 1,
    lies,
  };
}

// Where a die is on its path, between two steps of it.
function kept(path, time) {
  const along = Math.max(0, Math.min(path.length / PARTS - 1, time / (STEP * KEPT)));
  const near = Math.floor(along);
  const far = Math.min(near + 1, path.length / PARTS - 1);
  const [one, next] = [near, far].map((nth) => path.subarray(nth * PARTS, (nth + 1) * PARTS));
  const at = [0, 1, 2].map((axis) => one[axis] + (next[axis] - one[axis]) * (along - near));
  return { at, turn: between([...one.subarray(3)], [...next.subarray(3)], along - near) };
}
