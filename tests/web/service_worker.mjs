// What web/sw.js does when one file of a build does not come, run by Node for each: `node service_worker.mjs SOURCE PATH...`.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const [source, ...paths] = process.argv.slice(2);
const files = Object.fromEntries(paths.map((path) => [path, `sha256-${path}`]));
const script = `const FILES = ${JSON.stringify(files)};\n${readFileSync(source, "utf8")}`;
const scope = "https://example.org/pyrules/";

// Installs the build while `broken` answers in this way; tells whether it is taken, and how often it was stored.
async function install(broken, answer) {
  const heard = {};
  const kept = new Map();
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (key, response) => kept.set(key, response),
  };
  runInNewContext(script, {
    registration: { scope },
    caches: { open: async () => cache },
    addEventListener: (type, listener) => (heard[type] = listener),
    fetch: async (address) => (address === scope + broken ? answer() : { ok: true }),
    URL,
  });
  let stored;
  heard.install({ waitUntil: (promise) => (stored = promise) });
  const taken = await stored.then(() => "taken", ({ message }) => message);
  return [taken, kept.size];
}

const gone = () => ({ ok: false });
const refused = () => Promise.reject(new TypeError("the hash is another"));
const told = { whole: await install() };
for (const path of paths) told[path] = [await install(path, gone), await install(path, refused)];
console.log(JSON.stringify(told));
