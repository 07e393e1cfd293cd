// A worker that keeps Python's memory for a reader who has come back: it makes it with a Python of its own, from the parts
// that the page hands it, and closes itself.
import { remember } from "./memory.mjs";
import { startPython } from "./python.mjs";

const CALM = 3000; // milliseconds in which the reader goes first
const ROOM = 500_000_000; // bytes that must be free, so that nothing is taken from what the reader keeps
const EVERYTHING =
  "import app.program; from pyrules.core.engine import chances_of; from pyrules.systems import all_systems;" +
  " [*map(chances_of, all_systems())]";

async function keep(parts) {
  await new Promise((calm) => setTimeout(calm, CALM));
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < ROOM) return;
  const python = await startPython(parts, { _makeSnapshot: true });
  python.runPython(EVERYTHING);
  const memory = python.makeMemorySnapshot();
  await remember(memory.subarray(0, memory.findLastIndex(Boolean) + 1)); // the rest is zero in any new memory
  postMessage("remembered");
}

addEventListener("message", async ({ data }) => {
  await keep(data).catch(() => {}); // the next visit will try again
  close();
});
