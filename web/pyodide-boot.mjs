// The interpreter PyScript starts in its worker: the real Pyodide, begun the moment all it is made of is there.
import "./untrusting.mjs";
import { forget } from "./memory.mjs";
import { version } from "./pyodide/pyodide.mjs";
import { startPython } from "./python.mjs";

// PyScript asks the browser's storage for packages it kept, of which there are none, and stops where storage is refused.
const nothing = (result) => {
  const request = {};
  setTimeout(() => request.onsuccess({ target: { result } }));
  return request;
};
const store = { getAllKeys: () => nothing([]) };
const database = { close() {}, transaction: () => ({ objectStore: () => store }) };
Object.defineProperty(globalThis, "indexedDB", { value: { open: () => nothing(database) } });

// What Python is made of, without a memory if it is asked for `anew`.
const ask = (anew) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    postMessage({ asks: port2, anew }, [port2]);
  });

// From the memory that an earlier visit left, where there is one.
async function start() {
  const { memory, ...parts } = await ask(false);
  if (!memory) return startPython(parts);
  try {
    return await startPython(parts, { _loadSnapshot: memory });
  } catch {
    await forget();
    return startPython(await ask(true));
  }
}

const started = start();
started.catch(() => {}); // told to PyScript below, which may come to ask only later

export { version };

export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await started;
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  return pyodide;
}
