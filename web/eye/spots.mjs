// The spots of a picture that are darker or lighter than what is around them, as ellipses: what may be pips.
const WINDOWS = [6, 14, 34]; // pixels to each side that one is compared with: for dice far off, nearer and close by
const [STEP, SHARE] = [4, 0.04]; // by how much it must differ from their mean, and by which part of that
const SMALLEST = 9; // pixels
const BIGGEST = 0.007; // of the picture
const [EMPTIEST, FULLEST] = [0.7, 1.2]; // how much of its ellipse a spot fills
const FLATTEST = 0.33; // its way across by its way along

const [DARK, LIGHT] = [1, 2];

export function brightness({ data, width, height }) {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    grey[at] = (data[from] * 77 + data[from + 1] * 150 + data[from + 2] * 29) >> 8;
  }
  return grey;
}

// For each corner between pixels, the sum of all that lie above and to the left of it.
function sumsOf(grey, width, height) {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    const above = y * (width + 1);
    let line = 0;
    for (let x = 0; x < width; x += 1) {
      line += grey[y * width + x];
      sums[above + width + 2 + x] = sums[above + 1 + x] + line;
    }
  }
  return sums;
}

// Marks in `line` which pixels of line `y` are dark or light beside the mean of those around them.
function mark(line, y, reach, grey, sums, width, height) {
  const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
  const [above, below, from] = [top * (width + 1), bottom * (width + 1), y * width];
  for (let x = 0, end = 0; x < width; ) {
    end = x < reach || x >= width - reach ? x + 1 : width - reach; // up to there each has as many pixels around it
    let left = Math.max(0, x - reach);
    const span = Math.min(width, x + reach + 1) - left;
    const part = 1 / (span * (bottom - top));
    for (; x < end; x += 1, left += 1) {
      const right = left + span;
      const mean = (sums[below + right] - sums[below + left] - sums[above + right] + sums[above + left]) * part;
      const differs = grey[from + x] - mean;
      const least = STEP + mean * SHARE;
      line[x] = differs < -least ? DARK : differs > least ? LIGHT : 0;
    }
  }
}

// What is added up of a spot: its pixels, x, y, xx, yy and xy over them, and where it begins and ends.
const [COUNT, X, Y, XX, YY, XY, LEFT, RIGHT, TOP, BOTTOM, KIND, FIELDS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const squares = (upTo) => (upTo * (upTo + 1) * (2 * upTo + 1)) / 6;

function grown(numbers) {
  const twice = new Float64Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}

// Joins the marked pixels of all lines, run by run, and gives the sums of each spot that they make.
function joined(grey, sums, width, height, reach) {
  const line = new Uint8Array(width);
  let spots = new Float64Array(FIELDS * width); // so many numbers each
  const parents = []; // of a spot that was joined to another, that one
  const first = (spot) => {
    while (parents[spot] !== spot) spot = parents[spot] = parents[parents[spot]];
    return spot;
  };
  const begin = () => ({ from: new Int32Array(width), to: new Int32Array(width), kind: new Uint8Array(width), spot: new Int32Array(width), count: 0 });
  let [before, now] = [begin(), begin()];

  function join(into, spot) {
    parents[spot] = into;
    const [a, b] = [into * FIELDS, spot * FIELDS];
    for (let field = COUNT; field <= XY; field += 1) spots[a + field] += spots[b + field];
    spots[a + LEFT] = Math.min(spots[a + LEFT], spots[b + LEFT]);
    spots[a + RIGHT] = Math.max(spots[a + RIGHT], spots[b + RIGHT]);
    spots[a + TOP] = Math.min(spots[a + TOP], spots[b + TOP]);
  }

  function add(found, from, to, y, kind) {
    const count = to - from + 1;
    const x = ((from + to) * count) / 2;
    const xx = squares(to) - squares(from - 1);
    const spot = found < 0 ? parents.push(parents.length) - 1 : found;
    const at = spot * FIELDS;
    if (found < 0) {
      if (at === spots.length) spots = grown(spots);
      [spots[at + LEFT], spots[at + RIGHT], spots[at + TOP], spots[at + KIND]] = [from, to, y, kind];
    }
    spots[at + COUNT] += count;
    spots[at + X] += x;
    spots[at + Y] += y * count;
    spots[at + XX] += xx;
    spots[at + YY] += y * y * count;
    spots[at + XY] += y * x;
    if (from < spots[at + LEFT]) spots[at + LEFT] = from;
    if (to > spots[at + RIGHT]) spots[at + RIGHT] = to;
    spots[at + BOTTOM] = y;
    return spot;
  }

  for (let y = 0; y < height; y += 1) {
    mark(line, y, reach, grey, sums, width, height);
    now.count = 0;
    let over = 0; // the run above that may touch
    for (let x = 0; x < width; x += 1) {
      const kind = line[x];
      if (!kind) continue;
      const from = x;
      while (x + 1 < width && line[x + 1] === kind) x += 1;
      while (over < before.count && before.to[over] < from) over += 1;
      let found = -1;
      for (let run = over; run < before.count && before.from[run] <= x; run += 1) {
        if (before.kind[run] !== kind) continue;
        const spot = first(before.spot[run]);
        if (found < 0) found = spot;
        else if (spot !== found) join(found, spot);
      }
      const run = now.count++;
      [now.from[run], now.to[run], now.kind[run]] = [from, x, kind];
      now.spot[run] = add(found, from, x, y, kind);
    }
    [before, now] = [now, before];
  }
  return { spots, whole: (spot) => parents[spot] === spot, count: parents.length };
}

// The ellipse of a spot by its sums; nothing where it is none, or is cut by the edge.
function ellipse(spots, at, width, height) {
  const count = spots[at + COUNT];
  if (spots[at + LEFT] === 0 || spots[at + TOP] === 0 || spots[at + RIGHT] === width - 1 || spots[at + BOTTOM] === height - 1) return undefined;
  const [x, y] = [spots[at + X] / count, spots[at + Y] / count];
  const across = spots[at + XX] / count - x * x + 1 / 12; // a pixel is not a point
  const down = spots[at + YY] / count - y * y + 1 / 12;
  const both = spots[at + XY] / count - x * y;
  const root = Math.sqrt(Math.max(0, across * down - both * both));
  if (!root) return undefined;
  const fill = count / (4 * Math.PI * root);
  if (fill < EMPTIEST || fill > FULLEST) return undefined;
  const half = (across + down) / 2;
  const rest = Math.sqrt((across - down) ** 2 / 4 + both * both);
  const roundness = Math.sqrt(Math.max(0, (half - rest) / (half + rest)));
  if (roundness < FLATTEST) return undefined;
  const whole = Math.sqrt(across + down + 2 * root) / 2;
  const shape = [(across + root) / whole, both / whole, (down + root) / whole]; // takes the unit circle to the ellipse
  return { x, y, shape, radius: Math.sqrt(count / Math.PI), fill, roundness, light: spots[at + KIND] === LIGHT };
}

export function spotsOf(grey, width, height) {
  const sums = sumsOf(grey, width, height);
  const found = [];
  for (const reach of WINDOWS) {
    const { spots, whole, count } = joined(grey, sums, width, height, reach);
    for (let spot = 0; spot < count; spot += 1) {
      const pixels = spots[spot * FIELDS + COUNT];
      if (!whole(spot) || pixels < SMALLEST || pixels > width * height * BIGGEST) continue;
      const seen = ellipse(spots, spot * FIELDS, width, height);
      if (seen) found.push(seen);
    }
  }
  return found;
}
