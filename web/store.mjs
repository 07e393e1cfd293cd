// The log and the settings, in this browser's IndexedDB: `events` only grows, `kept` holds a value for each key.
import { put, take } from "./post.mjs";

const root = new URL(".", import.meta.url).pathname;

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
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
    return settled(opening);
  })();
  return opened;
}

// Resolves once the change is written, not when it is merely queued.
async function write(store, change) {
  const transaction = (await database()).transaction(store, "readwrite");
  change(transaction.objectStore(store));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}

export const append = (event) => write("events", (events) => events.add(event));
export const rewrite = (list) =>
  write("events", (events) => {
    events.clear();
    for (const event of JSON.parse(take(list))) events.add(event);
  });
export const keep = (key, value) => write("kept", (kept) => kept.put(JSON.parse(value), key));

export async function erase() {
  await write("events", (events) => events.clear());
  await write("kept", (kept) => kept.clear());
}

export async function saved() {
  const transaction = (await database()).transaction(["events", "kept"]);
  const [events, keys, values] = await Promise.all([
    settled(transaction.objectStore("events").getAll()),
    settled(transaction.objectStore("kept").getAllKeys()),
    settled(transaction.objectStore("kept").getAll()),
  ]);
  return put(
    JSON.stringify({ events, kept: Object.fromEntries(keys.map((key, place) => [key, values[place]])) }),
  );
}
