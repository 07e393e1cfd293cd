// Turns of space as unit quaternions [x, y, z, w], and the few products that dice need.
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const add = (a, b, times = 1) => a.map((value, axis) => value + b[axis] * times);
export const unit = (a) => a.map((value) => value / Math.hypot(...a));

export function about(axis, angle) {
  const [x, y, z] = axis;
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

// The turn that does `b` first and then `a`.
export function after(a, b) {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

// A direction after a turn.
export function turned([x, y, z, w], at) {
  const twice = cross([x, y, z], at).map((part) => 2 * part);
  return add(add(at, twice, w), cross([x, y, z], twice));
}

// The turn a part of the way from one to another that is near to it.
export function between(from, to, part) {
  const sign = from.reduce((sum, value, at) => sum + value * to[at], 0) < 0 ? -1 : 1;
  return unit(from.map((value, at) => value * (1 - part) + sign * to[at] * part));
}

export const back = ([x, y, z, w]) => [-x, -y, -z, w];

// The turn that brings the directions `right`, `up` and `out` (at right angles) to the x, y and z axes.
export function facing(right, up, out) {
  const [[a, b, c], [d, e, f], [g, h, i]] = [right, up, out];
  const w = Math.sqrt(Math.max(0, 1 + a + e + i)) / 2;
  const x = Math.sqrt(Math.max(0, 1 + a - e - i)) / 2;
  const y = Math.sqrt(Math.max(0, 1 - a + e - i)) / 2;
  const z = Math.sqrt(Math.max(0, 1 - a - e + i)) / 2;
  // the rows are the matrix of the turn; the largest part is sure, the others take their signs from it
  if (w >= Math.max(x, y, z)) return [(h - f) / (4 * w), (c - g) / (4 * w), (d - b) / (4 * w), w];
  if (x >= Math.max(y, z)) return [x, (b + d) / (4 * x), (c + g) / (4 * x), (h - f) / (4 * x)];
  if (y >= z) return [(b + d) / (4 * y), y, (f + h) / (4 * y), (c - g) / (4 * y)];
  return [(c + g) / (4 * z), (f + h) / (4 * z), z, (d - b) / (4 * z)];
}
