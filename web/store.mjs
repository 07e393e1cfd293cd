// The log and the settings, in this browser's IndexedDB: `events` only grows, `kept` holds a value for each key.
//
// What one action changes is written in one transaction: all of it or, in a tab that is killed meanwhile, nothing.
// Tabs write in turn, since IndexedDB lets only one of them change a store at a time. So a tab that writes finds what
// the others wrote since it last looked, and all agree on one order of events. `era` counts how often the whole log was
// replaced or deleted: a tab that still has an earlier log writes nothing into the new one.
import { version } from "./build.mjs";
import { put, take } from "./post.mjs";

const root = new URL(".", import.meta.url).pathname;
const ERA = "era"; // keys of `kept` that are not the app's: see above, and
const CHECKPOINT = "checkpoint"; // what the log came to when this version read it last

const NEWER = "the log here was written by a newer version of this app, which a reload may bring";
const GONE = "what was stored here has been deleted";

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error?.name === "VersionError" ? new Error(NEWER) : request.error);
    request.onblocked = () => reject(new Error("another tab holds an older version of the log open"));
  });

let opened;
function database() {
  opened ??= (async () => {
    const opening = indexedDB.open(`pyrules ${root}`, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("events", { autoIncrement: true });
      opening.result.createObjectStore("kept");
    };
    const found = await settled(opening);
    found.onversionchange = () => found.close(); // a newer version of the app, in another tab, changes the stores
    return found;
  })();
  opened.catch(() => (opened = undefined)); // asked for again with the next change
  return opened;
}

async function begun(mode) {
  const begin = async () => (await database()).transaction(["events", "kept"], mode);
  try {
    return await begin();
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    opened = undefined; // the browser has closed it, as it may while the page is out of sight
    return begin();
  }
}

// Lets `work` ask and change both stores; resolves once that is written, not when it is merely queued.
async function transact(mode, work) {
  const transaction = await begun(mode);
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

let seen = 0; // the key of the last event that this tab knows
let era = 0;
const elsewhere = {}; // settings that other tabs changed
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(`pyrules ${root}`) : { postMessage() {} };

// Calls `heard` when another tab has changed something, or may have: a page that was out of sight may have slept.
export function watch(heard) {
  tabs.onmessage = ({ data }) => {
    Object.assign(elsewhere, data);
    heard();
  };
  document.addEventListener("visibilitychange", () => document.hidden || heard());
}

const lastKey = async (events) => (await settled(events.openKeyCursor(null, "prev")))?.key ?? 0;

// What other tabs have added since this one looked; null when they have begun another log.
async function added(events, kept) {
  const now = (await settled(kept.get(ERA))) ?? 0;
  const known = seen === 0 || (await settled(events.getKey(seen))) !== undefined;
  if (now < era || (now === era && !known)) throw new Error(GONE); // by none of the tabs, which would count on
  if (now !== era) return null;
  const range = IDBKeyRange.lowerBound(seen, true);
  const [keys, records] = await Promise.all([settled(events.getAllKeys(range)), settled(events.getAll(range))]);
  return { records, last: keys.at(-1) ?? seen };
}

// What only JSON's spaces can be, or something else has left there, is made to fit a line.
const line = (record) => (typeof record === "string" ? record : JSON.stringify(record)).replaceAll("\n", " ");

// A checkpoint lies there with its records once more, as one text: ten thousand values take ten times as long to get.
async function keepCheckpoint({ text, records }, events, kept) {
  if (!text) return kept.delete(CHECKPOINT);
  const found = [events.getAllKeys(null, records), events.getAll(null, records)];
  const [keys, lines] = await Promise.all(found.map(settled));
  return kept.put({ version, text, last: keys.at(-1), records: lines.map(line).join("\n") }, CHECKPOINT);
}

function carry(command, events, kept) {
  if (command.do === "append") return events.add(command.event);
  if (command.do === "keep") return kept.put(command.value, command.key);
  if (command.do === "checkpoint") return keepCheckpoint(command, events, kept);
  events.clear();
  kept.delete(CHECKPOINT);
  if (command.do === "erase") kept.clear();
  else for (const event of JSON.parse(command.events)) events.add(event);
  return kept.put(era + 1, ERA);
}

let waiting = []; // what could not be written yet goes with what comes after it
const appending = (commands) => commands.filter(({ do: what }) => what === "append").length;

// What other tabs wrote, as JSON put where the page's Python need not read it; "" where that is nothing. `own` is how
// many events of this tab stand behind those records.
const told = (records, kept) =>
  records.length || Object.keys(kept).length ? put(JSON.stringify({ records, own: appending(waiting), kept })) : "";

// Writes what one action changes, and gives what other tabs had written before it. Gives null, and writes nothing, where
// they have begun another log; and where they have added to one that is to be replaced.
export async function commit(list) {
  const whole = ({ events, text, ...command }) => ({ ...command, events: take(events), text: take(text) });
  waiting.push(...JSON.parse(list).map(whole));
  const commands = waiting;
  const does = (what) => commands.some((command) => command.do === what);
  const found = await transact("readwrite", async (events, kept) => {
    const before = does("erase") ? { records: [] } : await added(events, kept);
    if (!before || (does("rewrite") && before.records.length)) return null;
    era = (await settled(kept.get(ERA))) ?? 0;
    for (const command of commands) await carry(command, events, kept);
    return { last: await lastKey(events), missed: before.records };
  });
  if (!found) return null;
  seen = found.last;
  if (does("rewrite") || does("erase")) era += 1;
  const before = told(found.missed, {});
  waiting = [];
  const kept = commands.filter((command) => command.do === "keep").map(({ key, value }) => [key, value]);
  tabs.postMessage(Object.fromEntries(kept));
  return before;
}

// What other tabs changed since this one looked, as `commit` tells it, the settings among that.
export async function missed() {
  const found = await transact("readonly", added);
  if (!found) return null;
  seen = found.last;
  const kept = { ...elsewhere };
  for (const key of Object.keys(kept)) delete elsewhere[key];
  return told(found.records, kept);
}

// Everything that is stored, as lines of text: the settings as JSON, the checkpoint if this version made it, and the
// records of the log.
export async function saved() {
  const found = await transact("readonly", async (events, kept) => {
    const [names, values] = await Promise.all([settled(kept.getAllKeys()), settled(kept.getAll())]);
    const { [CHECKPOINT]: made, ...settings } = Object.fromEntries(names.map((name, place) => [name, values[place]]));
    const checkpoint = made?.version === version ? made : undefined;
    const later = IDBKeyRange.lowerBound(checkpoint?.last ?? 0, true);
    const [records, last] = await Promise.all([settled(events.getAll(later)), lastKey(events)]);
    return { settings, checkpoint, records, last };
  });
  const { settings, checkpoint, records, last } = found;
  seen = last;
  era = settings[ERA] ?? 0;
  waiting = [];
  const covered = checkpoint ? [checkpoint.records] : [];
  return put([JSON.stringify(settings), checkpoint?.text ?? "", ...covered, ...records.map(line)].join("\n"));
}
