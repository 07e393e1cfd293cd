// Python's memory as it is when the program has been imported: this browser keeps it after a visit, and later visits
// begin with it. The next build and the next version of the browser make their own.
import { version } from "./build.mjs";

const root = new URL(".", import.meta.url);
const NAME = `pyrules memory ${root.pathname}`;
const KEY = `${root.href}memory?${version}&${encodeURIComponent(navigator.userAgent)}`;

// The memory, if this browser has kept it and gives it.
export async function recall() {
  const kept = await globalThis.caches?.match(KEY, { cacheName: NAME }).catch(() => undefined);
  return kept?.arrayBuffer();
}

export async function remember(memory) {
  await forget();
  await (await caches.open(NAME)).put(KEY, new Response(memory));
}

export async function forget() {
  await globalThis.caches?.delete(NAME).catch(() => false);
}
