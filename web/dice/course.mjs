// The ways of thrown dice over the table, computed backwards: from where they are to lie, dice gain speed towards the hand
// that threw them, and as discs they meet each other and the edges of the tray without loss. Played forwards, they come
// in, clack together, slow down and stop in their places. Lengths are CSS pixels, times seconds before the throw ends.
import { about, after } from "./turns.mjs";

const STEP = 1 / 120;
const LONGEST = 2.5; // seconds; by then every die is long out of the tray
const LASTS = 0.72; // a way on which nothing is met
const ROCKS = 0.14; // how long a die rocks on its face once it has stopped
const WAITS = 0.34; // how much sooner than the last die the first one may stop
const SPREAD = 0.45; // radians that ways differ by to either side
const BANKED = 0.4; // the part of the dice near the far edge that come back from it, of a few dice
const FEW = 12; // dice that have room for ways of their own
const SLAM = 1.5; // how fast a die comes down on its last face, in sizes a second
const IN_SIGHT = -0.35; // how far out of the tray dice begin, by their size: one is seen in the first picture
const ROLLING = 0.44; // by which radius a die rolls, by its size
const HEARD = 40; // the slowest meeting that is heard, in pixels a second
const LOUD = 900; // the one that is as loud as any

const EDGES = [["x", "vx", "width", -1], ["x", "vx", "width", 1], ["y", "vy", "height", -1], ["y", "vy", "height", 1]];
const MARGIN = 0.7; // how near a die's middle comes to an edge that it comes back from, by its size
const reach = (die) => die.size / 2;
const along = (way, [axis, , , sign]) => (axis === "x" ? way[0] : way[1]) * sign;
const openTo = (home) => EDGES.filter((edge) => along(home, edge) > 0.4);

// How far it is on a way to the first of some edges.
function toEdge(at, way, edges, tray) {
  const ways = edges.map((edge) => [along(way, edge), tray[edge[2]] / 2 - at[edge[0]] * edge[3]]);
  return Math.min(...ways.map(([speed, distance]) => (speed > 0 ? distance / speed : Infinity)));
}

// From a die's place straight to where it comes in.
export function wayIn(die, home, tray) {
  const far = toEdge(die, home, openTo(home), tray);
  return home.map((part) => part * far);
}

// How many sizes a die is out of the tray, over the edges that the hand is at.
const outside = (disc, open, tray) =>
  Math.max(...open.map(([axis, , length, sign]) => disc[axis] * sign - tray[length] / 2)) / disc.die.size;

// A die as it lies, `late` (0 to 1) among the others; the more dice there are, the more alike are their ways.
function disc(die, home, late, open, tray, loose, random) {
  const swing = (random() * 2 - 1) * SPREAD * loose;
  const [cosine, sine] = [Math.cos(swing), Math.sin(swing)];
  let way = [home[0] * cosine - home[1] * sine, home[0] * sine + home[1] * cosine];
  let length = toEdge(die, way, open, tray) + die.size;
  const opposite = way.map((part) => -part);
  const beyond = toEdge(die, opposite, EDGES.filter((edge) => along(home, edge) < -0.4), tray) - MARGIN * die.size;
  if (random() < BANKED * loose && beyond < 1.5 * die.size) {
    way = opposite;
    length += 2 * Math.max(0, beyond);
  }
  length += (1 - loose) * Math.max(0, tray.height / 2 + tray.width / 2 - length);
  const lasts = LASTS * (1 + 0.3 * (random() - 0.5) * loose);
  const slam = SLAM * die.size;
  const gains = (2 * Math.max(die.size, length - slam * lasts)) / lasts ** 2;
  const most = slam + gains * lasts;
  return { die, x: die.x, y: die.y, vx: 0, vy: 0, way, slam, gains, most, wakes: ROCKS + late * WAITS * (1 - 0.7 * random() * loose), path: [0, 0], hits: [] };
}

function advance(one, time, home) {
  if (time < one.wakes) return;
  const speed = Math.hypot(one.vx, one.vy);
  const way = speed ? [one.vx / speed, one.vy / speed] : one.way;
  if (!speed) [one.vx, one.vy] = way.map((part) => part * one.slam);
  const [on, back] = one.met ? [0.4, 0.8] : [1, 0]; // what was knocked aside is bent back to the hand
  one.vx += one.gains * STEP * (on * way[0] + back * home[0]);
  one.vy += one.gains * STEP * (on * way[1] + back * home[1]);
  const slower = Math.min(1, one.most / Math.hypot(one.vx, one.vy));
  one.vx *= slower;
  one.vy *= slower;
  one.x += one.vx * STEP;
  one.y += one.vy * STEP;
}

// Keeps a disc within the edges that nothing comes in over; tells how hard it hit one.
function bank(one, closed, tray) {
  let hit = 0;
  for (const [axis, speed, length, sign] of closed) {
    const most = Math.max(tray[length] / 2 - MARGIN * one.die.size, one.die[axis] * sign);
    if (one[axis] * sign <= most) continue;
    one[axis] = most * sign;
    hit = Math.max(hit, one[speed] * sign);
    one[speed] = -Math.abs(one[speed]) * sign;
  }
  return hit;
}

// Keeps two discs apart; tells how hard they hit each other.
function meet(one, other, time) {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const least = reach(one.die) + reach(other.die);
  if (Math.abs(dx) >= least || Math.abs(dy) >= least) return 0;
  const apart = Math.hypot(dx, dy);
  if (apart >= least) return 0;
  const [nx, ny] = [dx / apart, dy / apart];
  const hit = Math.max(0, (one.vx - other.vx) * nx + (one.vy - other.vy) * ny);
  for (const [it, sign] of [[one, -1], [other, 1]]) {
    it.x += (sign * nx * (least - apart)) / 2;
    it.y += (sign * ny * (least - apart)) / 2;
    it.vx += sign * nx * hit;
    it.vy += sign * ny * hit;
    it.wakes = Math.min(it.wakes, time);
    it.met = true;
  }
  return hit;
}

// The turns that bring a die to `turn` as it rolls along a path, in the order of the path, and the axis it rolls by last.
function rolling(path, size, turn) {
  const turns = [turn];
  let axis;
  for (let at = 2; at < path.length; at += 2) {
    const [dx, dy] = [path[at - 2] - path[at], path[at - 1] - path[at + 1]]; // forwards in time
    const far = Math.hypot(dx, dy);
    const by = far && [-dy / far, dx / far, 0];
    axis ??= by || undefined;
    turns.push(far ? after(about(by, -far / (ROLLING * size)), turns.at(-1)) : turns.at(-1));
  }
  return { turns, axis: axis ?? [1, 0, 0] };
}

// How dice come to lie that are thrown into a tray, each `{x, y, size, turn}`; the hand is in the direction `home`.
// Returns how long the throw `lasts` and the dice's `ways`: `path` and `turns`, its offsets from where it lies and its turns, from the last moment back to the first at
// equal distances of time; `axis`, by which it rolls last; when it `enters` the tray, `rests` and ends rocking, in parts of
// the throw; and `hits`: `[part of the throw, loudness, "die" or "edge"]`.
export function courses(dice, home, tray, random) {
  const open = openTo(home);
  const closed = EDGES.filter((edge) => !open.includes(edge));
  const near = dice.map((die) => die.x * home[0] + die.y * home[1]);
  const [least, most] = [Math.min(...near), Math.max(...near)];
  const loose = Math.min(1, FEW / dice.length);
  const discs = dice.map((die, nth) => disc(die, home, (most - near[nth]) / (most - least || 1), open, tray, loose, random));
  let steps = 0;
  while (steps * STEP < LONGEST && discs.some((one) => outside(one, open, tray) < IN_SIGHT)) {
    steps += 1;
    const time = steps * STEP;
    const note = (one, hit, kind) => hit > HEARD && one.hits.push([time, Math.min(1, hit / LOUD), kind]);
    for (const one of discs) advance(one, time, home);
    for (let nth = 0; nth < discs.length; nth += 1) {
      for (let other = 0; other < nth; other += 1) note(discs[nth], meet(discs[nth], discs[other], time), "die");
    }
    for (const one of discs) {
      note(one, bank(one, closed, tray), "edge");
      one.path.push(one.x - one.die.x, one.y - one.die.y);
      if (outside(one, open, tray) < 0.5) one.enters = time;
    }
  }
  const part = (time) => 1 - time / (steps * STEP);
  const ways = discs.map(({ die, path, wakes, enters, hits }) => ({
    path,
    ...rolling(path, die.size, die.turn),
    enters: part(enters ?? steps * STEP),
    rests: part(wakes),
    ends: part(Math.max(0, wakes - ROCKS)),
    hits: hits.map(([time, ...how]) => [part(time), ...how]),
  }));
  return { lasts: steps * STEP, ways };
}
