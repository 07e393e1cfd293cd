// The systems that people have kept on this device: each text, and what was rolled with it, apart from the log of the site.
// What a pen wants kept is read like a hostile file, and can change nothing but its own game.
const root = new URL("..", import.meta.url).pathname;
const NAME = `pyrules own ${root}`;
const OFFERED = "own systems"; // what the first page tells of them, among the site's settings
const MOST_GAMES = 50;
const MOST_RECORDS = 20_000; // of one game
const MOST_RECORD = 50_000; // characters
const MOST_SETTING = 500_000;

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened;
function database() {
  opened ??= (async () => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      for (const name of ["games", "records", "kept"]) opening.result.createObjectStore(name);
    };
    return settled(opening);
  })();
  opened.catch(() => (opened = undefined));
  return opened;
}

// Runs `work` with the three stores; resolves once it is written.
async function transact(mode, work) {
  const transaction = (await database()).transaction(["games", "records", "kept"], mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const [games, records, kept] = ["games", "records", "kept"].map((name) => transaction.objectStore(name));
  const result = await work({ games, records, kept });
  await done;
  return result;
}

// Keys of a game's records and settings begin with its id.
const of = (id, from = []) => IDBKeyRange.bound([id, ...[from].flat()], [id, []]);
const short = (value, most) => String(value ?? "").slice(0, most);
const ID = /^[a-z][a-z0-9]{0,19}$/;

// What a pen says of the system that its text states, as far as it can be.
export function stated(found) {
  const [id, title, about] = Array.isArray(found) ? found : [];
  return typeof id === "string" && ID.test(id) ? { id, title: short(title, 60) || id, about: short(about, 300) } : undefined;
}

async function hashOf(text) {
  if (!crypto.subtle) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Tells the first page which games there are.
async function offer(games) {
  const store = await import("../store.mjs");
  await store.saved();
  await store.commit([{ do: "keep", key: OFFERED, value: games }]);
}
const listed = (games) => games.map(({ id, title, about, hash }) => [id, title, about, hash]);

// Puts a game among those that this device has, unless its text is there already; gives what the first page tells of them.
export async function put(game, text) {
  const hash = await hashOf(text);
  return transact("readwrite", async ({ games }) => {
    const known = await settled(games.getAll());
    const others = known.filter(({ id }) => id !== game.id);
    if (others.some((one) => one.text === text)) return listed(known);
    if (others.length >= MOST_GAMES) throw new Error(`${MOST_GAMES} games are the most that are kept`);
    games.put({ ...game, text, hash }, game.id);
    return listed(await settled(games.getAll()));
  });
}
export const keep = async (game, text) => offer(await put(game, text));

export async function remove(id) {
  const all = await transact("readwrite", async ({ games, records, kept }) => {
    games.delete(id);
    for (const store of [records, kept]) store.delete(of(id));
    return settled(games.getAll());
  });
  await offer(listed(all));
}

// A game with its text alone.
export const text = (id) =>
  transact("readonly", async ({ games }) => {
    const { title, about, text } = (await settled(games.get(id))) ?? {};
    if (text === undefined) throw new Error("this game is not on this device any more");
    return { id, title, about, text };
  });

// A game with its text, and what was kept of it: settings and records.
export const game = (id) =>
  transact("readonly", async ({ games, records, kept }) => {
    const [found, lines, keys, values] = await Promise.all(
      [games.get(id), records.getAll(of(id)), kept.getAllKeys(of(id)), kept.getAll(of(id))].map(settled),
    );
    const settings = Object.fromEntries(keys.map(([, key], place) => [key, values[place]]));
    return found && { ...found, log: { records: lines.map(({ record }) => record), kept: settings } };
  });

const isRecord = (record) => typeof record === "string" && record.length <= MOST_RECORD && !record.includes("\n");
function isSetting(key, value) {
  try {
    return typeof key === "string" && key.length <= 80 && JSON.stringify(value).length <= MOST_SETTING;
  } catch {
    return false;
  }
}

const read = (record) => {
  try {
    return JSON.parse(record) ?? {};
  } catch {
    return {};
  }
};

// Whether steps are those of a roll, which may go on what was rolled before.
const isOf = (steps, { id, revises }) => Boolean(steps?.id) && (revises || id) === steps.id;

// What a roll, or that it was undone, is told as to those at a table who do not have its game; undefined for what is none, or
// is secret or hidden.
export function told({ title, hash }, record, steps) {
  if (!isRecord(record)) return undefined;
  const { kind, id, revises, target, notation, headline, summary, good = null, who = "", dice = [] } = read(record);
  if (kind === "undo") return { game: title, line: target, undone: true };
  if (!notation || !steps?.open || !isOf(steps, { id, revises })) return undefined;
  return { game: title, line: revises || id, hash, notation, headline, summary, good, who, dice, steps: steps.lines };
}

// Whether a table is told of one more at this time, in milliseconds: not of more than anybody rolls.
const MOST_TOLD = 20; // in ten seconds
let toldAt = [];
export function mayTell(now) {
  toldAt = toldAt.filter((at) => now - at < 10_000);
  return toldAt.length < MOST_TOLD && toldAt.push(now) > 0;
}

// Writes what a pen wants kept of its game; what is no such thing is left out. A roll has its steps beside it, and the hash of
// the text, so that it can be read without running that.
export async function write({ id, hash }, commands, steps) {
  if (!Array.isArray(commands)) return;
  await transact("readwrite", async ({ records, kept }) => {
    let count = await settled(records.count(of(id)));
    const earlier = new Map();
    const add = (record) => {
      if (!isRecord(record) || count >= MOST_RECORDS) return;
      const own = isOf(steps, read(record)) ? { record, hash, steps: steps.lines } : { record, hash };
      records.put(earlier.get(record) ?? own, [id, count++]);
    };
    for (const command of commands.slice(0, 100)) {
      if (command?.do === "append") add(command.event);
      if (command?.do === "keep" && isSetting(command.key, command.value)) kept.put(command.value, [id, command.key]);
      if (command?.do !== "rewrite" && command?.do !== "erase") continue;
      count = Number.isSafeInteger(command.from) ? Math.max(0, Math.min(command.from, count)) : 0;
      for (const one of await settled(records.getAll(of(id, count)))) earlier.set(one.record, one);
      records.delete(of(id, count));
      for (const record of anew(command.events)) add(record);
    }
  });
}
const anew = (events) => [read(events)].flat();

// What was rolled in a game, as text: without its own text being run, so that of it only what was written down.
export const rolls = (id) =>
  transact("readonly", async ({ records }) => {
    const told = (await settled(records.getAll(of(id)))).map(({ record, steps = [] }) => {
      const { at, notation, headline, summary, dice } = read(record);
      if (!notation) return "";
      const faces = [dice ?? []].flat(2).map((die) => short(die, 40)).join(" ");
      const when = Number.isSafeInteger(at) ? `${new Date(at).toLocaleString()} · ` : "";
      return [`${when}${notation}`, faces, [headline, summary].filter(Boolean).join(" · "), ...steps].join("\n");
    });
    return `${told.filter(Boolean).join("\n\n")}\n`;
  });
