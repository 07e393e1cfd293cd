// A worker of its own that starts Python beside the reader's, imports the program and keeps the memory for later visits.
import { remember } from "./memory.mjs";
import { startPython } from "./python.mjs";

addEventListener("message", async ({ data: parts }) => {
  const python = await startPython(parts, { _makeSnapshot: true });
  python.runPython("from app import program");
  const memory = python.makeMemorySnapshot();
  await remember(memory.subarray(0, memory.findLastIndex(Boolean) + 1)); // the rest is zero in any new memory
  postMessage("remembered");
});
