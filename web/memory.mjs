// Python's memory as it is when the program has been imported: this browser keeps it after a visit, and later visits
// begin with it. The next build and the next version of the browser make their own. It lies in a file of the site's own,
// since one of 32 MB is read from there in a tenth of the time that the browser's cache takes.
import { version } from "./build.mjs";

const FOLDER = encodeURIComponent(`pyrules memory ${new URL(".", import.meta.url).pathname}`);
const FILE = encodeURIComponent(`${version} ${navigator.userAgent}`);
const BEGINNING = 4; // bytes by which Python knows its memory; they are written last, so that no half of it is taken

const folder = async (options) => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, options);

// What stands behind a memory of so many bytes: a file that was cut short would end in something else, and crash the tab.
const ending = (bytes) => new TextEncoder().encode(`${version} ${bytes}`.padStart(64));

// Only a worker can: room for the memory that this browser has kept, if it has all of it, and what reads it in there.
export async function recall() {
  try {
    const file = await (await folder()).getFileHandle(FILE);
    const opened = await file.createSyncAccessHandle({ mode: "read-only" }); // more tabs may read it at a time
    const bytes = Math.max(0, opened.getSize() - ending(0).length);
    const memory = new Uint8Array(bytes);
    const end = ending(bytes);
    const found = new Uint8Array(end.length);
    opened.read(found, { at: bytes });
    if (found.some((byte, place) => byte !== end[place])) {
      opened.close();
      await forget();
      return undefined;
    }
    const read = () => {
      opened.read(memory, { at: 0 });
      opened.close();
    };
    return { memory, read };
  } catch {
    return undefined;
  }
}

// Only a worker can.
export async function remember(memory) {
  await forget();
  const file = await (await folder({ create: true })).getFileHandle(FILE, { create: true });
  const opened = await file.createSyncAccessHandle();
  opened.write(memory.subarray(BEGINNING), { at: BEGINNING });
  opened.write(ending(memory.length), { at: memory.length });
  opened.flush();
  opened.write(memory.subarray(0, BEGINNING), { at: 0 });
  opened.close();
}

export async function forget() {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true });
  } catch {
    // There is none.
  }
}
