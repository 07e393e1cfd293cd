// Runs a Python file inside Pyodide under Node: `node pyodide.mjs <pyodide folder> <script> [<standard library>]`.
// Byte code keeps the line of each instruction, for tracebacks, but not its column.
// The job (JSON) comes in on stdin and is the script's global `job`; the script leaves its answer (JSON) in `answer`.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [folder, script, stdLibURL] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
const pyodide = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" }, stdLibURL, stdout: console.error });
pyodide.globals.set("job", await text(process.stdin));
try {
  pyodide.runPython(readFileSync(script, "utf8"), { filename: script });
  process.stdout.write(pyodide.globals.get("answer"));
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = 1;
}
