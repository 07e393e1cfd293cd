// How thrown dice fall: rigid solids, forwards in time by equal steps, until they lie. Their corners meet the felt and the
// rim of the tray with friction, and they meet one another as balls. Lengths are sizes of a die, times seconds; x goes to
// the right, y away from the reader, z up from the felt.
import { FEET, ROUND, flat, lowest, radius, tips } from "./solids.mjs";
import { between, unit } from "./turns.mjs";

export const STEP = 1 / 240;
export const KEPT = 2; // every which step is kept
export const PARTS = 7; // place and turn
const GRAVITY = 125;
const FELT = { lively: 0.42, grip: 0.34 };
const RIM = { lively: 0.65, grip: 0.2 };
const DICE = { lively: 0.5, grip: 0.15 };
const DULL = 1.7; // what meets more slowly than this does not bounce
const DRAGS = 1; // the part of its speed that a die on the felt loses in a second, to begin with
const TIRES = 9; // how much more of it after each second
const SLOW = 0.8; // sizes a second at which a die may come to lie
const LEVEL = Math.cos(0.08);
const ROCKS = 0.85; // how much of its turning a level die keeps after a step
const LONG = 10; // steps that it is level and slow by then, or that it stands on an edge before it tips over
const TIPS = 4; // radians a second by which it does
const SLIPS = 0.4; // how upright dice on top of one another push each other, by how they would as balls
const WOKEN = 2; // sizes a second at which what meets a lying die has it roll again
const WHIRLS = 64; // radians a second that none turns faster than
const COMES = 7; // how fast a die that is not yet in the tray comes in, at least
const EASES = 0.14; // how long a die takes to lie down that has no more time to fall
const HEARD = 3; // the slowest meeting that is heard, in sizes a second
const LOUD = 24; // the one that is as loud as any
const PAUSE = 0.05; // between two meetings of a kind that are heard of one die

// Moments of inertia by mass and the square of the reach: all six are nearly as round as balls.
const INERTIA = { 4: 0.2, 6: 0.222, 8: 0.2, 10: 0.25, 12: 0.3, 20: 0.31 };

const FEET_OF = new Map(Object.entries(FEET).map(([sides, feet]) => [Number(sides), Float64Array.from(feet.flat(), (part) => part * radius(1))]));
const reach = Math.max(...[...FEET_OF.values()].map((feet) => Math.max(...feet.map(Math.abs)))) * Math.sqrt(3);

// A die as it is thrown: `{sides, at, speed, turn, spin, fixed}`; what is `fixed` lies there and is not moved.
function body({ sides, at, speed, turn, spin, fixed = false }) {
  const [x, y, z] = at;
  const [vx, vy, vz] = speed ?? [0, 0, 0];
  const [wx, wy, wz] = spin ?? [0, 0, 0];
  const feet = FEET_OF.get(sides);
  const light = 1 / (INERTIA[sides] * (feet[0] ** 2 + feet[1] ** 2 + feet[2] ** 2));
  return { sides, x, y, z, vx, vy, vz, wx, wy, wz, turn, fixed, lies: fixed, feet, light, round: ROUND[sides], inside: false, level: 0, edged: 0, path: [], hits: [], rests: 0, heard: {} };
}

function kick(one, rx, ry, rz, x, y, z) {
  one.vx += x;
  one.vy += y;
  one.vz += z;
  one.wx += one.light * (ry * z - rz * y);
  one.wy += one.light * (rz * x - rx * z);
  one.wz += one.light * (rx * y - ry * x);
}

// What a kick by 1 along a direction changes of the speed at a point in that direction.
function yielding(one, rx, ry, rz, x, y, z) {
  return 1 + one.light * ((ry * z - rz * y) ** 2 + (rz * x - rx * z) ** 2 + (rx * y - ry * x) ** 2);
}

// Lets two dice, or a die and what never moves, bounce off each other at the points r and s from their middles, along the
// direction n from the second to the first; tells how fast they met.
function bounce(one, rx, ry, rz, other, sx, sy, sz, nx, ny, nz, { lively, grip }) {
  let cx = one.vx + one.wy * rz - one.wz * ry;
  let cy = one.vy + one.wz * rx - one.wx * rz;
  let cz = one.vz + one.wx * ry - one.wy * rx;
  if (other) {
    cx -= other.vx + other.wy * sz - other.wz * sy;
    cy -= other.vy + other.wz * sx - other.wx * sz;
    cz -= other.vz + other.wx * sy - other.wy * sx;
  }
  const meets = -(cx * nx + cy * ny + cz * nz);
  if (meets <= 0) return 0;
  const give = yielding(one, rx, ry, rz, nx, ny, nz) + (other ? yielding(other, sx, sy, sz, nx, ny, nz) : 0);
  const push = (meets * (1 + (meets > DULL ? lively : 0))) / give;
  const [tx, ty, tz] = [cx + meets * nx, cy + meets * ny, cz + meets * nz];
  const slides = Math.sqrt(tx * tx + ty * ty + tz * tz) || 1;
  const [ux, uy, uz] = [tx / slides, ty / slides, tz / slides];
  const hold = yielding(one, rx, ry, rz, ux, uy, uz) + (other ? yielding(other, sx, sy, sz, ux, uy, uz) : 0);
  const rub = Math.min(slides / hold, grip * push);
  const [x, y, z] = [push * nx - rub * ux, push * ny - rub * uy, push * nz - rub * uz];
  kick(one, rx, ry, rz, x, y, z);
  if (other) kick(other, sx, sy, sz, -x, -y, -z);
  return meets;
}

function hear(one, kind, meets, time) {
  if (meets < HEARD || time < (one.heard[kind] ?? -1) + PAUSE) return;
  one.heard[kind] = time;
  one.hits.push([time, Math.min(1, meets / LOUD), kind]);
}

function move(one, time) {
  if (one.grounded) {
    const left = Math.exp(-STEP * (DRAGS + TIRES * time));
    one.vx *= left;
    one.vy *= left;
    one.wx *= left;
    one.wy *= left;
    one.wz *= left * left;
  }
  const whirls = Math.sqrt(one.wx * one.wx + one.wy * one.wy + one.wz * one.wz);
  const slower = Math.min(1, WHIRLS / (whirls || 1));
  one.wx *= slower;
  one.wy *= slower;
  one.wz *= slower;
  one.vz -= GRAVITY * STEP;
  one.x += one.vx * STEP;
  one.y += one.vy * STEP;
  one.z += one.vz * STEP;
  const [x, y, z, w] = one.turn;
  const half = STEP / 2;
  const [a, b, c] = [one.wx * half, one.wy * half, one.wz * half];
  one.turn = unit([x + a * w + b * z - c * y, y + b * w + c * x - a * z, z + c * w + a * y - b * x, w - a * x - b * y - c * z]);
}

// Lets two dice meet as balls; one on top of another slips off, and what lies is shoved aside, but by a hard hit it is woken.
function meet(one, other, time) {
  if (one.lies && other.lies) return;
  const least = one.round + other.round;
  const dx = one.x - other.x;
  const dy = one.y - other.y;
  if (dx >= least || -dx >= least || dy >= least || -dy >= least) return;
  const apart = Math.sqrt(dx * dx + dy * dy + (one.z - other.z) ** 2);
  if (apart >= least) return;
  const dz = (one.z - other.z) * SLIPS;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
  const [nx, ny, nz] = [dx / length, dy / length, dz / length];
  const lying = one.lies ? one : other.lies ? other : undefined;
  const stays = lying && (lying.fixed || (other.vx - one.vx) * nx + (other.vy - one.vy) * ny < WOKEN);
  const [r, s] = [one.round, other.round];
  if (stays && lying === other) {
    hear(one, "die", bounce(one, -r * nx, -r * ny, -r * nz, undefined, 0, 0, 0, nx, ny, nz, DICE), time);
  } else if (stays) {
    hear(other, "die", bounce(other, s * nx, s * ny, s * nz, undefined, 0, 0, 0, -nx, -ny, -nz, DICE), time);
  } else {
    for (const it of [one, other]) it.lies = false;
    hear(one, "die", bounce(one, -r * nx, -r * ny, -r * nz, other, s * nx, s * ny, s * nz, nx, ny, nz, DICE), time);
  }
  const [mine, others] = one.fixed ? [0, 1] : other.fixed ? [1, 0] : [0.5, 0.5];
  shift(one, mine * (least - apart), nx, ny, nz);
  shift(other, -others * (least - apart), nx, ny, nz);
}

function shift(one, by, nx, ny, nz) {
  one.x += by * nx;
  one.y += by * ny;
  if (!one.lies) one.z += by * nz;
}

// Lets a die bounce with each foot that is beyond a plane, `far` from the middle of the tray along n, and brings it back.
function land(one, nx, ny, nz, far, how) {
  const [x, y, z, w] = one.turn;
  // what a foot comes to along n: n turned back as the die is turned
  const [tx, ty, tz] = [2 * (z * ny - y * nz), 2 * (x * nz - z * nx), 2 * (y * nx - x * ny)];
  const [ax, ay, az] = [nx + w * tx + (z * ty - y * tz), ny + w * ty + (x * tz - z * tx), nz + w * tz + (y * tx - x * ty)];
  const middle = one.x * nx + one.y * ny + one.z * nz + far;
  const { feet } = one;
  let [deepest, hardest] = [0, 0];
  for (let at = 0; at < feet.length; at += 3) {
    const [fx, fy, fz] = [feet[at], feet[at + 1], feet[at + 2]];
    const high = middle + ax * fx + ay * fy + az * fz;
    if (high >= 0) continue;
    deepest = Math.min(deepest, high);
    const [cx, cy, cz] = [2 * (y * fz - z * fy), 2 * (z * fx - x * fz), 2 * (x * fy - y * fx)];
    const rx = fx + w * cx + (y * cz - z * cy);
    const ry = fy + w * cy + (z * cx - x * cz);
    const rz = fz + w * cz + (x * cy - y * cx);
    hardest = Math.max(hardest, bounce(one, rx, ry, rz, undefined, 0, 0, 0, nx, ny, nz, how));
  }
  one.x -= deepest * nx;
  one.y -= deepest * ny;
  one.z -= deepest * nz;
  return [hardest, deepest < 0];
}

// Keeps a die that is shoved aside in the tray.
function stay(one, { width, height }) {
  const [x, y] = [width / 2 - one.round, height / 2 - one.round];
  one.x = Math.max(-x, Math.min(x, one.x));
  one.y = Math.max(-y, Math.min(y, one.y));
}

// Keeps a die in the tray; one that is still on its way in passes the edges it comes over.
function within(one, edges, time) {
  if (!one.inside) {
    one.inside = edges.every(({ nx, ny, far }) => one.x * nx + one.y * ny + far > one.round);
  }
  for (const { nx, ny, far, open } of edges) {
    if (open && !one.inside) {
      const comes = one.vx * nx + one.vy * ny;
      if (comes < COMES && one.x * nx + one.y * ny + far < one.round) {
        one.vx += (COMES - comes) * nx;
        one.vy += (COMES - comes) * ny;
      }
    } else if (one.x * nx + one.y * ny + far < reach) {
      const [hit] = land(one, nx, ny, 0, far, RIM);
      hear(one, "edge", hit, time);
    }
  }
}

// Lays a die down that has been slow and level for long enough; the felt takes its rocking away. What stands on an edge for
// as long tips over.
function settle(one, time) {
  if (one.vx ** 2 + one.vy ** 2 > SLOW ** 2 || Math.abs(one.vz) > DULL) {
    one.level = one.edged = 0;
    return;
  }
  const { level, out } = lowest(one.sides, one.turn);
  one.edged = level > LEVEL ? 0 : one.edged + 1;
  one.level = level > LEVEL ? one.level + 1 : 0;
  if (one.edged % LONG === LONG - 1) {
    const [x, y] = tips(one.turn, out);
    one.wx += x * TIPS;
    one.wy += y * TIPS;
  }
  if (!one.level) return;
  one.wx *= ROCKS;
  one.wy *= ROCKS;
  one.wz *= ROCKS;
  if (one.level < LONG) return;
  const { turn, high } = flat(one.sides, one.turn);
  Object.assign(one, { turn, z: high * radius(1), vx: 0, vy: 0, vz: 0, wx: 0, wy: 0, wz: 0, level: 0, lies: true, rests: time });
}

const keep = ({ path, x, y, z, turn }) => path.push(x, y, z, turn[0], turn[1], turn[2], turn[3]);

// Throws dice, each `{sides, at, speed, turn, spin}`, or `{sides, at, turn, fixed}` for one that lies there, into a tray
// of `width` and `height`; they come in over its `open` edges, and have `longest` to come to lie. Tells of each die its
// `path`, `PARTS` for every `KEPT` steps until all lie; when it `rests`; its `hits`: `[time, loudness, "felt", "edge" or
// "die"]`; and whether it was `eased` to rest since it had no more time.
export function fall(dice, tray, longest) {
  const { width, height, open } = tray;
  const bodies = dice.map(body);
  const edges = [[1, 0, width / 2], [-1, 0, width / 2], [0, 1, height / 2], [0, -1, height / 2]].map(([nx, ny, far]) => ({ nx, ny, far, open: open.some(([x, y]) => x === nx && y === ny) }));
  const moving = bodies.filter(({ fixed }) => !fixed);
  moving.forEach(keep);
  let steps = 0;
  while (steps * STEP < longest && moving.some(({ lies }) => !lies)) {
    steps += 1;
    const time = steps * STEP;
    for (const one of moving) if (!one.lies) move(one, time);
    for (let nth = 0; nth < bodies.length; nth += 1) {
      for (let other = 0; other < nth; other += 1) meet(bodies[nth], bodies[other], time);
    }
    for (const one of moving) {
      if (one.lies) {
        stay(one, tray);
        continue;
      }
      within(one, edges, time);
      const [hit, grounded] = land(one, 0, 0, 1, 0, FELT);
      one.grounded = grounded;
      hear(one, "felt", hit, time);
      if (grounded) settle(one, time);
    }
    if (steps % KEPT === 0) moving.forEach(keep);
  }
  return moving.map((one) => {
    const eased = !one.lies;
    if (eased) one.rests = ease(one, steps);
    else keep(one);
    return { path: Float32Array.from(one.path), rests: one.rests, hits: one.hits, eased };
  });
}

// Lays a die down on the face that is lowest, however it is; tells when it lies.
function ease(one, steps) {
  const { turn, high } = flat(one.sides, one.turn);
  const from = { turn: one.turn, z: one.z };
  const more = Math.ceil(EASES / STEP / KEPT);
  for (let nth = 1; nth <= more; nth += 1) {
    const left = (1 - nth / more) ** 2;
    one.x += one.vx * left * STEP;
    one.y += one.vy * left * STEP;
    one.z = from.z * left + high * radius(1) * (1 - left);
    one.turn = between(turn, from.turn, left);
    keep(one);
  }
  return steps * STEP + EASES;
}
