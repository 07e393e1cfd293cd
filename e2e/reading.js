// Reads the numbers off a picture of resting dice, knowing only the font: every number the die has is drawn in many
// sizes and angles, roughly at first and then more closely, and the one that looks most like the picture wins.
// Evaluated by e2e/dice_seen.py.
async ([png, dice]) => {
  const SCALE = 1.5; // pixels looked at for each CSS pixel
  const STEP = 2;
  const ANGLES = [-12, -8, -4, 0, 4, 8, 12];
  const SIZES = [0.96, 1.04, 1.12];
  const SHORTER = { 4: 0.8 }; // a number on a slope looks flatter
  const CELLS = { 4: 21.6, 6: 35.1, 8: 27.1, 10: 25.9, 12: 26.8, 20: 17.6 }; // CSS pixels on a die of 72
  const ABOVE = { 4: 0, 6: 6.5, 8: 6.3, 10: 7, 12: 8, 20: 8.2 };
  const REACH = 9;

  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();

  const paper = (width, height) => {
    const canvas = new OffscreenCanvas(Math.ceil(width), Math.ceil(height));
    return canvas.getContext("2d", { willReadFrequently: true });
  };
  const grey = (pen) => {
    const { data, width, height } = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
    const values = Float32Array.from({ length: width * height }, (_, at) => data[4 * at] + data[4 * at + 1] + data[4 * at + 2]);
    return { values, width, height };
  };

  // Of each rectangle from the picture's first corner, what its values and their squares come to: so those of any window
  // are known without a look at each of its pixels.
  function summed({ values, width, height }) {
    const [wide, sums, squares] = [width + 1, ...[1, 2].map(() => new Float64Array((width + 1) * (height + 1)))];
    for (let y = 0; y < height; y += 1) {
      let [sum, square] = [0, 0];
      for (let x = 0; x < width; x += 1) {
        const value = values[y * width + x];
        sum += value;
        square += value * value;
        sums[(y + 1) * wide + x + 1] = sums[y * wide + x + 1] + sum;
        squares[(y + 1) * wide + x + 1] = squares[y * wide + x + 1] + square;
      }
    }
    return { sums, squares };
  }

  const known = (globalThis.templates ??= new Map()); // as of an earlier picture
  function template(number, cell, angle, flat, across) {
    const key = [number, cell, angle, flat, across].join();
    if (known.has(key)) return known.get(key);
    const pen = paper(cell * 1.16, cell * 1.16 * flat);
    pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
    pen.fillStyle = "white";
    pen.translate(pen.canvas.width / 2, pen.canvas.height / 2);
    pen.scale(1, flat);
    pen.rotate((angle * Math.PI) / 180);
    pen.textAlign = "center";
    pen.font = `bold ${cell * (number > 9 ? 0.78 : 0.98)}px system-ui, sans-serif`;
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = pen.measureText(number);
    const underlined = number === 6 || number === 9;
    pen.fillText(number, 0, (above - below) / 2 - (underlined ? cell * 0.05 : 0), cell * 0.96);
    if (underlined) pen.fillRect(-cell * 0.24, cell * 0.385, cell * 0.48, cell * 0.075);
    const made = grey(pen);
    const mean = made.values.reduce((sum, value) => sum + value, 0) / made.values.length;
    made.mean = mean;
    made.length = Math.sqrt(made.values.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    const ink = [...made.values.keys()].filter((at) => made.values[at]);
    made.ink = Float64Array.from(ink, (at) => made.values[at]);
    made.places = Int32Array.from(ink, (at) => Math.floor(at / made.width) * across + (at % made.width));
    known.set(key, made);
    return made;
  }

  function likeness(picture, shape, left, top) {
    const { ink, places, width, height } = shape;
    const first = top * picture.width + left;
    let inked = 0;
    for (let at = 0; at < ink.length; at += 1) inked += picture.values[first + places[at]] * ink[at];
    const corner = first + top; // the sums have a column more
    const below = corner + height * (picture.width + 1);
    const within = (all) => all[below + width] - all[below] - all[corner + width] + all[corner];
    const sum = within(picture.sums);
    const spread = Math.sqrt(Math.max(1, within(picture.squares) - (sum * sum) / (width * height)));
    return Math.abs(inked - shape.mean * sum) / (spread * shape.length);
  }

  return dice.map(({ sides, x, y, width }) => {
    const half = width * 0.6 * SCALE;
    const ratio = image.width / dice[0].table;
    const pen = paper(2 * half, 2 * half);
    pen.drawImage(image, (x - width * 0.6) * ratio, (y - width * 0.6) * ratio, width * 1.2 * ratio, width * 1.2 * ratio, 0, 0, 2 * half, 2 * half);
    const picture = grey(pen);
    Object.assign(picture, summed(picture));
    const unit = (width / 72) * SCALE;
    const looking = ({ number, angle, larger }) => {
      const shape = template(number, CELLS[sides] * unit * larger, angle, SHORTER[sides] ?? 0.96, picture.width);
      const left = Math.round(half - shape.width / 2);
      const top = Math.round(half - ABOVE[sides] * unit - shape.height / 2);
      return ({ dx, dy }) => ({ number, angle, larger, dx, dy, likeness: likeness(picture, shape, left + dx, top + dy) });
    };
    const reach = Math.round(REACH * unit);
    const shifts = [];
    for (let dy = -reach; dy <= reach; dy += STEP) for (let dx = -reach; dx <= reach; dx += STEP) shifts.push({ dx, dy });
    const better = (one, other) => (other.likeness > one.likeness ? other : one);
    let best = { likeness: 0 };
    for (let number = 1; number <= sides; number += 1) {
      let near = { likeness: 0 };
      for (const angle of ANGLES) {
        for (const larger of SIZES) near = shifts.map(looking({ number, angle, larger })).reduce(better, near);
      }
      for (const part of [{ angle: 2 }, { dx: 1 }, { dy: 1 }, { larger: 0.04 }]) {
        const [[name, step]] = Object.entries(part);
        for (const by of [-step, step]) {
          const changed = { ...near, [name]: near[name] + by };
          near = better(near, looking(changed)(changed));
        }
      }
      best = better(best, near);
    }
    return best;
  });
}
