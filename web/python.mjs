// Starts Pyodide from what it is made of, as far as it has come: promises of the compiled WebAssembly and of the trimmed
// standard library and the program, or the memory of a Python that has read both. Without the `late` part of the program,
// Python asks `fetchLate` for it when it is needed.
import { lock } from "./build.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const at = (path) => new URL(path, import.meta.url).href;
const PROGRAM = "/pyrules.zip";
const LATE = "/late.zip";
const LIBRARY = at("pyodide/library.dat");
const WASM = at("pyodide/pyodide.asm.wasm");
const PAGE = 65_536; // bytes

export const script = import("./pyodide/pyodide.asm.mjs"); // of a megabyte: nothing else waits for it

export async function startPython({ wasm, stdlib, program, late }, options = {}) {
  const { default: createPyodideModule } = await script;
  // Pyodide fetches for itself: while it starts, it gets what is on its way already.
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (address, settings) => {
    if (String(address) === WASM) return new Response();
    if (String(address) === LIBRARY) return new Response(await stdlib);
    return fetch(address, settings);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    const instance = await WebAssembly.instantiate(module, imports);
    const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
    const missing = (options._loadSnapshot?.length ?? 0) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE)); // Pyodide puts a bigger one into what is too small for it
    return { module, instance };
  };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // nobody reads these, and for each the browser reads a script of a megabyte again
  try {
    return await loadPyodide({
      createPyodideModule,
      indexURL: at("pyodide/"),
      stdLibURL: LIBRARY,
      lockFileContents: lock,
      env: { PYTHONPATH: late ? `${PROGRAM}:${LATE}` : PROGRAM },
      fsInit: async (files) => {
        files.writeFile(PROGRAM, new Uint8Array(await program));
        if (late) files.writeFile(LATE, new Uint8Array(await late));
      },
      ...options,
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
