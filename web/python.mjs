// Starts Pyodide from what has been fetched for it: the compiled WebAssembly, and either the trimmed standard library and
// the program or the memory of a Python that has read them.
import { lock } from "./build.mjs";
import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const at = (path) => new URL(path, import.meta.url).href;
const PROGRAM = "/pyrules.zip";
const LIBRARY = at("pyodide/library.dat");
const WASM = at("pyodide/pyodide.asm.wasm");

export async function startPython({ wasm, stdlib, program }, options = {}) {
  // Pyodide fetches for itself: while it starts, it gets what is there already.
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (address, settings) => {
    if (String(address) === WASM) return new Response();
    if (String(address) === LIBRARY) return new Response(stdlib);
    return fetch(address, settings);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // nobody reads these, and for each the browser reads a script of a megabyte again
  try {
    return await loadPyodide({
      createPyodideModule,
      indexURL: at("pyodide/"),
      stdLibURL: LIBRARY,
      lockFileContents: lock,
      env: { PYTHONPATH: PROGRAM },
      fsInit: async (files) => files.writeFile(PROGRAM, new Uint8Array(program)),
      ...options,
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
