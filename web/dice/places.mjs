// Where fallen dice come to lie: a little further apart than they fell where there is room, or else each in one of the
// places that the page has laid out. Lengths are CSS pixels from the middle of the tray.
const CLEAR = [1.2, 8]; // what two middles keep apart, in sizes and pixels, so that marks and numbers can be read
const MARGIN = [14, 24]; // what dice keep from the edges for what is written above and below them
const FILLED = 0.5; // how much of a tray dice may fill that lie where they fell
const ROUNDS = 200;

const clear = (size) => CLEAR[0] * size + CLEAR[1];
const most = ({ width, height }, size) => [width, height].map((length, axis) => Math.max(0, (length - size) / 2 - MARGIN[axis]));

// Whether dice of a size can lie where they fall; one alone goes to the middle.
export function roomy(dice, size, tray) {
  const [x, y] = most(tray, size);
  const least = clear(size);
  return tray.pools === 1 && dice.length > 1 && dice.length * least ** 2 * (Math.PI / 4) < FILLED * (2 * x + least) * (2 * y + least);
}

// Places near those where dice fell, far enough from one another and from `others`, which stay.
export function apart(fallen, others, size, tray) {
  const edge = most(tray, size);
  const least = clear(size);
  const places = fallen.map((place) => [...place]);
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    const push = (place, from, share) => {
      const [dx, dy] = [place[0] - from[0], place[1] - from[1]];
      const off = Math.hypot(dx, dy);
      if (off >= least - 0.5) return;
      moved = true;
      const [nx, ny] = off > 1 ? [dx / off, dy / off] : [1, 0];
      place[0] += nx * (least - off) * share;
      place[1] += ny * (least - off) * share;
    };
    places.forEach((place, nth) => {
      for (const other of places.slice(0, nth)) {
        const was = [...place];
        push(place, other, 0.5);
        push(other, was, 0.5);
      }
      for (const other of others) push(place, other, 1);
      edge.forEach((far, axis) => (place[axis] = Math.max(-far, Math.min(far, place[axis]))));
    });
    if (!moved) break;
  }
  return places;
}

// Which of the places each fallen die goes to, so that the ways are short; dice of the same group may change places.
export function matched(fallen, places, groups) {
  const to = fallen.map((_, nth) => nth);
  const far = (nth, at) => (fallen[nth][0] - places[at][0]) ** 2 + (fallen[nth][1] - places[at][1]) ** 2;
  for (let changed = true; changed; ) {
    changed = false;
    for (let one = 0; one < to.length; one += 1) {
      for (let other = 0; other < one; other += 1) {
        if (groups[one] !== groups[other]) continue;
        if (far(one, to[other]) + far(other, to[one]) > far(one, to[one]) + far(other, to[other]) - 1e-6) continue;
        [to[one], to[other]] = [to[other], to[one]];
        changed = true;
      }
    }
  }
  return to;
}
