// The log and the settings, in this browser's IndexedDB: `events` only grows, `kept` holds a value for each key.
//
// What one action changes is written in one transaction: all of it or, in a tab that is killed meanwhile, nothing.
// Tabs write in turn, since IndexedDB lets only one of them change a store at a time. So a tab that writes finds what
// the others wrote since it last looked, and all agree on one order of events. `era` counts how often the whole log was
// replaced or deleted: a tab that still has an earlier log writes nothing into the new one.
import { version } from "./build.mjs";
import { KEPT } from "./kept.mjs";
import { boxed } from "./post.mjs";

const NAME = KEPT.log.database;
const STORES = { events: { autoIncrement: true }, kept: {} };
const LATER = 1000; // a database of this version or above has another format; those below differ by repairs alone
const ERA = "era"; // keys of `kept` that are not the app's: see above, and
const CHECKPOINT = "checkpoint"; // what the log came to when this version read it last
const KEY = "key"; // that of the connections to other devices, which is no text
const SAT = "sat"; // how keys begin of what a tab needs to come back to another's table, at which no other tab sits

const MEANWHILE = "until then, export the log before you leave.";
const NEWER = `the log here was written by a newer version of this app. It is safe. Reload to get that version; ${MEANWHILE}`;
const HELD = `another window of this app holds the log open. It is safe. Close that window, then reload; ${MEANWHILE}`;
const GONE = "what was stored here has been deleted. This window alone still shows it: export the log before you leave, then reload.";
const OLDER = "Another tab changed the log first. It is shown as it is now, without what you did last: do that again.";
const AT_A_TABLE = "A table is open in another tab of this browser. Nothing was replaced or deleted: leave the table there first.";
const NO_ROOM = `there is no room for it. What was stored before is safe. Make room on this device; ${MEANWHILE}`;
const NO_NUMBER = `this browser has no number left for another line of the log. What was stored before is safe. Export the log, delete the site's data in the browser's settings, then import the log; ${MEANWHILE}`;
const ALLOW = globalThis.onefile
  ? "Open the file in another browser, or from the folder that it was downloaded to"
  : "Allow the site to store data or leave private browsing";
const refused = ({ name, message }) =>
  `this browser refuses storage to the app (${[name, message].filter(Boolean).join(": ") || "it gives no reason"}). ${ALLOW}; ${MEANWHILE}`;

// Says what went wrong, what is safe and what to do.
class StoreError extends Error {}
function asStoreError(error) {
  if (error instanceof StoreError) return error;
  const known = { QuotaExceededError: NO_ROOM, ConstraintError: NO_NUMBER }; // no key is given but by the browser's counting
  return new StoreError(known[error?.name] ?? refused(error ?? {}));
}

function resultOf(request) {
  const told = new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault(); // who asked decides whether the transaction ends with it
      reject(request.error);
    };
    request.onblocked = () => reject(new StoreError(HELD));
  });
  told.catch(() => {}); // who has asked for more at once may wait for none of it any more
  return told;
}

// Opens the database; stores that it lacks are made, beside what it has.
async function open(at) {
  const opening = indexedDB.open(NAME, at);
  opening.onupgradeneeded = () => {
    const { result: made } = opening;
    for (const [name, options] of Object.entries(STORES)) {
      if (!made.objectStoreNames.contains(name)) made.createObjectStore(name, options);
    }
  };
  const found = await resultOf(opening);
  found.onversionchange = () => found.close(); // another tab changes the stores
  if (found.version < LATER && Object.keys(STORES).every((name) => found.objectStoreNames.contains(name))) return found;
  found.close();
  if (found.version >= LATER) throw new StoreError(NEWER);
  return open(found.version + 1);
}

let connection;
function database() {
  connection ??= open();
  connection.catch(() => (connection = undefined)); // asked for again with the next change
  return connection;
}

async function begin(mode, durability) {
  const make = async () => (await database()).transaction(["events", "kept"], mode, { durability });
  try {
    return await make();
  } catch (error) {
    if (error?.name !== "InvalidStateError") throw error;
    connection = undefined; // the browser has closed it, as it may while the page is out of sight
    return make();
  }
}

// Lets `work` ask and change both stores; resolves once that is written, not when it is merely queued.
const transact = (mode, work, durability = "default") =>
  attempt(mode, work, durability).catch((error) => Promise.reject(asStoreError(error)));
async function attempt(mode, work, durability) {
  const transaction = await begin(mode, durability);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => {}); // told below
  try {
    const result = await work(transaction.objectStore("events"), transaction.objectStore("kept"));
    await done;
    return result;
  } catch (error) {
    if (!transaction.error) transaction.abort();
    throw transaction.error ?? error;
  }
}

let firstKey = 0; // the key of the first event that this tab knows
let lastKey = 0; // that of the last
let era = 0;
const settingsElsewhere = {}; // settings that other tabs changed
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : { postMessage() {} };

// Calls `listener` when another tab has changed something, or may have: a page that was out of sight may have slept.
export function watch(listener) {
  tabs.onmessage = ({ data }) => {
    Object.assign(settingsElsewhere, data);
    listener();
  };
  document.addEventListener("visibilitychange", () => document.hidden || listener());
}

const keyAt = async (events, end) => (await resultOf(events.openKeyCursor(null, end)))?.key ?? 0;

const asEra = (value) => (Number.isSafeInteger(value) ? value : 0); // what is none counts as the first

// What other tabs have added since this one looked; null when they have begun another log.
async function addedElsewhere(events, kept) {
  const now = asEra(await resultOf(kept.get(ERA)));
  const isThere = async (key) => key === 0 || (await resultOf(events.getKey(key))) !== undefined;
  const known = (await isThere(firstKey)) && (await isThere(lastKey));
  if (now < era || (now === era && !known)) throw new StoreError(GONE); // by none of the tabs, which would count on
  if (now !== era) return null;
  const range = IDBKeyRange.lowerBound(lastKey, true);
  const [keys, records] = await Promise.all([resultOf(events.getAllKeys(range)), resultOf(events.getAll(range))]);
  return { records, last: keys.at(-1) ?? lastKey };
}

const jsonOf = (value) => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // a cycle, or a number that JSON has not
  }
};

// A record as one line. What is no text was not written here: it is given as far as it can be, to be told of.
const asLine = (record) =>
  (typeof record === "string" ? record : (jsonOf(record) ?? Object.prototype.toString.call(record))).replaceAll("\n", " ");

// Deletes the records of the log behind the first so many.
async function cut(events, kept) {
  const more = (await resultOf(events.count())) - kept;
  if (more <= 0) return;
  const asked = events.openKeyCursor(null, "prev");
  const last = await resultOf(asked);
  if (more > 1) last.advance(more - 1);
  const { key } = more > 1 ? await resultOf(asked) : last;
  events.delete(IDBKeyRange.lowerBound(key));
}

// Replaces the log, or what of it is behind its first records; a transaction in which that does not hold comes to nothing.
async function rewrite(records, events, from) {
  await cut(events, from);
  for (const record of records) events.add(record);
  if ((await resultOf(events.count())) !== from + records.length) throw new DOMException("", "DataError");
}

// Those of the commands of an answer that change what is stored.
const STORING = ["append", "rewrite", "keep", "erase", "checkpoint"];
export const storing = (commands) => commands.filter(({ do: what }) => STORING.includes(what));

async function applyCommand(command, events, kept) {
  if (command.do === "append") return events.add(command.event);
  if (command.do === "keep") return kept.put(command.value, command.key);
  if (command.do === "checkpoint" && command.text) return kept.put({ version, text: command.text }, CHECKPOINT);
  const { from = 0 } = command;
  const checkpoint = from ? await resultOf(kept.get(CHECKPOINT)) : undefined;
  if (!(Number.parseInt(checkpoint?.text, 10) <= from)) kept.delete(CHECKPOINT); // it begins with how many it is of
  if (command.do === "checkpoint") return undefined;
  if (command.do === "erase") kept.clear();
  await rewrite(command.do === "erase" ? [] : JSON.parse(command.events), events, from);
  return kept.put(era + 1, ERA);
}

// A tab that sits at a table holds this lock (`channel.mjs`), and no other replaces or deletes the log meanwhile. The
// browser takes it from a tab that is killed.
export const TABLE = `${NAME} table`;
const isTableOpen = async () => {
  const { held } = (await navigator.locks?.query().catch(() => {})) ?? { held: [] };
  return held.some(({ name }) => name === TABLE);
};

const replaces = ({ do: what, from }) => what === "erase" || (what === "rewrite" && from === undefined);

let reasonNotWritten = "";
export const why = () => reasonNotWritten; // nothing was written last

let waiting = []; // what could not be written yet goes with what comes after it
const appending = (commands) => commands.filter(({ do: what }) => what === "append").length;

// What changes the log, is done at another's table, or says that the log is a table's, is on the disk before it is shown: else
// a power cut could take it.
const OF_THE_LOG = ["append", "rewrite", "erase"];
const OF_A_TABLE = ["unsent", "table"];
const isOfALog = ({ do: what, key }) => OF_THE_LOG.includes(what) || OF_A_TABLE.includes(key);
const durabilityOf = (commands) => (commands.some(isOfALog) ? "strict" : "default");

// What other tabs wrote, as JSON that the page's Python need not read; "" where that is nothing. `own` is how
// many events of this tab stand behind those records.
const changesAsText = (records, kept) =>
  records.length || Object.keys(kept).length ? boxed(JSON.stringify({ records: records.map(asLine), own: appending(waiting), kept })) : "";

// Games of one's own lie in a database beside this one, which the one file has not; texts and looks in `localStorage`.
const games = () =>
  globalThis.onefile ? Promise.reject(new Error("this file keeps none; use the site")) : KEPT.games.beside();
async function eraseBeside() {
  for (const { beside, local } of Object.values(KEPT).filter(({ deleted }) => deleted)) {
    if (beside && !globalThis.onefile) await (await beside()).removeAll();
    for (const key of Object.keys(localStorage)) if (local && key.startsWith(local)) localStorage.removeItem(key);
  }
}

// A file of the log with these games in it; and what the first page tells of all games, once those of a file are among them.
export async function withGames({ name, type, text }) {
  const found = JSON.stringify(await (await games()).exported());
  return { name, type, text: `${text.slice(0, text.lastIndexOf("}"))}, "games": ${found}}\n` };
}
export const bring = async (found) => boxed(JSON.stringify(await (await games()).bring(found)));

// Writes what one action changes, and gives what other tabs had written before it. Gives null, and writes nothing, where
// they have begun another log, and where a log that is to be replaced or deleted has more records than the app knew `of`,
// or is a table's: `why` says which.
export async function commit(more) {
  reasonNotWritten = more.some(replaces) && (await isTableOpen()) ? AT_A_TABLE : OLDER;
  if (reasonNotWritten === AT_A_TABLE) return null;
  waiting.push(...more);
  const commands = waiting;
  const anew = commands.find(({ do: what }) => what === "rewrite" || what === "erase");
  if (anew?.do === "erase") {
    const more = await transact("readonly", async (events) => (await resultOf(events.count())) > anew.of);
    if (more) return null;
    await eraseBeside();
  }
  const found = await transact("readwrite", async (events, kept) => {
    const before = anew?.do === "erase" ? { records: [] } : await addedElsewhere(events, kept);
    if (!before || (anew && (await resultOf(events.count())) > anew.of)) return null;
    era = asEra(await resultOf(kept.get(ERA)));
    for (const command of commands) await applyCommand(command, events, kept);
    return { first: await keyAt(events, "next"), last: await keyAt(events, "prev"), missed: before.records };
  }, durabilityOf(commands));
  if (!found) return null;
  [firstKey, lastKey] = [found.first, found.last];
  if (anew) era += 1;
  const before = changesAsText(found.missed, {});
  waiting = [];
  const kept = commands.filter((command) => command.do === "keep").map(({ key, value }) => [key, value]);
  tabs.postMessage(Object.fromEntries(kept));
  return before;
}

// What other tabs changed since this one looked, as `commit` tells it, the settings among that.
export async function missed() {
  const found = await transact("readonly", addedElsewhere);
  if (!found) return null;
  lastKey = found.last;
  const kept = { ...settingsElsewhere };
  for (const key of Object.keys(kept)) delete settingsElsewhere[key];
  return changesAsText(found.records, kept);
}

// The keys and values of a store; a value that the browser cannot give (null) takes no other with it.
async function all(store) {
  const keys = await resultOf(store.getAllKeys());
  const alone = (key) => resultOf(store.get(key)).catch(() => null);
  return [keys, await resultOf(store.getAll()).catch(() => Promise.all(keys.map(alone)))];
}

// The key of the connections to other devices, to be the same device for them after a reload.
export const keepKey = (key) => transact("readwrite", async (_, kept) => void kept.put(key, KEY));
export const forgetKey = () => transact("readwrite", (_, kept) => void kept.delete(KEY));
export const keptKey = () => transact("readonly", (_, kept) => resultOf(kept.get(KEY)));

let unreadable = [];
export const unread = () => unreadable.join(", "); // the settings that could not be taken over

// Everything that is stored, as lines of text: the settings as JSON, the checkpoint if this version made it, and the
// records of the log.
export async function saved() {
  const read = (events, kept) => Promise.all([all(events), all(kept)]);
  const [[keys, records], [names, values]] = await transact("readonly", read);
  const settings = new Map(names.map((name, place) => [name, values[place]]));
  if (await isTableOpen()) for (const name of names) if (name.startsWith(SAT)) settings.delete(name);
  const checkpoint = settings.get(CHECKPOINT);
  [firstKey, lastKey] = [keys[0] ?? 0, keys.at(-1) ?? 0];
  era = asEra(settings.get(ERA));
  waiting = [];
  for (const own of [ERA, CHECKPOINT, KEY]) settings.delete(own);
  unreadable = [...settings.keys()].filter((name) => jsonOf(settings.get(name)) === undefined);
  for (const name of unreadable) settings.delete(name);
  const covered = checkpoint?.version === version && typeof checkpoint.text === "string" ? asLine(checkpoint.text) : "";
  return boxed([JSON.stringify(Object.fromEntries(settings)), covered, ...records.map(asLine)].join("\n"));
}
