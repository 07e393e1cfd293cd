// A worker that provides what Python is made of, so that the page's own thread is left alone: the WebAssembly and either
// the memory that this browser has kept or, else, both archives. For a reader who has come back it keeps that memory.
import { integrity } from "./build.mjs";
import { recall, remember } from "./memory.mjs";

const CALM = 3000; // milliseconds in which the reader goes first
const ROOM = 500_000_000; // bytes that must be free, so that nothing is taken from what the reader keeps
const root = new URL(".", import.meta.url).href;
const stored = name === "stored"; // whether the service worker has stored the site

async function fetched(file, settings) {
  const response = await fetch(root + file, settings);
  if (!response.ok) throw new Error(`${file}: the server answered ${response.status}`);
  // What the service worker has stored goes through untouched: the browser finds the code it compiled from it before.
  if (stored) return response;
  let bytes = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      postMessage({ file, bytes: (bytes += chunk.byteLength) });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
}

// The archives are packed with gzip by the build, since servers do not pack what they do not know.
async function unpacked(file) {
  const { body } = await fetched(file, { integrity: integrity[file] });
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function archives() {
  const [stdlib, program] = await Promise.all(["pyodide/library.dat", "pyrules.dat"].map(unpacked));
  return { stdlib, program };
}

async function gathered() {
  const compiled = WebAssembly.compileStreaming(fetched("pyodide/pyodide.asm.wasm"));
  // The rules' worker imports it later from the browser's cache.
  const script = stored || fetched("pyodide/pyodide.asm.mjs").then((response) => response.arrayBuffer());
  const memory = stored && (await recall());
  const [wasm, others] = await Promise.all([compiled, memory ? { memory: memory.buffer } : archives(), script]);
  return { wasm, ...others };
}

const parts = gathered();
const told = (error) => postMessage({ error });
parts.catch(told);

async function provide(port, anew) {
  const { memory, ...others } = await parts;
  if (anew) return port.postMessage({ ...others, ...(await archives()) });
  port.postMessage({ memory, ...others }, memory ? [memory] : []);
}

async function keepMemory() {
  await new Promise((calm) => setTimeout(calm, CALM));
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < ROOM) return;
  const { startPython } = await import("./python.mjs");
  const python = await startPython(await parts, { _makeSnapshot: true });
  python.runPython("from app import program");
  const memory = python.makeMemorySnapshot();
  await remember(memory.subarray(0, memory.findLastIndex(Boolean) + 1)); // the rest is zero in any new memory
  postMessage({ remembered: true });
}

addEventListener("message", async ({ data: { asks, anew, ready } }) => {
  if (asks) provide(asks, anew).catch(told);
  if (ready) {
    if (stored && !(await parts).memory) await keepMemory().catch(() => {}); // the next visit will try again
    close();
  }
});
