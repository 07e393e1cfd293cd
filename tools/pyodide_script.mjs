// Writes Pyodide's script without what this site never runs: `node pyodide_script.mjs <pyodide folder>`.
// Pyodide brings the whole of Emscripten's library for packages with native code, and gives them every function of its
// own. The site has no such packages: of the library stays what the WebAssembly imports, and OpenGL goes.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { minify } from "terser";

const [folder] = process.argv.slice(2);
const wasm = new WebAssembly.Module(readFileSync(resolve(folder, "pyodide.asm.wasm")));
let script = readFileSync(resolve(folder, "pyodide.asm.mjs"), "utf8");

function replace(pattern, by) {
  const before = script;
  script = script.replace(pattern, by);
  if (script === before) throw new Error(`Pyodide's script has nothing like ${pattern} any more: see what it has now`);
}

// Of OpenGL, Python asks for addresses alone, which it never calls.
const OPENGL = "emscripten_gl";
const imports = WebAssembly.Module.imports(wasm).filter(({ kind, name }) => kind === "function" || !name.startsWith(OPENGL));
const imported = new Set(imports.map(({ name }) => name));
const unused = new Set();
replace(/(?<=var wasmImports=\{)[^}]*/, (library) => {
  const entries = library.split(",").map((entry) => entry.split(":"));
  for (const [name, value] of entries) if (!imported.has(name)) unused.add(value);
  return entries.filter(([name]) => imported.has(name)).map((entry) => entry.join(":"));
});
replace(/\bModule\["\w+"\]=(\w+);/g, (statement, name) => (unused.has(name) ? "" : statement));
replace(/\b(\w+)\.sig="\w*";/g, (statement, name) => (unused.has(name) ? "" : statement));
replace("if(!value&&!entry.required){", `if(!value&&(!entry.required||symName.startsWith("${OPENGL}"))){`);

// Of the thousands of functions that the WebAssembly exports, those that the script calls have variables; a loop puts the
// others where they are looked for by name, and nobody takes their addresses.
const times = new Map();
for (const word of script.match(/\w+/g)) times.set(word, (times.get(word) ?? 0) + 1);
const UNUSED = 3; // where a variable is declared, where it is set, and the property of the same name
replace(/(?<=function assignWasmExports\(wasmExports\)\{)[^}]*/, (statements) => {
  const called = statements.split(";").filter((statement) => times.get(statement.split("=")[0]) > UNUSED);
  const value = "value instanceof WebAssembly.Global?value.value>>>0:value";
  return `for(const [name,value] of Object.entries(wasmExports))Module["_"+name]=${value};${called.join(";")};`;
});
replace("for(var symName in exports){", "for(var symName in exports){if(!GOT[symName])continue;");

// The page's policy refuses this anyway; within the script, it would keep everything that has a name.
replace(/\beval\(/g, "globalThis.eval(");
const { code } = await minify(script, {
  module: true,
  mangle: false,
  compress: { defaults: false, unused: true, keep_fargs: true, pure_getters: true, side_effects: true, passes: 3 },
});
process.stdout.write(code);
