// The faces that pips may make, each with what it looks like: pips in the places of a 1 to 6, the die's colour in the empty
// places and around them, and an edge beyond.
import { UNSURE } from "./confidence.mjs";
import { inRadii, mean, median, middleColour, outOf } from "./pips.mjs";

const [CLOSEST, FARTHEST] = [1.45, 4.4]; // radii of a pip from the middle of a face to that of its pips at an edge
const LONE = 2.5; // the same, of a 1
const RAYS = 24; // by which the edge is looked for
const REACH = 5; // how far they go, by the way from the middle to the pips at an edge
const EVEN = 45; // steps by which the colour of a die changes at most, where its pips differ from it by more
const NEAR = 0.9; // radii of a pip that it may lie beside its place, while faces are sought
const ON_TOP = 0.5; // how round the pips of a face that lies up are at least
const STRANGE = 0.25; // what is left of a face that has pips which do not belong to it
const PLACES = [-1, 0, 1].flatMap((along) => [-1, 0, 1].map((aside) => [along, aside]));
const CROSS = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]; // the places of a face besides its corners

const pixelsApart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
const averageShape = (pips) => [0, 1, 2].map((part) => mean(pips.map(({ shape }) => shape[part])));

// 0 up to `from`, 1 from `to` on, and even between them.
const rise = (value, from, to) => Math.max(0, Math.min(1, (value - from) / (to - from)));
const atLeast = (least, share) => least + (1 - least) * share;

// From 0 to 1, how much pips look like those of one face that lies up, in their places.
function likenessOfPips(pips, offset, contrast, radius) {
  const ratio = (field) => Math.min(...pips.map((pip) => pip[field])) / Math.max(...pips.map((pip) => pip[field]));
  return (
    (1 - 0.8 * rise(offset, 0.25, 0.9)) *
    atLeast(0.2, rise(ratio("radius"), 0.55, 0.8)) *
    atLeast(0.3, rise(ratio("contrast"), 0.35, 0.75)) *
    atLeast(0.2, rise(ratio("roundness"), 0.5, 0.7)) *
    atLeast(0.02, rise(median(pips.map((pip) => pip.roundness)), ON_TOP - 0.1, ON_TOP + 0.2)) *
    atLeast(0.3, rise(mean(pips.map((pip) => pip.support)), 0.7, 0.95)) *
    atLeast(0.3, rise(mean(pips.map((pip) => Math.min(1, pip.fill))), 0.75, 0.9)) *
    atLeast(0.3, rise(contrast, 15, 40)) *
    atLeast(0.3, rise(radius, 1.8, 3))
  );
}

// From 0 to 1, how much what is around a face looks like the edge of a die. The fewer pips, the more that tells.
function likenessOfEdge(face, rays) {
  const far = rays.filter((length) => length >= 1.25 && length <= (face > 3 ? 4 : 3.4)).length / RAYS;
  const opposite = rays.slice(RAYS / 2);
  const symmetry = mean(opposite.map((length, nth) => Number(Math.min(length, rays[nth]) / Math.max(length, rays[nth]) > 0.62)));
  return (
    atLeast([0, 0.05, 0.1, 0.2, 0.55, 0.65, 0.65][face], rise(far, 0.3, 0.75)) *
    atLeast([0, 0.1, 0.3, 0.5, 0.7, 0.7, 0.7][face], rise(symmetry, 0.3, 0.7)) *
    (1 - 0.7 * rise(rays.filter((length) => length < 1.15).length / RAYS, 0.05, 0.3))
  );
}

// The faces that pips may make, as far as anybody would be told of one. `u` and `v` lead from the middle of one to its pips at the middles of two edges.
export function facesOf(view, { pips, anyNear, covers, nearest }) {
  const faces = [];

  function add(face, used, middle, u, v, offset) {
    const at = (along, aside) => [middle.x + along * u[0] + aside * v[0], middle.y + along * u[1] + aside * v[1]];
    const { light } = used[0];
    const radius = mean(used.map((pip) => pip.radius));
    const contrast = median(used.map((pip) => pip.contrast));
    const colour = middleColour(used.map((pip) => pip.colour));
    const tolerance = Math.max(20, contrast * 0.5);
    const even = Math.min(EVEN, tolerance);
    const size = u[0] * v[1] - u[1] * v[0];

    // The part of a place that has the die's colour.
    function blank(x, y) {
      const seen = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((nth) => {
        const far = nth ? radius * 0.65 : 0;
        return view.isLike(x + far * Math.cos(nth * 2.4), y + far * Math.sin(nth * 2.4), colour, tolerance);
      });
      return seen.length / 9;
    }

    function isForeign(pip) {
      if (pip.light !== light || used.includes(pip) || pip.radius < 0.5 * radius || pip.radius > 2 * radius) return false;
      if (pip.contrast < 0.35 * contrast) return false;
      const [dx, dy] = [pip.x - middle.x, pip.y - middle.y];
      return Math.max(Math.abs(dx * v[1] - dy * v[0]), Math.abs(dy * u[0] - dx * u[1])) < 1.5 * Math.abs(size);
    }

    // How far the die's colour goes that way, in the measure of u and v; as far as it is looked for where there is no end.
    function ray(angle) {
      const [dx, dy] = [0, 1].map((axis) => Math.cos(angle) * u[axis] + Math.sin(angle) * v[axis]);
      const length = Math.hypot(dx, dy);
      const step = Math.max(0.04, 0.75 / length);
      let foreign = 0;
      for (let far = 0.2; far < REACH; far += step) {
        const [x, y] = [middle.x + dx * far, middle.y + dy * far];
        if (view.pixel(x, y) < 0) return far;
        if ((far < 1.7 && covers(x, y, light)) || view.isLike(x, y, colour, even)) foreign = 0;
        else if (++foreign >= 2 && foreign * step * length > 2) return far - foreign * step;
      }
      return REACH;
    }

    // What is amiss is looked for where it costs least first: most of what pips may make is no face.
    const pipLikeness = likenessOfPips(used, offset, contrast, radius);
    if (pipLikeness < UNSURE) return;
    const empty = PLACES.map((place) => at(...place)).filter(([x, y]) => !used.some((pip) => Math.hypot(pip.x - x, pip.y - y) < 1.2 * pip.radius));
    const reach = 1.5 * (Math.hypot(...u) + Math.hypot(...v));
    const hasMore =
      empty.some((place) => !used.includes(nearest(...place, NEAR, light)?.pip ?? used[0])) ||
      anyNear(middle.x, middle.y, reach, isForeign) ||
      (face === 1 && [...used[0].links].some((pip) => pip.radius > 0.75 * radius && pip.radius < 1.33 * radius && pixelsApart(pip, middle) < 8 * radius));
    if (hasMore && pipLikeness * STRANGE < UNSURE) return;
    const blanks = empty.map((place) => blank(...place));
    const blankLikeness = blanks.length ? atLeast(0.1, rise(mean(blanks), 0.55, 0.95)) * atLeast(0.3, rise(Math.min(...blanks), 0.2, 0.8)) : 1;
    const within = pipLikeness * blankLikeness * (hasMore ? STRANGE : 1);
    if (within < UNSURE) return;
    const rays = Array.from({ length: RAYS }, (_, nth) => ray((nth * 2 * Math.PI) / RAYS));
    const confidence = within * likenessOfEdge(face, rays);
    if (confidence < UNSURE) return;
    const roundness = median(used.map((pip) => pip.roundness));
    faces.push({ face, confidence, x: middle.x, y: middle.y, u, v, pips: used, rays, radius, roundness });
  }

  // 4, 5 and 6: a corner with two others beside it, and the fourth across.
  const known = new Set();
  function addFromCorner(corner, one, other) {
    const shape = averageShape([corner, one, other]);
    const [a, b] = [one, other].map((pip) => inRadii(shape, pip.x - corner.x, pip.y - corner.y));
    const [alongA, alongB] = [Math.hypot(...a), Math.hypot(...b)];
    const ratio = alongA / alongB;
    if (ratio < 0.5 || ratio > 2 || Math.abs(a[0] * b[0] + a[1] * b[1]) > 0.34 * alongA * alongB) return;
    if ((alongA + alongB) / 4 < CLOSEST || (alongA + alongB) / 4 > FARTHEST) return;
    const across = nearest(one.x + other.x - corner.x, one.y + other.y - corner.y, 1.1, corner.light)?.pip;
    if (!across || [corner, one, other].includes(across)) return;
    const corners = [corner, one, other, across];
    const key = corners.map((pip) => pip.nth).sort((p, q) => p - q).join();
    if (known.has(key)) return;
    known.add(key);
    if (!one.links.has(across) || !other.links.has(across)) return;
    const middle = { x: mean(corners.map((pip) => pip.x)), y: mean(corners.map((pip) => pip.y)) };
    const u = [(one.x + across.x - corner.x - other.x) / 4, (one.y + across.y - corner.y - other.y) / 4];
    const v = [(other.x + across.x - corner.x - one.x) / 4, (other.y + across.y - corner.y - one.y) / 4];
    const radius = mean(corners.map((pip) => pip.radius));
    const skew = Math.hypot(corner.x + across.x - one.x - other.x, corner.y + across.y - one.y - other.y) / 2 / radius;
    const places = CROSS.map(([along, aside]) => [middle.x + along * u[0] + aside * v[0], middle.y + along * u[1] + aside * v[1]]);
    const there = places.map((place) => nearest(...place, NEAR, corner.light)?.pip);
    const [centre, ...edges] = there.map((pip) => pip && pip.radius > 0.55 * radius && pip.radius < 1.8 * radius && pip);
    const off = (pip) => Math.min(...places.map(([x, y]) => Math.hypot(pip.x - x, pip.y - y) / pip.radius));
    const addWith = (face, more) => add(face, [...corners, ...more], middle, u, v, Math.max(skew, ...more.map(off)));
    if (edges[0] && edges[1]) addWith(6, edges.slice(0, 2));
    else if (edges[2] && edges[3]) addWith(6, edges.slice(2));
    else if (ratio <= 0.72 || ratio >= 1.39) return;
    else if (centre) addWith(5, [centre]);
    else addWith(4, []);
  }

  // 2 and 3: two opposite corners, with a pip between them or none.
  function addFromDiagonal(one, other) {
    const shape = averageShape([one, other]);
    const [across, down] = inRadii(shape, other.x - one.x, other.y - one.y).map((part) => part / 4);
    const far = Math.hypot(across, down) * Math.SQRT2;
    if (far < CLOSEST || far > FARTHEST) return;
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    const [u, v] = [outOf(shape, across + down, down - across), outOf(shape, across - down, down + across)];
    const radius = (one.radius + other.radius) / 2;
    const between = nearest(middle.x, middle.y, NEAR, one.light)?.pip;
    const isThree = between && between.radius > 0.55 * radius && between.radius < 1.8 * radius;
    if (isThree) add(3, [one, other, between], middle, u, v, pixelsApart(between, middle) / radius);
    else add(2, [one, other], middle, u, v, 0);
  }

  for (const pip of pips) {
    const linked = [...pip.links];
    linked.forEach((one, nth) => linked.slice(nth + 1).forEach((other) => addFromCorner(pip, one, other)));
  }
  for (const pip of pips) for (const other of pip.links) if (other.nth > pip.nth) addFromDiagonal(pip, other);
  for (const pip of pips) add(1, [pip], pip, outOf(pip.shape, LONE, 0), outOf(pip.shape, 0, LONE), 0);
  return faces;
}
