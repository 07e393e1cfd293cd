// The interpreter PyScript starts in its worker: the real Pyodide, begun the moment this module is read, with the
// trimmed standard library and the program's archive, and with every byte and every failure told to the page.
import { integrity, lock } from "./build.mjs";
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

const root = new URL(".", import.meta.url).href;
const at = (path) => new URL(path, root).href;
const path = (url) => String(url).replace(root, "");
const PROGRAM = "/pyrules.zip";

// PyScript asks the browser's storage for packages it kept, of which there are none, and stops where storage is refused.
const nothing = (result) => {
  const request = {};
  setTimeout(() => request.onsuccess({ target: { result } }));
  return request;
};
const store = { getAllKeys: () => nothing([]) };
const database = { close() {}, transaction: () => ({ objectStore: () => store }) };
Object.defineProperty(globalThis, "indexedDB", { value: { open: () => nothing(database) } });

const tell = (...loaded) => postMessage({ loaded });
new PerformanceObserver((list) => {
  for (const { name } of list.getEntries()) tell(path(name));
}).observe({ type: "resource", buffered: true });

// Pyodide waits for ever when its own files do not arrive: `failed` ends that wait.
let fail;
const failed = new Promise((_, reject) => (fail = reject));
const { fetch } = globalThis;
const { instantiateStreaming } = WebAssembly;

// The archives (.dat) are packed with gzip by the build, since servers do not pack what they do not know.
const unpacked = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip")));

// What the service worker has stored goes through untouched: the browser finds the code it compiled from it before.
const stored = performance.getEntriesByType("resource").some(({ workerStart }) => workerStart > 0);
const counted = (response, file) => {
  if (stored) return response;
  let bytes = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      tell(file, (bytes += chunk.byteLength));
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), response);
};

globalThis.fetch = async (url, options) => {
  const file = path(url);
  try {
    const response = await fetch(url, { ...options, integrity: integrity[file] ?? "" });
    if (!response.ok) throw new Error(`${file}: the server answered ${response.status}`);
    return file.endsWith(".dat") ? unpacked(counted(response, file)) : counted(response, file);
  } catch (error) {
    fail(error);
    throw error;
  }
};
WebAssembly.instantiateStreaming = (...given) => {
  const made = instantiateStreaming(...given);
  made.catch(fail);
  return made;
};

const program = globalThis.fetch(at("pyrules.dat")).then((response) => response.arrayBuffer());
const started = Promise.race([
  failed,
  load({
    indexURL: at("pyodide/"),
    stdLibURL: at("pyodide/library.dat"),
    lockFileContents: lock,
    env: { PYTHONPATH: PROGRAM },
    fsInit: async (files) => files.writeFile(PROGRAM, new Uint8Array(await program)),
  }),
]).finally(() => {
  globalThis.fetch = fetch;
  WebAssembly.instantiateStreaming = instantiateStreaming;
});
started.catch(() => {}); // told to PyScript below, which may come to ask only later

export { version };

export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await started;
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  return pyodide;
}
