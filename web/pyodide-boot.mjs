// The interpreter PyScript starts in its worker: the real Pyodide, begun the moment this module is read, with what the
// page has fetched for it meanwhile: the compiled WebAssembly, the trimmed standard library and the program.
import { lock } from "./build.mjs";
import { loadPyodide as load, version } from "./pyodide/pyodide.mjs";

// Without workers PyScript would start it on the page, where every roll would hold up the reader.
if (globalThis.document) throw new Error("This browser refuses to start a worker");

const at = (path) => new URL(path, import.meta.url).href;
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

const fetched = new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => resolve(data);
  postMessage({ asks: port2 }, [port2]);
});

// Pyodide fetches for itself: while it starts, it gets what the page has fetched instead.
const LIBRARY = at("pyodide/library.dat");
const WASM = at("pyodide/pyodide.asm.wasm");
const { fetch } = globalThis;
const { instantiateStreaming } = WebAssembly;
globalThis.fetch = async (address, options) => {
  if (String(address) === WASM) return new Response();
  if (String(address) === LIBRARY) return new Response((await fetched).library);
  return fetch(address, options);
};
WebAssembly.instantiateStreaming = async (_, imports) => {
  const { wasm } = await fetched;
  return { module: wasm, instance: await WebAssembly.instantiate(wasm, imports) };
};

const started = load({
  indexURL: at("pyodide/"),
  stdLibURL: LIBRARY,
  lockFileContents: lock,
  env: { PYTHONPATH: PROGRAM },
  fsInit: async (files) => files.writeFile(PROGRAM, new Uint8Array((await fetched).program)),
}).finally(() => {
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
