// Run by tests/web/test_eye.py: reads pictures with the site's own modules and prints what they found as JSON. Pictures come
// from files, by the decoder that Playwright brings, or are drawn here.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , modules, check, folder, decoders] = process.argv;
const { readDice } = await import(`${modules}/reader.mjs`);
const { SURE, UNSURE } = await import(`${modules}/confidence.mjs`);
const { agreed } = await import(`${modules}/agreement.mjs`);

function files() {
  const { jpegjs } = createRequire(import.meta.url)(decoders);
  const lines = readFileSync(`${folder}/dice.tsv`, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => {
    const [name, dice] = line.split("\t");
    return { name, picture: jpegjs.decode(readFileSync(`${folder}/${name}.jpg`), { useTArray: true }), dice: dice.split("; ").map((die) => die.split(" ").map(Number)) };
  });
}

// What was read of each kind of picture, from each confidence on: faces that are right, wrong, and where there is no die.
function figures() {
  const found = {};
  for (const { name, picture, dice } of files()) {
    const seen = readDice(picture);
    for (const least of [UNSURE, SURE]) {
      const sum = (found[`${name.slice(0, 3)} ${least}`] ??= { dice: 0, right: 0, wrong: 0, none: 0 });
      sum.dice += dice.length;
      const left = [...dice];
      for (const { face, x, y } of seen.filter(({ confidence }) => confidence >= least)) {
        const lies = ([, atX, atY, width, height]) => Math.abs(x / picture.width - atX) < width / 2 && Math.abs(y / picture.height - atY) < height / 2;
        const at = left.findIndex(lies);
        if (at < 0) sum.none += 1;
        else sum[left.splice(at, 1)[0][0] === face ? "right" : "wrong"] += 1;
      }
    }
  }
  return found;
}

function crop({ data, width }, left, top, right, bottom) {
  const lines = [];
  for (let y = top; y < bottom; y += 1) lines.push(data.subarray((y * width + left) * 4, (y * width + right) * 4));
  return { data: Uint8Array.from(lines.flatMap((line) => [...line])), width: right - left, height: bottom - top };
}

// Repeatable noise from 0 to 1.
function noise(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function drawn(width, height, colour, seed = 1, strength = 6) {
  const random = noise(seed);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const by = strength * (random() + random() - 1);
      data.set([...colour(x, y).map((part) => part + by), 255], (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

const TABLES = {
  even: () => [90, 110, 100],
  wood: (x, y) => [150, 100, 60].map((part) => part + 25 * Math.sin(y / 7 + Math.sin(x / 60))),
  cloth: (x, y) => [60, 70, 120].map((part) => part + ((x >> 3) + (y >> 3)) % 2 * 30),
  dark: () => [8, 8, 10],
  glare: (x, y) => [40, 90, 50].map((part) => part + 190 * Math.exp(-((x - 300) ** 2 + (y - 200) ** 2) / 9000)),
};

// What is read where no die lies: on tables that are drawn, and in the strips of pictures beside all dice.
function empty() {
  const found = [];
  for (const [name, colour] of Object.entries(TABLES)) found.push({ name, dice: readDice(drawn(640, 480, colour)) });
  for (const { name, picture, dice } of files().filter((file) => file.name.startsWith("num"))) {
    const { width, height } = picture;
    const left = Math.floor(width * Math.min(...dice.map(([, x, , wide]) => x - wide * 0.6)));
    const bottom = Math.ceil(height * Math.max(...dice.map(([, , y, , high]) => y + high * 0.6)));
    if (left > 120) found.push({ name: `${name} left`, dice: readDice(crop(picture, 0, 0, left, height)) });
    if (bottom < height - 120) found.push({ name: `${name} below`, dice: readDice(crop(picture, 0, bottom, width, height)) });
  }
  return { tables: found.length, said: found.filter(({ dice }) => dice.length).map(({ name, dice }) => [name, dice.map(({ face, confidence }) => [face, confidence])]) };
}

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]] };
PIPS[4] = [...PIPS[2], [-1, 1], [1, -1]];
PIPS[5] = [...PIPS[4], [0, 0]];
PIPS[6] = [...PIPS[4], [-1, 0], [1, 0]];
const [HALF, PLACE, PIP] = [1, 0.52, 0.19]; // of half a die's side

// Dice at places, each turned, tilted away, in its own colours, and light that falls off to the right.
function thrown(dice, width, height, light = 0) {
  const planes = dice.map(({ turn = 0, tilt = 0, ...die }) => ({ ...die, cos: Math.cos(turn), sin: Math.sin(turn), flat: Math.cos(tilt) }));
  return drawn(width, height, (x, y) => {
    const shade = 1 - (light * x) / width;
    for (const { face, at, size, cos, sin, flat, paint = [235, 230, 220], ink = [25, 25, 30] } of planes) {
      if (Math.abs(x - at[0]) > size || Math.abs(y - at[1]) > size) continue;
      const [dx, dy] = [(x - at[0]) / (size / 2), (y - at[1]) / (size / 2) / flat];
      const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
      if (Math.max(Math.abs(u), Math.abs(v)) > HALF) continue;
      const isPip = PIPS[face].some(([across, down]) => Math.hypot(u - across * PLACE, v - down * PLACE) < PIP);
      return (isPip ? ink : paint).map((part) => part * shade);
    }
    return [70, 125, 105].map((part) => part * shade);
  });
}

const COLOURS = [{}, { paint: [170, 30, 40], ink: [240, 235, 230] }, { paint: [30, 30, 34], ink: [225, 225, 225] }];

// Every face, turned and tilted, in three colours and in three lights: what was read otherwise than it was drawn.
function faces() {
  const wrong = [];
  for (const light of [0, 0.4]) {
    for (const turn of [0, 0.4, 1.1]) {
      for (const tilt of [0, 0.5]) {
        COLOURS.forEach((colours, kind) => {
          const dice = [1, 2, 3, 4, 5, 6].map((face, nth) => ({ face, turn, tilt, size: 60, at: [70 + 130 * (nth % 3), 70 + 130 * Math.floor(nth / 3)], ...colours }));
          const read = readDice(thrown(dice, 400, 270, light)).filter(({ confidence }) => confidence >= UNSURE);
          const seen = dice.map(({ at }) => read.filter(({ x, y }) => Math.hypot(x - at[0], y - at[1]) < 30).map(({ face }) => face).join());
          if (seen.join(" ") !== "1 2 3 4 5 6" || read.length !== 6) wrong.push({ light, turn, tilt, kind, seen });
        });
      }
    }
  }
  return wrong;
}

// A die that the edge of the picture cuts, at each edge, with all of its pips to be seen; and one that lies within.
function edges() {
  const places = [[34, 240], [606, 240], [320, 34], [320, 446], [320, 240]];
  return places.map((at) => readDice(thrown([{ face: 4, at, size: 74 }], 640, 480)).map(({ face, confidence }) => [face, confidence >= SURE]));
}

// What frames agree on, each given as faces at places of a line.
const die = (face, x, confidence = 0.9) => ({ face, confidence, x, y: 50, outline: [[x - 20, 30], [x + 20, 30], [x + 20, 70], [x - 20, 70]] });
const told = (frames) => agreed(frames).map(({ face, x, confidence }) => [face, x, confidence >= SURE]);
const agreement = () => ({
  one: told([[die(5, 50)]]),
  two: told([[die(5, 50)], [die(5, 54)]]),
  gap: told([[die(5, 50)], [], [die(5, 54)]]),
  flicker: told([[die(5, 50)], [die(4, 51)], [die(5, 52)]]),
  quarrel: told([[die(5, 50)], [die(4, 51)], [die(3, 52)]]),
  moved: told([[die(5, 50)], [die(5, 150)], [die(5, 250)]]),
  beside: told([[die(5, 50), die(5, 95)], [die(5, 51), die(5, 96)]]),
  unsure: told([[die(2, 50, 0.4)], [die(2, 50, 0.4)]]),
  older: told([[die(5, 50)], [die(5, 50)], [], []]),
});

console.log(JSON.stringify({ figures, empty, faces, edges, agreement }[check]()));
