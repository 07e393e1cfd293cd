// Reads the numbers off a picture of resting dice, knowing only the font: every number the die has is drawn in many
// sizes and angles, roughly at first and then more closely, and the one that looks most like the picture wins.
// Evaluated by e2e/dice_seen.py.
async ([png, dice]) => {
  const SCALE = 1.5; // pixels looked at for each CSS pixel
  const STEP = 2;
  const ANGLES = [-8, -4, 0, 4, 8];
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

  const known = new Map();
  function template(number, cell, angle, flat) {
    const key = [number, cell, angle, flat].join();
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
    made.values = made.values.map((value) => value - mean);
    made.length = Math.hypot(...made.values);
    known.set(key, made);
    return made;
  }

  function likeness(picture, shape, left, top) {
    let [sum, squares, product] = [0, 0, 0];
    for (let y = 0; y < shape.height; y += 1) {
      for (let x = 0; x < shape.width; x += 1) {
        const value = picture.values[(top + y) * picture.width + left + x];
        sum += value;
        squares += value * value;
        product += value * shape.values[y * shape.width + x];
      }
    }
    const spread = Math.sqrt(Math.max(1, squares - (sum * sum) / shape.values.length));
    return Math.abs(product) / (spread * shape.length);
  }

  return dice.map(({ sides, x, y, width }) => {
    const half = width * 0.6 * SCALE;
    const ratio = image.width / dice[0].table;
    const pen = paper(2 * half, 2 * half);
    pen.drawImage(image, (x - width * 0.6) * ratio, (y - width * 0.6) * ratio, width * 1.2 * ratio, width * 1.2 * ratio, 0, 0, 2 * half, 2 * half);
    const picture = grey(pen);
    const unit = (width / 72) * SCALE;
    const look = ({ number, angle, larger, dx, dy }) => {
      const shape = template(number, CELLS[sides] * unit * larger, angle, SHORTER[sides] ?? 0.96);
      const left = Math.round(half - shape.width / 2) + dx;
      const top = Math.round(half - ABOVE[sides] * unit - shape.height / 2) + dy;
      return { number, angle, larger, dx, dy, likeness: likeness(picture, shape, left, top) };
    };
    const reach = Math.round(REACH * unit);
    const shifts = [];
    for (let dy = -reach; dy <= reach; dy += STEP) for (let dx = -reach; dx <= reach; dx += STEP) shifts.push({ dx, dy });
    const better = (one, other) => (other.likeness > one.likeness ? other : one);
    let best = { likeness: 0 };
    for (let number = 1; number <= sides; number += 1) {
      let near = { likeness: 0 };
      for (const angle of ANGLES) {
        for (const larger of SIZES) for (const shift of shifts) near = better(near, look({ number, angle, larger, ...shift }));
      }
      for (const part of [{ angle: 2 }, { dx: 1 }, { dy: 1 }, { larger: 0.04 }]) {
        const [[name, step]] = Object.entries(part);
        for (const by of [-step, step]) near = better(near, look({ ...near, [name]: near[name] + by }));
      }
      best = better(best, near);
    }
    return best;
  });
}
