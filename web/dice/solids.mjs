// The six dice as solids: corners, faces, numbers, the turn that lays each number up, and a mesh with soft edges.
import { about, add, after, back, cross, dot, facing, turned, unit } from "./turns.mjs";

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const SIGNS = [1, -1];
const ROOM = 0.55; // how far a die of reach 1 reaches from its middle, by the size of its place on the table
const POLE = 1.05; // how far a d10's tips stand out, its belt being 1
const BELT = (POLE * (1 - Math.cos(Math.PI / 5))) / (1 + Math.cos(Math.PI / 5)); // what makes its ten kites flat

const signed = (...sizes) =>
  sizes.reduce((found, size) => found.flatMap((point) => (size ? SIGNS : [1]).map((sign) => [...point, sign * size])), [[]]);
const cycled = (points) => points.flatMap(([x, y, z]) => [[x, y, z], [y, z, x], [z, x, y]]);

const CORNERS = {
  4: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]],
  6: signed(1, 1, 1),
  8: cycled(signed(1, 0, 0)),
  10: [
    ...Array.from({ length: 10 }, (_, place) => [
      Math.cos((place * Math.PI) / 5),
      Math.sin((place * Math.PI) / 5),
      place % 2 ? BELT : -BELT,
    ]),
    [0, 0, POLE],
    [0, 0, -POLE],
  ],
  12: [...signed(1, 1, 1), ...cycled(signed(0, 1 / GOLDEN, GOLDEN))],
  20: cycled(signed(0, 1, GOLDEN)),
};
export const SIZES = Object.keys(CORNERS).map(Number);

// How large a die is drawn in its place on the table, so that all sizes look alike; 1 touches its neighbour.
const REACH = { 4: 1, 6: 0.96, 8: 0.93, 10: 0.93, 12: 0.86, 20: 0.88 };
// Half the height of a number, by the distance from a face's middle to its nearest edge.
const NUMBER = { 4: 0.58, 6: 0.8, 8: 0.9, 10: 0.8, 12: 0.8, 20: 0.83 };
const SOFT = { 4: 0.09, 6: 0.13, 8: 0.09, 10: 0.1, 12: 0.09, 20: 0.1 }; // how much of a face its soft edge takes
const LEAN = { 4: 0.58, 6: 0.3, 8: 0.3, 10: 0.3, 12: 0.3, 20: 0.3 }; // radians it is seen from the front

export const radius = (size) => size * ROOM;

const middle = (points) => points.reduce((sum, point) => add(sum, point)).map((value) => value / points.length);

// The faces of the convex hull, each as its corners' numbers, counter-clockwise from outside.
function hull(corners) {
  const found = new Map();
  for (let a = 0; a < corners.length; a += 1) {
    for (let b = a + 1; b < corners.length; b += 1) {
      for (let c = b + 1; c < corners.length; c += 1) {
        let out = cross(add(corners[b], corners[a], -1), add(corners[c], corners[a], -1));
        if (Math.hypot(...out) < 1e-6) continue;
        out = unit(dot(out, corners[a]) < 0 ? out.map((value) => -value) : out);
        const far = dot(out, corners[a]);
        if (corners.some((corner) => dot(out, corner) > far + 1e-6)) continue;
        const on = [...corners.keys()].filter((corner) => dot(out, corners[corner]) > far - 1e-6);
        found.set(on.join(), { on, out });
      }
    }
  }
  return [...found.values()].map(({ on, out }) => {
    const centre = middle(on.map((corner) => corners[corner]));
    const right = unit(add(corners[on[0]], centre, -1));
    const up = cross(out, right);
    const angle = (corner) => {
      const from = add(corners[corner], centre, -1);
      return Math.atan2(dot(from, up), dot(from, right));
    };
    return { corners: on.sort((a, b) => angle(a) - angle(b)), out, centre };
  });
}

// Numbers the faces so that opposite ones add up to one more than the sides.
function numbered(faces) {
  const numbers = new Map();
  for (const face of faces) {
    if (numbers.has(face)) continue;
    const opposite = faces.find((other) => dot(other.out, face.out) < -0.999);
    const low = numbers.size / 2 + 1;
    const [near, far] = numbers.size % 4 ? [faces.length + 1 - low, low] : [low, faces.length + 1 - low];
    numbers.set(face, near).set(opposite, far);
  }
  return faces.map((face) => numbers.get(face));
}

function solid(sides) {
  const longest = Math.max(...CORNERS[sides].map((corner) => Math.hypot(...corner)));
  const corners = CORNERS[sides].map((corner) => corner.map((value) => (value * REACH[sides]) / longest));
  const faces = hull(corners);
  const tip = (face) => {
    // a number stands upright with a corner up; a d10's with its tip up, a d6's with an edge up
    const top = Math.max(...face.corners.map((corner) => Math.abs(corners[corner][2])));
    const at = sides === 10 ? face.corners.find((corner) => Math.abs(corners[corner][2]) === top) : face.corners[0];
    return sides === 6 ? middle([corners[face.corners[0]], corners[face.corners[1]]]) : corners[at];
  };
  const framed = faces.map((face) => {
    const up = unit(add(tip(face), face.centre, -1));
    const edges = face.corners.map((corner, place) => middle([corners[corner], corners[face.corners.at(place - 1)]]));
    const near = Math.min(...edges.map((edge) => Math.hypot(...add(edge, face.centre, -1))));
    return { ...face, up, right: cross(up, face.out), near };
  });
  return { sides, corners, faces: framed, numbers: sides === 4 ? [1, 2, 3, 4] : numbered(faces) };
}

export const SOLIDS = Object.fromEntries(SIZES.map((sides) => [sides, solid(sides)]));

// The turn that lays a die down with `number` up, to be read from the front.
export function lying(sides, number) {
  const { faces, corners, numbers } = SOLIDS[sides];
  const place = numbers.indexOf(number);
  if (sides !== 4) return facing(faces[place].right, faces[place].up, faces[place].out);
  const out = unit(corners[place]);
  const front = faces.find((face) => face.corners.includes(place)).out; // the face that looks at the reader
  const towardsReader = unit(add(front, out, -dot(front, out)));
  const up = towardsReader.map((value) => -value);
  return facing(cross(up, out), up, out);
}

const inset = (solid, face, corner) => add(face.centre, add(solid.corners[corner], face.centre, -1), 1 - SOFT[solid.sides]);

// Every point a die can stand on: the corners of its faces inside their soft edges.
export const FEET = Object.fromEntries(
  SIZES.map((sides) => {
    const of = SOLIDS[sides];
    return [sides, of.faces.flatMap((face) => face.corners.map((corner) => inset(of, face, corner)))];
  }),
);

// How high the middle of a die of reach 1 is above the table when it stands as `turn` has it.
export function standing(sides, [x, y, z, w]) {
  const a = 2 * (x * z - w * y);
  const b = 2 * (y * z + w * x);
  const c = 1 - 2 * (x * x + y * y);
  let lowest = 0;
  for (const foot of FEET[sides]) lowest = Math.min(lowest, a * foot[0] + b * foot[1] + c * foot[2]);
  return -lowest;
}

// How far a lying die reaches sideways, by the size of its place: it keeps others that far away.
export const ROUND = Object.fromEntries(
  SIZES.map((sides) => {
    const down = SOLIDS[sides].faces[0].out;
    return [sides, ROOM * Math.max(...FEET[sides].map((foot) => Math.hypot(...cross(foot, down))))];
  }),
);

const DOWN = [0, 0, -1];

// The way out of the face that is lowest in a turn, and how level it is (1: the die lies on it).
export function lowest(sides, turn) {
  const [x, y, z] = turned(back(turn), DOWN);
  let [level, face] = [-1];
  for (const one of SOLIDS[sides].faces) {
    const down = one.out[0] * x + one.out[1] * y + one.out[2] * z;
    if (down > level) [level, face] = [down, one];
  }
  return { level, out: face.out };
}

// About which axis a die tips over onto a face, whose way out this is.
export function tips(turn, out) {
  const across = cross(turned(turn, out), DOWN);
  const length = Math.hypot(...across);
  return across.map((part) => part / (length || 1));
}

// The turn that lies on the face which is lowest in another turn, and how high the middle of a die of reach 1 is then.
export function flat(sides, turn) {
  const { level, out } = lowest(sides, turn);
  const laid = after(about(tips(turn, out), Math.acos(Math.min(1, level))), turn);
  return { turn: laid, high: standing(sides, laid) };
}

const EQUAL = { 4: 3, 6: 4, 8: 3, 10: 1, 12: 5, 20: 3 }; // turns about the number that lies up after which a die looks alike

// A die that lies in a turn shows some number; how its numbers are to be changed round, which is one of the turns after
// which the solid looks alike, so that `number` lies up, as near as can be to upright but for `askew`; and by how much it
// is then to be turned about the vertical to stand so.
export function renumbered(sides, turn, number, askew) {
  const upright = lying(sides, number);
  const own = SOLIDS[sides].numbers.map((shown) => after(turn, back(lying(sides, shown))));
  const nth = own.reduce((best, [x, y], at) => (Math.hypot(x, y) < Math.hypot(...own[best].slice(0, 2)) ? at : best), 0);
  const shown = SOLIDS[sides].numbers[nth];
  const yaw = 2 * Math.atan2(own[nth][2], own[nth][3]);
  const part = (2 * Math.PI) / EQUAL[sides];
  const steps = Math.round((askew - yaw) / part);
  const round = after(back(lying(sides, shown)), after(about([0, 0, 1], steps * part), upright));
  const rest = askew - yaw - steps * part;
  return { round, yaw: Math.atan2(Math.sin(rest), Math.cos(rest)) };
}

export const STRIDE = 9; // position, normal, place on the number's square (-1 to 1), number (0: none)

// The triangles of a die as floats, `STRIDE` for each corner.
export function mesh(sides) {
  const of = SOLIDS[sides];
  const floats = [];
  const half = (face) => face.near * NUMBER[sides];

  const point = (position, normal, frame, number) => {
    const from = frame && add(position, frame.centre, -1);
    const on = frame ? [dot(from, frame.right) / frame.half, dot(from, frame.up) / frame.half] : [2, 2];
    floats.push(...position, ...normal, ...on, frame ? number : 0);
  };
  const fan = (points, normals, frame, number) => {
    for (let next = 2; next < points.length; next += 1) {
      for (const at of [0, next - 1, next]) point(points[at], normals[at], frame, number);
    }
  };

  const facesAt = of.corners.map((_, corner) => of.faces.filter((face) => face.corners.includes(corner)));
  of.faces.forEach((face, place) => {
    const ring = face.corners.map((corner) => inset(of, face, corner));
    const flat = ring.map(() => face.out);
    if (sides !== 4) return fan(ring, flat, { ...face, half: half(face) }, of.numbers[place]);
    ring.forEach((tip, at) => {
      // a third of a d4's face for each corner's number, upright towards that corner
      const kite = [face.centre, middle([ring.at(at - 1), tip]), tip, middle([tip, ring[(at + 1) % 3]])];
      const up = unit(add(tip, face.centre, -1));
      const centre = add(face.centre, up, face.near * 0.72);
      fan(kite, [...flat, face.out], { centre, up, right: cross(up, face.out), half: half(face) }, face.corners[at] + 1);
    });
  });
  for (const face of of.faces) {
    face.corners.forEach((corner, place) => {
      const next = face.corners[(place + 1) % face.corners.length];
      const other = of.faces.find((one) => one !== face && one.corners.includes(corner) && one.corners.includes(next));
      if (of.faces.indexOf(other) < of.faces.indexOf(face)) return;
      fan(
        [inset(of, face, next), inset(of, face, corner), inset(of, other, corner), inset(of, other, next)],
        [face.out, face.out, other.out, other.out],
      );
    });
  }
  of.corners.forEach((at, corner) => {
    const out = unit(at);
    const right = unit(cross(Math.abs(out[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], out));
    const up = cross(out, right);
    const angle = ({ centre }) => Math.atan2(dot(add(centre, at, -1), up), dot(add(centre, at, -1), right));
    const around = [...facesAt[corner]].sort((a, b) => angle(a) - angle(b));
    fan(
      around.map((face) => inset(of, face, corner)),
      around.map((face) => face.out),
    );
  });
  return new Float32Array(floats);
}

// A die's turn as the reader sees it, who looks at the table a little from the front.
export const asSeen = (sides, turn) => after(about([1, 0, 0], -LEAN[sides]), turn);
