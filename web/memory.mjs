// Python's memory as it is when the program has been imported: this browser keeps it after a visit, and later visits
// begin with it. The next build and the next version of the browser make their own. It lies in a file of the site's own,
// since one of 26 MB is read from there in a tenth of the time that the browser's cache takes.
import { version } from "./build.mjs";

const FOLDER = encodeURIComponent(`pyrules memory ${new URL(".", import.meta.url).pathname}`);
const FILE = encodeURIComponent(`${version} ${navigator.userAgent}`);
const BEGINNING = 4; // bytes by which Python knows its memory; they are written last, so that no half of it is taken

const folder = async (options) => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, options);

// Only a worker can: room for the memory that this browser has kept, if it has and gives it, and what reads it in there.
export async function recall() {
  try {
    const file = await (await folder()).getFileHandle(FILE);
    const opened = await file.createSyncAccessHandle({ mode: "read-only" }); // more tabs may read it at a time
    const memory = new Uint8Array(opened.getSize());
    const read = () => {
      opened.read(memory);
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
