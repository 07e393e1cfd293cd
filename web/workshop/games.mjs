// The systems that people have kept on this device: each text, and what was rolled with it, apart from the log of the site.
// What a pen wants kept is read like a hostile file, and can change nothing but its own game.
import { KEPT } from "../kept.mjs";

const { database: NAME, most: MOST } = KEPT.games;
const OFFERED = "own systems"; // what the first page tells of them, among the site's settings

// A failure of the browser's, which mostly says nothing, in words.
const NO_ROOM = "there is no room for it on this device. What was kept before is safe: make room, then try again";
const refused = ({ name, message }) =>
  `this browser keeps nothing for the site now (${[name, message].filter(Boolean).join(": ")}). What was kept before is safe: try again`;
const inWords = (error) =>
  error instanceof DOMException ? new Error(error.name === "QuotaExceededError" ? NO_ROOM : refused(error)) : error;

function settled(request) {
  const told = new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  told.catch(() => {}); // who has asked for more at once may wait for none of it any more
  return told;
}

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
const transact = (mode, work) => attempt(mode, work).catch((error) => Promise.reject(inWords(error)));
async function attempt(mode, work) {
  const transaction = (await database()).transaction(["games", "records", "kept"], mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const [games, records, kept] = ["games", "records", "kept"].map((name) => transaction.objectStore(name));
  try {
    const result = await work({ games, records, kept });
    await done;
    return result;
  } catch (error) {
    done.catch(() => {}); // why it is undone is told
    if (!transaction.error) transaction.abort();
    throw transaction.error ?? error;
  }
}

// A game has a key of its own, given once; the id in its text is but a word. Games of earlier builds have that for a key.
// Keys of a game's records and settings begin with it.
const of = (key, from = []) => IDBKeyRange.bound([key, ...[from].flat()], [key, []]);
const newKey = () => `g${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join("")}`;
async function all(games) {
  const found = (await settled(games.getAll())).map((one) => ({ key: one.id, at: 0, ...one }));
  return found.sort((one, other) => one.at - other.at);
}
const short = (value, most) => String(value ?? "").slice(0, most);
const ID = /^[a-z][a-z0-9]{0,19}$/;

const GONE = "this game is not on this device any more";

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
const listed = (games) => games.map(({ key, title, about, hash }) => [key, title, about, hash]);

// A title that no other game here has.
function apart(title, others) {
  let own = title;
  for (let number = 2; others.some((one) => one.title === own); number++) own = `${short(title, 50)} (${number})`;
  return own;
}

function added(game, known) {
  if (known.length >= MOST.games) throw new Error(`${MOST.games} games are the most that are kept`);
  return { ...game, key: newKey(), at: Date.now(), title: apart(game.title, known) };
}

// Puts a game beside those that this device has, unless one has its text already; or in place of the text of the very one that
// has this key. Gives its key, and what the first page tells of all.
export async function put(game, text, key) {
  const hash = await hashOf(text);
  return transact("readwrite", async ({ games }) => {
    const known = await all(games);
    const others = known.filter((one) => one.key !== key);
    const same = others.find((one) => one.text === text);
    if (same && !key) return { key: same.key, games: listed(known) };
    const changed = known.find((one) => one.key === key);
    const now = { ...game, text, hash };
    const one = changed ? { ...changed, ...now, title: apart(game.title, others) } : added(now, known);
    games.put(one, one.key);
    return { key: one.key, games: listed(await all(games)) };
  });
}
export async function keep(game, text, key) {
  const found = await put(game, text, key);
  await offer(found.games);
  return found.key;
}

export async function remove(key) {
  const rest = await transact("readwrite", async ({ games, records, kept }) => {
    games.delete(key);
    for (const store of [records, kept]) store.delete(of(key));
    return all(games);
  });
  await offer(listed(rest));
}

// All games with what was kept of them, as a file has them.
export async function exported() {
  const found = await transact("readonly", ({ games }) => all(games));
  return Promise.all(found.map(({ key }) => whole(key)));
}

// A game of a file, read like one that a pen tells of.
async function readGame({ key, id, title, about, text, records, kept }) {
  const game = stated([id, title, about]);
  if (!game || typeof text !== "string" || text.length > MOST.text) throw new Error("the file has a game that is none");
  const lines = (Array.isArray(records) ? records : []).filter((one) => isRecord(one?.record)).slice(0, MOST.records);
  const settings = (Array.isArray(kept) ? kept : []).filter((one) => Array.isArray(one) && isSetting(...one));
  return { ...game, key: ID.test(key) ? key : "", text, hash: await hashOf(text), lines: lines.map(readLine), settings };
}
const readLine = ({ record, hash, steps }) => ({
  record,
  hash: short(hash, 64),
  ...(Array.isArray(steps) && { steps: steps.slice(0, 50).map((step) => short(step, 500)) }),
});

// Brings games of a file: each beside those that are here, but where one is here with all or a beginning of its rolls, which goes
// on from there. Gives what the first page tells of all.
export async function bring(found) {
  const read = await Promise.all(Array.from(found, (one) => readGame(one ?? {})));
  return transact("readwrite", async ({ games, records, kept }) => {
    for (const { lines, settings, ...one } of read) {
      const known = await all(games);
      let [here, there] = [undefined, []];
      for (const other of known.filter(({ text }) => text === one.text)) {
        const rolled = (await settled(records.getAll(of(other.key)))).map(({ record }) => record);
        const both = Math.min(rolled.length, lines.length);
        if (!here && rolled.slice(0, both).every((record, place) => record === lines[place].record)) [here, there] = [other, rolled];
      }
      const anew = here ?? added(one, known);
      const key = here?.key ?? (one.key && known.every((other) => other.key !== one.key) ? one.key : anew.key);
      if (!here) games.put({ ...anew, key }, key);
      for (const [place, line] of lines.entries()) if (place >= there.length) records.put(line, [key, place]);
      let room = here ? 0 : MOST.settings;
      for (const [name, value] of settings) if ((room -= sizeOf(value)) > 0) kept.put(value, [key, name]);
    }
    return listed(await all(games));
  });
}

export const removeAll = () => transact("readwrite", (stores) => Object.values(stores).forEach((store) => store.clear()));

// A game with all that was kept of it: its records as they lie, and settings, each with its name.
const whole = (key) =>
  transact("readonly", async ({ games, records, kept }) => {
    const [found, lines, names, values] = await Promise.all(
      [games.get(key), records.getAll(of(key)), kept.getAllKeys(of(key)), kept.getAll(of(key))].map(settled),
    );
    return found && { ...found, key, records: lines, kept: names.map(([, name], place) => [name, values[place]]) };
  });

// A game with its text, and what was kept of it as the app reads that.
export async function game(key) {
  const found = await whole(key);
  const records = found?.records.map(({ record }) => record);
  return found && { ...found, log: { records, kept: Object.fromEntries(found.kept) } };
}

// A game with its text alone.
export async function text(key) {
  const { id, title, about, text } = (await whole(key)) ?? {};
  if (text === undefined) throw new Error(GONE);
  return { id, title, about, text };
}

const isRecord = (record) => typeof record === "string" && record.length <= MOST.characters && !record.includes("\n");
const sizeOf = (value) => JSON.stringify(value).length;
function isSetting(key, value) {
  try {
    return typeof key === "string" && key.length <= 80 && sizeOf(value) <= MOST.setting;
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
  const { lines, looks } = steps;
  return { game: title, line: revises || id, hash, notation, headline, summary, good, who, dice, looks, steps: lines };
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
export async function write({ key, hash }, commands, steps) {
  if (!Array.isArray(commands)) return;
  const full = await transact("readwrite", async ({ games, records, kept }) => {
    if ((await settled(games.getKey(key))) === undefined) throw new Error(GONE);
    let count = await settled(records.count(of(key)));
    let refused = false;
    let room = MOST.settings - (await settled(kept.getAll(of(key)))).reduce((sum, value) => sum + sizeOf(value), 0);
    const earlier = new Map();
    const add = (record) => {
      if (!isRecord(record) || count >= MOST.records) return;
      const own = isOf(steps, read(record)) ? { record, hash, steps: steps.lines } : { record, hash };
      records.put(earlier.get(record) ?? own, [key, count++]);
    };
    for (const command of commands.slice(0, 100)) {
      if (command?.do === "append") add(command.event);
      if (command?.do === "keep" && isSetting(command.key, command.value)) {
        const before = await settled(kept.get([key, command.key]));
        const more = sizeOf(command.value) - (before === undefined ? 0 : sizeOf(before));
        refused ||= more > room;
        if (more > room) continue;
        kept.put(command.value, [key, command.key]);
        room -= more;
      }
      if (command?.do !== "rewrite" && command?.do !== "erase") continue;
      count = Number.isSafeInteger(command.from) ? Math.max(0, Math.min(command.from, count)) : 0;
      for (const one of await settled(records.getAll(of(key, count)))) earlier.set(one.record, one);
      records.delete(of(key, count));
      for (const record of anew(command.events)) add(record);
    }
    return refused;
  });
  if (full) throw new Error(`this game keeps too much besides its rolls: ${MOST.settings / 1e6} MB are the most`);
}
const anew = (events) => [read(events)].flat();

// What was rolled in a game, as text: without its own text being run, so that of it only what was written down.
export const rolls = (key) =>
  transact("readonly", async ({ records }) => {
    const told = (await settled(records.getAll(of(key)))).map(({ record, steps = [] }) => {
      const { at, notation, headline, summary, dice } = read(record);
      if (!notation) return "";
      const faces = [dice ?? []].flat(2).map((die) => short(die, 40)).join(" ");
      const when = Number.isSafeInteger(at) ? `${new Date(at).toLocaleString()} · ` : "";
      return [`${when}${notation}`, faces, [headline, summary].filter(Boolean).join(" · "), ...steps].join("\n");
    });
    return `${told.filter(Boolean).join("\n\n")}\n`;
  });
