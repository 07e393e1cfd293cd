// The rules' worker of a pen: Python with the app, and with the text that the page around the pen hands in.
import { startPython } from "./python.mjs";

const root = new URL(".", import.meta.url).href;

async function unpacked(file) {
  const { body } = await fetch(root + file);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const wasm = fetch(`${root}pyodide/pyodide.asm.wasm`).then((answer) => WebAssembly.compileStreaming(answer));
const entry = fetch(`${root}rules.py`).then((answer) => answer.text());
const [stdlib, program, late] = ["pyodide/library.dat", "pyrules.dat", "late.dat"].map(unpacked);
const python = startPython({ wasm, stdlib, program, late });
const begun = Promise.all([python, entry]).then(([started, code]) => {
  started.runPython(code);
  return started;
});

onmessage = async ({ data: { id, name, given } }) => {
  try {
    const { globals } = await begun;
    const answering = globals.get(name);
    postMessage({ id, begins: true, forms: name === "update" ? globals.get("forms")(...given) : "" });
    const [answer, told] = answering(...given).toJs({ dict_converter: Object.fromEntries });
    postMessage({ id, answer, told });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
