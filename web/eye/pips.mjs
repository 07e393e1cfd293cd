// The pips of a picture: spots with an even ring around them, linked where nothing but the die's own colour lies between.
import { brightness, spotsOf } from "./spots.mjs";

const MOST = 320; // pips that are looked at, the clearest ones
const FAINTEST = 14; // steps of brightness between a pip and its ring
const RING = 0.7; // of it that must be as bright as the rest
const CELL = 24; // pixels across, of the squares by which pips are found
const TIMES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const ROUND = TIMES.map((time) => [Math.cos((time * Math.PI) / 8), Math.sin((time * Math.PI) / 8)]);

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
export const middleColour = (colours) => [0, 1, 2].map((part) => median(colours.map((colour) => colour[part])));

// From radii of a pip to pixels, and back.
export const outOf = ([xx, xy, yy], x, y) => [xx * x + xy * y, xy * x + yy * y];
export function inRadii([xx, xy, yy], x, y) {
  const size = xx * yy - xy * xy;
  return [(yy * x - xy * y) / size, (xx * y - xy * x) / size];
}

// A picture to be asked for what is at a place.
export function viewOf({ data, width, height }) {
  const grey = brightness({ data, width, height });
  const inside = (x, y) => x >= 0 && y >= 0 && x < width && y < height;
  const rounded = (x) => Math.floor(x + 0.5);
  const pixel = (x, y) => rounded(y) * width + rounded(x);
  return {
    grey,
    width,
    height,
    pixel,
    holds: (x, y) => inside(rounded(x), rounded(y)),
    bright: (x, y) => grey[pixel(x, y)],
    colour: (x, y) => [...data.subarray(pixel(x, y) * 4, pixel(x, y) * 4 + 3)],
    isLike(x, y, [red, green, blue], tolerance) {
      if (!inside(rounded(x), rounded(y))) return false;
      const at = pixel(x, y) * 4;
      const far = Math.max(Math.abs(data[at] - red), Math.abs(data[at + 1] - green), Math.abs(data[at + 2] - blue));
      return far < tolerance;
    },
  };
}

// Pips by where they lie.
function placed() {
  const cells = new Map();
  const cell = (x) => Math.floor(x / CELL);
  const key = (column, line) => column * 4096 + line;
  return {
    put(pip) {
      const at = key(cell(pip.x), cell(pip.y));
      if (cells.has(at)) cells.get(at).push(pip);
      else cells.set(at, [pip]);
    },
    // Whether a pip near a place, within about so many pixels, answers yes.
    anyNear(x, y, reach, answers) {
      const [right, bottom] = [cell(x + reach), cell(y + reach)];
      for (let column = cell(x - reach); column <= right; column += 1) {
        for (let line = cell(y - reach); line <= bottom; line += 1) {
          const here = cells.get(key(column, line));
          if (here?.some(answers)) return true;
        }
      }
      return false;
    },
  };
}

const bitOf = (light) => (light ? 1 : 2);

// The spot with what it is like as a pip, or nothing where it is none.
function pipOf(spot, view) {
  const { x, y, shape, radius } = spot;
  const at = ([across, down], radii) => {
    const [dx, dy] = outOf(shape, across * radii, down * radii);
    return [x + dx, y + dy];
  };
  const within = [[x, y], ...ROUND.filter((_, time) => time % 2 === 0).map((way) => at(way, 0.5))].map((place) => view.bright(...place));
  const ring = ROUND.map((way) => at(way, 1.3 + 1.3 / radius)).filter((place) => view.holds(...place));
  if (ring.length < 14) return undefined;
  const sign = spot.light ? -1 : 1;
  const shades = ring.map((place) => view.bright(...place));
  const [inner, outer] = [median(within), median(shades)];
  const contrast = sign * (outer - inner);
  if (contrast < FAINTEST || within.filter((shade) => Math.abs(shade - inner) < 0.4 * contrast + 4).length < 6) return undefined;
  const even = ring.filter((_, nth) => sign * (shades[nth] - inner) > 0.5 * contrast && Math.abs(shades[nth] - outer) < 0.5 * contrast + 8);
  const support = even.length / ring.length;
  if (support < RING) return undefined;
  const colour = middleColour(even.map((place) => view.colour(...place)));
  const clearness = contrast * support * Math.min(1, spot.fill) * Math.sqrt(spot.roundness);
  return { ...spot, contrast, support, colour, clearness, links: new Set() };
}

export function pipsOf(view) {
  const found = spotsOf(view.grey, view.width, view.height).map((spot) => pipOf(spot, view)).filter(Boolean);
  found.sort((a, b) => b.clearness - a.clearness);
  const { put, anyNear } = placed();
  const pips = [];

  // A spot is found in several windows, and a ring around it as a spot of the other kind.
  const isTaken = (pip) =>
    anyNear(pip.x, pip.y, 30, (other) => {
      const larger = Math.max(pip.radius, other.radius);
      const isAlike = pip.light === other.light || larger < 1.9 * Math.min(pip.radius, other.radius);
      return isAlike && Math.hypot(pip.x - other.x, pip.y - other.y) < 0.8 * larger;
    });
  for (const pip of found) {
    if (pips.length === MOST) break;
    if (isTaken(pip)) continue;
    pips.push(pip);
    put(pip);
  }

  // Which pixels a pip, or its rim, covers: dark ones and light ones apart.
  const covered = new Uint8Array(view.width * view.height);
  for (const { x, y, shape, radius, light } of pips) {
    const rim = 1.35 + 1.2 / radius;
    const reach = Math.ceil(rim * Math.max(shape[0], shape[2]));
    for (let line = Math.max(0, Math.floor(y) - reach); line <= Math.min(view.height - 1, y + reach); line += 1) {
      for (let column = Math.max(0, Math.floor(x) - reach); column <= Math.min(view.width - 1, x + reach); column += 1) {
        const [across, down] = inRadii(shape, column - x, line - y);
        if (across ** 2 + down ** 2 < rim ** 2) covered[line * view.width + column] |= bitOf(light);
      }
    }
  }
  const covers = (x, y, light) => view.holds(x, y) && (covered[view.pixel(x, y)] & bitOf(light)) > 0;

  // The nearest pip within so many of its radii, and how many those are.
  function nearest(x, y, most, light) {
    let [found, least] = [undefined, most];
    anyNear(x, y, 60, (pip) => {
      const far = Math.hypot(pip.x - x, pip.y - y) / pip.radius;
      if (pip.light === light && far < least) [found, least] = [pip, far];
    });
    return found && { pip: found, far: least };
  }

  pips.forEach((pip, nth) => (pip.nth = nth));
  for (const pip of pips) {
    anyNear(pip.x, pip.y, pip.radius * 13, (other) => {
      if (other.nth <= pip.nth || !areLinked(pip, other, view, covers)) return;
      pip.links.add(other);
      other.links.add(pip);
    });
  }
  return { pips, anyNear, covers, nearest };
}

// Whether two pips are alike, as far apart as on one die, and have the colour of their rings between them.
function areLinked(one, other, view, covers) {
  const ratio = one.radius / other.radius;
  if (one.light !== other.light || ratio < 0.6 || ratio > 1.67) return false;
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const far = Math.hypot(dx, dy);
  const radius = (one.radius + other.radius) / 2;
  if (far > 13 * radius || far < 1.7 * radius) return false;
  const contrast = Math.min(one.contrast, other.contrast);
  const differs = one.colour.some((part, nth) => Math.abs(part - other.colour[nth]) > Math.max(30, 0.7 * contrast));
  if (differs) return false;
  const colour = one.colour.map((part, nth) => (part + other.colour[nth]) / 2);
  const tolerance = Math.max(18, contrast * 0.5);
  const steps = Math.max(3, Math.floor(far / 1.5));
  let [foreign, seen] = [0, 0];
  for (let step = 1; step < steps; step += 1) {
    const [x, y] = [one.x + (dx * step) / steps, one.y + (dy * step) / steps];
    if (covers(x, y, one.light)) continue;
    seen += 1;
    if (!view.isLike(x, y, colour, tolerance)) foreign += 1;
  }
  return foreign <= seen * 0.12;
}
