// The interpreter PyScript starts in its worker: the real Pyodide, which begins with the worker itself (head.js), from
// the memory that an earlier visit left, where there is one, or else from what is fetched for it.
import { integrity } from "./build.mjs";
import { forget, recall } from "./memory.mjs";
import { version } from "./pyodide/pyodide.mjs";
import { script, startPython } from "./python.mjs";

const root = new URL(".", import.meta.url).href;
const stored = name === "stored"; // whether the service worker has stored the site
const told = (error) => postMessage({ error });

// PyScript asks the browser's storage for packages it kept, of which there are none, and stops where storage is refused.
const nothing = (result) => {
  const request = {};
  queueMicrotask(() => request.onsuccess({ target: { result } }));
  return request;
};
const store = { getAllKeys: () => nothing([]) };
const database = { close() {}, transaction: () => ({ objectStore: () => store }) };
Object.defineProperty(globalThis, "indexedDB", { value: { open: () => nothing(database) } });

// PyScript gets no file that is not of this build.
const { fetch } = globalThis;
globalThis.fetch = (address, options) =>
  fetch(address, { integrity: integrity[String(address).replace(root, "")], ...options });

const LATE = "late.dat";
const STEP = 200_000; // bytes of progress that are worth telling: told of every piece, both sides lose time

async function fetched(file, settings) {
  const response = await fetch(root + file, settings).catch(() => undefined);
  if (!response?.ok) throw new Error(`The file ${file} did not come`);
  // What the service worker has stored goes through untouched: the browser finds the code it compiled from it before.
  if (stored) return response;
  if (!settings) compare(file, response.clone()).catch(told);
  let [bytes, reported] = [0, 0];
  const counted = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes - reported >= STEP) postMessage({ file, bytes: (reported = bytes) });
      controller.enqueue(chunk);
    },
    flush: () => postMessage({ file, bytes }),
  });
  return new Response(response.body.pipeThrough(counted), response);
}

// To ask the browser for a file of this hash would keep it from compiling what has come while the rest comes.
async function compare(file, response) {
  if (!crypto.subtle) return; // as on a network address without HTTPS
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  if (integrity[file] !== `sha256-${hash}`) throw new Error(`The file ${file} did not come as it was published`);
}

// The archives are packed with gzip by the build, since servers do not pack what they do not know.
async function unpacked(file) {
  const { body } = await fetched(file, { integrity: integrity[file] });
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// What no first roll needs comes when something of it is imported, which Python waits for; the service worker has it soon.
globalThis.fetchLate = () => {
  const request = new XMLHttpRequest();
  request.open("GET", root + LATE, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    // as without a connection, which its status says
  }
  if (request.status !== 200) throw new Error(`the file ${LATE} did not come: connect, then try again`);
  return [new Uint8Array(request.response), integrity[LATE]];
};

async function start() {
  const wasm = WebAssembly.compileStreaming(fetched("pyodide/pyodide.asm.wasm"));
  wasm.catch(told); // for Pyodide would wait for ever
  const kept = stored && (await recall());
  if (kept) {
    const read = wasm.then(kept.read); // which keeps this thread: Pyodide begins meanwhile, up to where it needs both
    try {
      return await startPython({ wasm: read.then(() => wasm) }, { _loadSnapshot: kept.memory });
    } catch {
      await read;
      await forget();
    }
  }
  const archives = ["pyodide/library.dat", "pyrules.dat", ...(globalThis.onefile ? [LATE] : [])].map(unpacked);
  for (const archive of archives) archive.catch(told); // for Python would miss it in other words
  const [stdlib, program, late] = archives;
  const python = await startPython({ wasm, stdlib, program, late });
  if (stored) {
    // The page has keeper.mjs make the memory that the next visit begins with.
    const parts = { wasm: await wasm, stdlib: await stdlib, program: await program };
    postMessage({ parts }, [parts.stdlib, parts.program]);
  }
  return python;
}

script.then(() => postMessage({ file: "pyodide/pyodide.asm.mjs" }), told);
const started = start();
started.catch(told);

export { version };

export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await started;
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  return pyodide;
}
