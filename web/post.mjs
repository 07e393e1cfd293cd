// Carries messages to the rules' worker and replies back. Long texts go past the page's Python, which has no room for
// a string of a few megabytes (a log of some thousand rolls): it sees a key in their place and hands that on.
const LONG = 100_000;
const held = new Map();

export function put(value) {
  const key = `held ${held.size} ${Math.random()}`;
  held.set(key, value);
  return key;
}

// What a key stands for; anything else stands for itself.
export const peek = (key) => (held.has(key) ? held.get(key) : key);

export function take(key) {
  const value = peek(key);
  held.delete(key);
  return value;
}

const shorten = (value) => (typeof value === "string" && value.length > LONG ? put(value) : value);

async function shortened(asked) {
  const { regions, airborne, commands, ...rest } = JSON.parse(await asked);
  const short = commands.map((command) =>
    Object.fromEntries(Object.entries(command).map(([name, value]) => [name, shorten(value)])),
  );
  return JSON.stringify({ ...rest, regions: put(regions), airborne: airborne && put(airborne), commands: short });
}

export const start = (rules, saved, where, root) => shortened(rules.start(take(saved), where, root));
export const update = (rules, message) =>
  shortened(rules.update(JSON.stringify(JSON.parse(message, (_, value) => take(value)))));
