// Reads the faces of dice with pips in a picture, as a canvas gives it (`ImageData`).
import { SURE, UNSURE } from "./confidence.mjs";
import { facesOf } from "./faces.mjs";
import { median, pipsOf, viewOf } from "./pips.mjs";

const WEIGHTS = [0, 0.45, 0.6, 0.8, 1, 1.1, 1.2]; // by its face, of a die that claims pips which others claim too
const OUTLINE = 1.8; // from the middle of a face to its edge, by the way to the pips there
const LYING = 0.8; // how round the pips of a face are at least that is surely no side of a die seen aslant
const MARGIN = 2; // pixels from the picture's edge within which a die may go on beyond it

// How far a place is from the middle of a face, along its sides.
function farFrom({ x, y, u, v }, place) {
  const [dx, dy] = [place.x - x, place.y - y];
  const size = u[0] * v[1] - u[1] * v[0];
  return Math.max(Math.abs((dx * v[1] - dy * v[0]) / size), Math.abs((dy * u[0] - dx * u[1]) / size));
}

// Of faces that claim the same pips or the same place, those that look most like one.
function chosen(faces, { anyNear }) {
  const claim = (face) => face.confidence * WEIGHTS[face.face];
  const claims = new Map();
  for (const face of faces) for (const pip of face.pips) claims.set(pip, Math.max(claims.get(pip) ?? 0, claim(face)));
  const dice = new Set(); // what looks like a pip and holds a whole face
  for (const face of faces) {
    if (face.face < 2) continue;
    anyNear(face.x, face.y, 60, (pip) => {
      const holds = pip.radius > 1.7 * face.radius && Math.hypot(pip.x - face.x, pip.y - face.y) < pip.radius;
      if (holds && claim(face) > claims.get(pip)) dice.add(pip);
    });
  }

  const ofPips = faces.filter((face) => !face.pips.some((pip) => dice.has(pip)));
  const sizes = ofPips.filter((face) => face.face >= 4 && face.confidence > 0.6).map((face) => face.radius);
  const size = sizes.length ? median(sizes) : 0;
  for (const face of ofPips) {
    const ratio = face.radius / size;
    if (size && (ratio < 0.5 || ratio > 2)) face.confidence *= 0.35;
  }

  const uses = (face, pip) => face.pips.includes(pip);
  const isPart = (face, other) => face.pips.length < other.pips.length && face.pips.every((pip) => uses(other, pip));
  const isSide = (face, other) => face.roundness < 0.9 * other.roundness && farFrom(other, face) < 3.6 && !face.pips.some((pip) => uses(other, pip));
  const seen = ofPips.filter((face) => face.confidence >= UNSURE);
  const likely = seen.filter((face) => !seen.some((other) => isPart(face, other) || isSide(face, other)));

  const taken = [];
  const clashes = (face, other) =>
    other.pips.some((pip) => uses(face, pip) || Math.hypot(face.x - pip.x, face.y - pip.y) < 1.1 * pip.radius) || farFrom(other, face) < 2;
  likely.sort((a, b) => claim(b) - claim(a));
  for (const face of likely) if (!taken.some((other) => clashes(face, other))) taken.push(face);
  return taken;
}

// The corners of a die. A 1 does not tell how it is turned: its corners are where its edge is farthest.
function corners({ face, x, y, u, v, rays }) {
  const quarter = rays.length / 4;
  const farthest = (from) => [0, 1, 2, 3].map((nth) => rays[from + nth * quarter]);
  const sum = (from) => farthest(from).reduce((all, far) => all + far);
  const turns = [...Array(quarter).keys()];
  const turn = face === 1 ? turns.reduce((best, from) => (sum(from) > sum(best) ? from : best)) : quarter / 2;
  const far = face === 1 ? Math.min(median(farthest(turn)), OUTLINE * 2) : OUTLINE * Math.SQRT2;
  return [0, 1, 2, 3].map((nth) => {
    const angle = ((turn + nth * quarter) * 2 * Math.PI) / rays.length;
    return [x, y].map((middle, axis) => middle + far * (Math.cos(angle) * u[axis] + Math.sin(angle) * v[axis]));
  });
}

// The dice that are seen, each with its face, how sure that is, its middle and its corners. One that may be cut by the edge
// of the picture, or may be the side of a die, is never sure.
export function readDice(picture) {
  const view = viewOf(picture);
  const pips = pipsOf(view);
  const faces = facesOf(view, pips);
  return chosen(faces, pips).map((die) => {
    const outline = corners(die);
    const isWhole = outline.every(([x, y]) => x >= MARGIN && y >= MARGIN && x < view.width - MARGIN && y < view.height - MARGIN);
    const confidence = isWhole && die.roundness > LYING ? die.confidence : Math.min(die.confidence, SURE - 0.01);
    return { face: die.face, confidence, x: die.x, y: die.y, outline };
  });
}
