// Starts Pyodide from what the page has fetched for it: the compiled WebAssembly, the trimmed standard library and the
// program.
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
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
