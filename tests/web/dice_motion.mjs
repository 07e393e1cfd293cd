// Run by tests/web/test_dice_motion.py: throws dice with the site's own modules and prints what came of it as JSON.
// The number that lies up is found from the triangles that are drawn, not from the table the motion was planned with.
const [, , modules, check, ...given] = process.argv;
const { FEET, lowest, lying, mesh, radius, renumbered, ROUND, SIZES, SOLIDS, standing, STRIDE } = await import(`${modules}/solids.mjs`);
const { impacts, lastOf, placesOf, plan, pose, randomFrom, settled } = await import(`${modules}/tumble.mjs`);
const { fall, PARTS } = await import(`${modules}/fall.mjs`);
const { openTo, thrown } = await import(`${modules}/hand.mjs`);
const { about, after, back } = await import(`${modules}/turns.mjs`);

// Axis and angle (0 to pi) of a turn; any axis will do where nothing turns.
function axisAngle(turn) {
  const [x, y, z, w] = turn[3] < 0 ? turn.map((part) => -part) : turn;
  const sine = Math.hypot(x, y, z);
  return sine < 1e-9 ? [[0, 0, 1], 0] : [[x / sine, y / sine, z / sine], 2 * Math.atan2(sine, w)];
}

// The point `at` after a turn, the long way round: turn, point, turn back.
const turned = (turn, at) => after(after(turn, [...at, 0]), back(turn)).slice(0, 3);

const middle = (points) => [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

// Every place of a die where a number is drawn: its middle, and which way its top points.
function drawn(sides) {
  const floats = mesh(sides);
  const triangles = [];
  for (let at = 0; at < floats.length; at += 3 * STRIDE) {
    const [a, b, c] = [0, 1, 2].map((corner) => [...floats.slice(at + corner * STRIDE, at + (corner + 1) * STRIDE)]);
    if (!a[8]) continue;
    const [acrossB, upB, acrossC, upC] = [b[6] - a[6], b[7] - a[7], c[6] - a[6], c[7] - a[7]];
    const area = acrossB * upC - acrossC * upB;
    const top = [0, 1, 2].map((axis) => (acrossB * (c[axis] - a[axis]) - acrossC * (b[axis] - a[axis])) / area);
    triangles.push({ number: a[8], at: middle([a, b, c]), normal: a.slice(3, 6), top });
  }
  return triangles;
}
const DRAWN = new Map(SIZES.map((sides) => [sides, drawn(sides)]));

function upper(sides, turn) {
  const heights = SOLIDS[sides].numbers.map((number) => {
    const places = DRAWN.get(sides).filter((one) => one.number === number);
    return [turned(turn, middle(places.map(({ at }) => at)))[2], number];
  });
  return heights.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

// How far a resting die's number leans from upright, in radians: of a d4, the one on the side the reader sees.
function crooked(sides, turn, number) {
  const places = DRAWN.get(sides).filter((one) => one.number === number);
  const seen = (one) => turned(turn, one.normal)[sides === 4 ? 1 : 2] * (sides === 4 ? -1 : 1);
  const [x, y] = turned(turn, places.reduce((best, one) => (seen(one) > seen(best) ? one : best)).top);
  return Math.abs(Math.atan2(x, y));
}

const SIZE = 72;
const PITCH = 80;
function grid(count, columns, random, landings = (face) => [[0, face]]) {
  const rows = Math.ceil(count / columns);
  const tray = { width: columns * PITCH + 32, height: Math.max(176, rows * PITCH + 32) };
  const dice = Array.from({ length: count }, (_, nth) => {
    const sides = SIZES[Math.floor(random() * SIZES.length)];
    const face = 1 + Math.floor(random() * sides);
    const x = ((nth % columns) - (columns - 1) / 2) * PITCH;
    const y = ((rows - 1) / 2 - Math.floor(nth / columns)) * PITCH;
    return { sides, face, x, y, size: SIZE, kind: "thrown", before: 0, landings: landings(face) };
  });
  return { tray, dice };
}

const CHECKS = {
  numbers() {
    return SIZES.map((sides) => ({
      sides,
      corners: SOLIDS[sides].corners.length,
      faces: SOLIDS[sides].faces.length,
      numbers: [...new Set(DRAWN.get(sides).map(({ number }) => number))].sort((a, b) => a - b),
      opposite: sides === 4 ? [] : SOLIDS[sides].faces.map((face, place) => {
        const other = SOLIDS[sides].faces.findIndex(({ out }) => Math.hypot(...out.map((part, axis) => part + face.out[axis])) < 1e-6);
        return SOLIDS[sides].numbers[place] + SOLIDS[sides].numbers[other];
      }),
    }));
  },

  // 6,000 throws of one size: how often each face was asked for, and which throws ended otherwise
  faces(text, throws) {
    const sides = Number(text);
    const random = randomFrom(sides);
    const asked = {};
    let lean = 0;
    const wrong = [];
    for (let nth = 0; nth < Number(throws); nth += 1) {
      const face = 1 + Math.floor(random() * sides);
      const again = 1 + Math.floor(random() * sides);
      asked[face] = (asked[face] ?? 0) + 1;
      const landings = [[[0, face]], [[0, again], [1, face]], [[2, face]]][nth % 3];
      const die = { sides, face, x: 0, y: 0, size: SIZE, kind: nth % 7 ? "thrown" : "auto", before: nth % 5 ? 0 : again, landings };
      const [motion] = plan([die], { width: 358, height: 176 }, "full", randomFrom(nth));
      for (const time of [lastOf([motion]), Infinity]) {
        const { turn, x, y, z, seen } = pose(motion, time);
        lean = Math.max(lean, crooked(sides, turn, face));
        if (upper(sides, turn) !== face || Math.hypot(x, y) > SIZE / 12 || z || seen !== 1) wrong.push([nth, face, upper(sides, turn), x, y, z, seen]);
      }
    }
    return { asked, lean, wrong: wrong.slice(0, 5) };
  },

  // a resting die whose numbers are changed round: every face can be had, in no other way than a solid looks alike
  renumbering() {
    const worst = { face: 0, off: 0, yaw: {} };
    for (const sides of SIZES) {
      const random = randomFrom(sides);
      for (let number = 1; number <= sides; number += 1) {
        for (let nth = 0; nth < 20; nth += 1) {
          const lies = after(about([0, 0, 1], random() * 6.28), lying(sides, 1 + Math.floor(random() * sides)));
          const { round, yaw } = renumbered(sides, lies, number, 0);
          if (upper(sides, after(lies, round)) !== number) worst.face += 1;
          worst.yaw[sides] = Math.max(worst.yaw[sides] ?? 0, Math.abs(yaw), crooked(sides, after(about([0, 0, 1], yaw), after(lies, round)), number) * 1e6);
          for (const foot of SOLIDS[sides].corners) {
            const now = turned(round, foot);
            worst.off = Math.max(worst.off, Math.min(...SOLIDS[sides].corners.map((other) => Math.hypot(...now.map((part, axis) => part - other[axis])))));
          }
        }
      }
    }
    return worst;
  },

  // dice as bodies alone: where they come to lie, how, and what they met
  falls(count, size, width, height, longest, throws) {
    const found = { eased: 0, dice: 0, out: -Infinity, tilted: 0, sunk: 0, fastest: 0, faces: {}, met: { felt: 0, edge: 0, die: 0 } };
    const box = { width: width / size, height: height / size, open: openTo([0, -1]) };
    for (let seed = 0; seed < Number(throws); seed += 1) {
      const random = randomFrom(seed);
      const sizes = Array.from({ length: Number(count) }, () => SIZES[Math.floor(random() * SIZES.length)]);
      const bodies = fall(thrown(sizes, [0, -1], box, random), box, Number(longest));
      bodies.forEach(({ path, hits, eased }, nth) => {
        const [x, y, z, ...turn] = path.slice(-PARTS);
        const { level } = lowest(sizes[nth], turn);
        found.dice += 1;
        found.eased += eased;
        found.out = Math.max(found.out, Math.abs(x) - box.width / 2, Math.abs(y) - box.height / 2);
        found.tilted = Math.max(found.tilted, 1 - level);
        found.sunk = Math.max(found.sunk, Math.abs(z - standing(sizes[nth], turn) * radius(1)));
        for (let at = PARTS; at < path.length; at += PARTS) {
          found.fastest = Math.max(found.fastest, Math.hypot(...[0, 1, 2].map((axis) => path[at + axis] - path[at - PARTS + axis])));
        }
        if (sizes[nth] === 6) found.faces[upper(6, turn)] = (found.faces[upper(6, turn)] ?? 0) + 1;
        for (const [, , kind] of hits) found.met[kind] += 1;
      });
    }
    return found;
  },

  // dice that come to lie where they fell: how far from one another and from the edges, and how far they slid
  free(count, throws) {
    const tray = { width: 900, height: 320, pools: 1 };
    const found = { near: Infinity, edge: Infinity, slid: 0, alike: 0 };
    for (let seed = 0; seed < Number(throws); seed += 1) {
      const { dice } = grid(Number(count), Number(count), randomFrom(seed));
      const motions = plan(dice, tray, "full", randomFrom(seed));
      const places = placesOf(motions);
      if (!places) return null;
      places.forEach(([x, y], nth) => {
        const end = pose(motions[nth], Infinity);
        if (Math.hypot(end.x - x, end.y - y) > 1e-6 || upper(dice[nth].sides, end.turn) !== dice[nth].face) throw new Error("lies elsewhere");
        found.edge = Math.min(found.edge, tray.width / 2 - Math.abs(x), tray.height / 2 - Math.abs(y));
        for (const other of places.slice(0, nth)) found.near = Math.min(found.near, Math.hypot(x - other[0], y - other[1]));
        const [step] = motions[nth].steps;
        found.slid += Math.hypot(x - step.fell[0], y - step.fell[1]) / Number(count) / Number(throws);
      });
    }
    return found;
  },

  // many dice at once, watched every 4 ms: the worst of everything that must not happen
  motion(count, columns, pace, seeds) {
    const worst = { jump: 0, spin: 0, sunk: 0, overlap: 0, last: 0, hidden: 0, outside: Infinity, touching: 0, marks: 0 };
    for (let seed = 0; seed < Number(seeds); seed += 1) {
      const { tray, dice } = grid(Number(count), Number(columns), randomFrom(seed));
      const motions = plan(dice, tray, pace, randomFrom(seed + 1000));
      const slides = Math.min(...motions.map(({ steps: [step] }) => step.start + step.slides * step.tempo));
      let before;
      for (let time = 0; time <= 1600; time += 4) {
        const now = motions.map((motion) => pose(motion, time));
        now.forEach(({ x, y, z, turn, seen }, nth) => {
          const { sides, size } = dice[nth];
          const high = z + standing(sides, motions[nth].turn) * radius(size);
          const lowest = Math.min(...FEET[sides].map((foot) => turned(turn, foot)[2])) * radius(size);
          worst.sunk = Math.max(worst.sunk, -(high + lowest));
          worst.hidden = Math.max(worst.hidden, 1 - seen);
          if (before) {
            worst.jump = Math.max(worst.jump, Math.hypot(x - before[nth].x, y - before[nth].y, z - before[nth].z));
            worst.spin = Math.max(worst.spin, axisAngle(after(turn, back(before[nth].turn)))[1]);
          }
          for (let other = 0; other < nth && time < slides; other += 1) {
            const above = standing(dice[other].sides, motions[other].turn) * radius(size) + now[other].z - high;
            const apart = Math.hypot(x - now[other].x, y - now[other].y, above);
            worst.overlap = Math.max(worst.overlap, (ROUND[sides] + ROUND[dice[other].sides]) * size - apart);
          }
        });
        before = now;
      }
      const inside = motions.map((motion) => pose(motion, 0)).map(({ x, y }) => Math.max(Math.abs(x) - tray.width / 2, Math.abs(y) - tray.height / 2));
      worst.outside = Math.min(worst.outside, -Math.min(...inside));
      const lying = motions.map((motion, nth) => {
        const { x, y, turn } = pose(motion, Infinity);
        return { x, y, wide: radius(SIZE) * Math.max(...FEET[dice[nth].sides].map((foot) => Math.hypot(...turned(turn, foot).slice(0, 2)))) };
      });
      lying.forEach((one, nth) => {
        for (const other of lying.slice(0, nth)) {
          worst.touching = Math.max(worst.touching, one.wide + other.wide - Math.hypot(one.x - other.x, one.y - other.y));
        }
      });
      const still = motions.map(settled);
      worst.marks = Math.max(worst.marks, Math.max(...still) - Math.min(...still));
      worst.last = Math.max(worst.last, lastOf(motions), ...impacts(motions).map(([time]) => time));
    }
    return worst;
  },

  // a die that goes on after its first landing, one that comes later, one that is placed, and one that lies still
  waves(waves) {
    const landings = Array.from({ length: Number(waves) }, (_, wave) => [wave, 1 + (wave % 6)]);
    const die = (place, more) => ({ sides: 6, face: 1, x: place * PITCH, y: 0, size: SIZE, kind: "thrown", before: 0, landings: [], ...more });
    const dice = [
      die(0, { face: landings.at(-1)[1], landings }),
      die(1, { face: 5, landings: [[Number(waves) - 1, 5]] }),
      die(2, { face: 6, kind: "auto", landings: [[0, 6]] }),
    ];
    const motions = plan(dice, { width: 358, height: 176 }, "full", randomFrom(1));
    const shown = (nth, time) => {
      const { turn, seen } = pose(motions[nth], time);
      return seen ? upper(6, turn) : 0;
    };
    const lands = motions[0].steps.map(({ start, lasts }) => shown(0, start + lasts - 0.001));
    return {
      landed: lands.slice(0, -1).concat(shown(0, 1600)),
      laterAtFirst: shown(1, 0),
      laterAtLast: shown(1, 1600),
      placedAtFirst: shown(2, 0),
      placedAtLast: shown(2, 1600),
      order: motions[0].steps.map(({ start }) => start),
      last: lastOf(motions),
    };
  },

  // of throws with one die that does not count: by when another was not yet at rest as that one began to shrink
  dropped(throws) {
    const die = (x, more) => ({ sides: 8, face: 3, x, y: 0, size: SIZE, kind: "thrown", before: 0, landings: [[0, 3]], ...more });
    let early = -Infinity;
    for (let seed = 0; seed < throws; seed += 1) {
      const dice = [die(-PITCH), die(0, { kind: "dropped", size: 0.6 * SIZE }), die(PITCH)];
      const motions = plan(dice, { width: 358, height: 176, pools: 1 }, "full", randomFrom(seed));
      const times = Array.from({ length: 800 }, (_, nth) => nth * 2);
      const shrinks = times.find((time) => pose(motions[1], time).size < SIZE);
      const rests = Math.max(...motions.map(({ steps: [{ start, tempo, rests: lies }] }) => start + tempo * lies));
      early = Math.max(early, rests - shrinks);
    }
    return { early };
  },

  // where dice are at some times, by the seed of their throw
  seeds(...seeds) {
    const { tray, dice } = grid(8, 4, randomFrom(9));
    const motions = seeds.map((seed) => plan(dice, tray, "full", randomFrom(Number(seed))));
    return motions.map((each) => [0, 300, 600, Infinity].map((time) => each.map((motion) => pose(motion, time))));
  },

  // from where dice come whose tray has the thumb in a direction: the middle of all that are in the first pictures
  hands(x, y) {
    const { tray, dice } = grid(6, 3, randomFrom(2));
    const motions = plan(dice, { ...tray, thumb: [Number(x), Number(y)] }, "full", randomFrom(8));
    const first = motions.map((motion) => pose(motion, 0));
    return [first.reduce((sum, one) => sum + one.x, 0) / 6, first.reduce((sum, one) => sum + one.y, 0) / 6];
  },

  // one die of three thrown again: the others must not move; where it is in the air, and where it comes to lie
  again() {
    const { tray, dice } = grid(3, 3, randomFrom(3));
    const thrown = dice.map((die, nth) => ({ ...die, before: die.face, landings: nth === 1 ? [[0, die.face]] : [] }));
    const motions = plan(thrown, tray, "full", randomFrom(4));
    const moved = motions.map((motion) => {
      const [start, now] = [0, 80].map((time) => pose(motion, time));
      return axisAngle(after(now.turn, back(start.turn)))[1] + Math.abs(now.z);
    });
    const first = motions.map((motion, nth) => upper(dice[nth].sides, pose(motion, 0).turn) === dice[nth].face);
    const [start, end] = [0, Infinity].map((time) => pose(motions[1], time));
    return { moved, first, strayed: Math.hypot(end.x - start.x, end.y - start.y) };
  },

  // a die that lay elsewhere than its place in the rows slides there while another comes
  makingRoom() {
    const { tray, dice } = grid(3, 3, randomFrom(3));
    const thrown = dice.map((die, nth) => (nth === 2 ? die : { ...die, before: die.face, landings: [], from: [die.x - 90, die.y + 30] }));
    const [one] = plan(thrown, tray, "full", randomFrom(4));
    const [start, end] = [0, Infinity].map((time) => pose(one, time));
    return [start.x - dice[0].x, start.y - dice[0].y, end.x - dice[0].x, end.y - dice[0].y].map(Math.round);
  },

  // how many pixels wide each picture of a throw is whose frames come these milliseconds after one another
  async pixels(width, ratio, ...gaps) {
    const anything = new Proxy({}, { get: () => () => anything });
    const canvas = { addEventListener() {}, getContext: () => anything };
    let now = 0;
    let next;
    performance.now = () => now;
    globalThis.requestAnimationFrame = (frame) => (next = frame);
    const { stage } = await import(`${modules}/stage.mjs`);
    const look = { body: [1, 1, 1], ink: [0, 0, 0], gloss: 0, edge: 0 };
    const dice = grid(12, 4, randomFrom(5)).dice.map((die) => ({ ...die, look }));
    stage(canvas, canvas, () => {}).roll(6, dice, { width: Number(width), height: 300, ratio: Number(ratio) }, "full");
    const pictures = [canvas.width];
    for (let frame = 0; next; frame += 1) {
      now += Number(gaps[frame % gaps.length]);
      const due = next;
      next = undefined;
      due();
      pictures.push(canvas.width);
    }
    return pictures;
  },
};

console.log(JSON.stringify(await CHECKS[check](...given)));
