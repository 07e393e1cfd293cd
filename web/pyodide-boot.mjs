// The interpreter PyScript starts in its worker: the real Pyodide, begun the moment the page has sent what it is made of.
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

const fetched = new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => resolve(data);
  postMessage({ asks: port2 }, [port2]);
});

// From the memory that an earlier visit left, where there is one; dice must not fall as they would have fallen then.
async function restored({ memory, ...parts }) {
  const python = await startPython(parts, { _loadSnapshot: memory });
  python.runPython("import random; random.seed()");
  return python;
}

const started = fetched.then((parts) =>
  parts.memory ? restored(parts).catch(() => forget().then(() => startPython(parts))) : startPython(parts),
);
started.catch(() => {}); // told to PyScript below, which may come to ask only later

export { version };

export async function loadPyodide({ stdout, stderr }) {
  const pyodide = await started;
  pyodide.setStdout({ batched: stdout });
  pyodide.setStderr({ batched: stderr });
  return pyodide;
}
