// The pips of a picture: spots with an even ring around them, linked where nothing but the die's own colour lies between.
import { brightness, spotsOf } from "./spots.mjs";

const MOST = 320; // pips that are looked at, the clearest ones
const FAINTEST = 14; // steps of brightness between a pip and its ring
const RING = 0.7; // of it that must be as bright as the rest
const CELL = 24; // pixels across, of the squares by which pips are found
const TIMES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const ROUND = TIMES.map((time) => [Math.cos((time * Math.PI) / 8), Math.sin((time * Math.PI) / 8)]);
const WITHIN = [[0, 0], ...ROUND.filter((_, time) => time % 2 === 0)];

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const medianShade = (shades) => new Uint8Array(shades).sort()[shades.length >> 1];
export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
export const middleColour = (colours) => [0, 1, 2].map((part) => median(colours.map((colour) => colour[part])));

// From radii of a pip to pixels, and back.
export const outOf = ([xx, xy, yy], x, y) => [xx * x + xy * y, xy * x + yy * y];
export function inRadii([xx, xy, yy], x, y) {
  const size = xx * yy - xy * xy;
  return [(yy * x - xy * y) / size, (xx * y - xy * x) / size];
}

// A picture to be asked for what is at a place. A pixel is its number, line by line; -1 is beyond the picture.
export function viewOf({ data, width, height }) {
  const grey = brightness({ data, width, height });
  function pixel(x, y) {
    const [column, line] = [Math.floor(x + 0.5), Math.floor(y + 0.5)];
    return column >= 0 && line >= 0 && column < width && line < height ? line * width + column : -1;
  }
  return {
    grey,
    width,
    height,
    pixel,
    colour: (at) => [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]],
    isLike(x, y, [red, green, blue], tolerance) {
      const at = pixel(x, y) * 4;
      if (at < 0) return false;
      return Math.abs(data[at] - red) < tolerance && Math.abs(data[at + 1] - green) < tolerance && Math.abs(data[at + 2] - blue) < tolerance;
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

// The spot with what it is like as a pip, or nothing where it is none. `even` are the pixels of its ring that tell its colour.
function pipOf(spot, { grey, pixel }) {
  const { x, y, shape: [xx, xy, yy], radius } = spot;
  const pixelAt = ([across, down], radii) => pixel(x + xx * across * radii + xy * down * radii, y + xy * across * radii + yy * down * radii);
  const ring = ROUND.map((way) => pixelAt(way, 1.3 + 1.3 / radius)).filter((at) => at >= 0);
  if (ring.length < 14) return undefined;
  const within = WITHIN.map((way) => grey[pixelAt(way, 0.5)]);
  const shades = ring.map((at) => grey[at]);
  const [inner, outer] = [medianShade(within), medianShade(shades)];
  const sign = spot.light ? -1 : 1;
  const contrast = sign * (outer - inner);
  if (contrast < FAINTEST || within.filter((shade) => Math.abs(shade - inner) < 0.4 * contrast + 4).length < 6) return undefined;
  const even = ring.filter((_, nth) => sign * (shades[nth] - inner) > 0.5 * contrast && Math.abs(shades[nth] - outer) < 0.5 * contrast + 8);
  const support = even.length / ring.length;
  if (support < RING) return undefined;
  const clearness = contrast * support * Math.min(1, spot.fill) * Math.sqrt(spot.roundness);
  return { ...spot, contrast, support, even, clearness, links: new Set() };
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
    pip.colour = middleColour(pip.even.map(view.colour));
    pips.push(pip);
    put(pip);
  }

  // Which pixels a pip, or its rim, covers: dark ones and light ones apart.
  const covered = new Uint8Array(view.width * view.height);
  for (const { x, y, shape: [xx, xy, yy], radius, light } of pips) {
    const rim = 1.35 + 1.2 / radius;
    const reach = Math.ceil(rim * Math.max(xx, yy));
    const [left, top] = [Math.max(0, Math.floor(x) - reach), Math.max(0, Math.floor(y) - reach)];
    const [right, bottom] = [Math.min(view.width - 1, x + reach), Math.min(view.height - 1, y + reach)];
    const [bit, edge] = [bitOf(light), (rim * (xx * yy - xy * xy)) ** 2];
    for (let line = top; line <= bottom; line += 1) {
      for (let column = left; column <= right; column += 1) {
        const across = yy * (column - x) - xy * (line - y);
        const down = xx * (line - y) - xy * (column - x);
        if (across * across + down * down < edge) covered[line * view.width + column] |= bit;
      }
    }
  }
  function covers(x, y, light) {
    const at = view.pixel(x, y);
    return at >= 0 && (covered[at] & bitOf(light)) > 0;
  }

  // The nearest pip within so many of its radii, and how many those are.
  const largest = pips.reduce((most, { radius }) => Math.max(most, radius), 0);
  function nearest(x, y, most, light) {
    let [found, least] = [undefined, most];
    anyNear(x, y, Math.min(60, most * largest), (pip) => {
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
