// The page's first script: starts both Pythons, shows how far they are, keeps what the reader does meanwhile, and
// says in words why Python cannot start. It imports nothing statically, so that a missing file is told as well.
const root = new URL(".", import.meta.url).href;
const at = (path) => new URL(path, root).href;
const byId = (id) => document.getElementById(id);

export function notice(text, label = "", action = () => {}) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", action);
  byId("notice").replaceChildren(text, ...(label ? [" ", button] : []));
  byId("notice").className = "";
  byId("notice").hidden = false;
}

export function offerReload(text) {
  notice(text, "Reload", () => location.reload());
}

function offerUpdate(update) {
  notice("An update is ready.", "Reload", update);
  byId("notice").className = "good";
}

const platform = import("./platform.mjs"); // early, since the browser offers to install the app only once

// What the reader does is kept, oldest first, until Python hears it.
const HEARD = ["click", "input", "change", "submit"];
const early = [];
function keep(event) {
  if (event.type === "submit") event.preventDefault();
  early.push(event);
}
for (const type of HEARD) document.addEventListener(type, keep);

let listening = false;
export function listen(hear) {
  listening = true;
  performance.mark("page ready");
  for (const type of HEARD) {
    document.removeEventListener(type, keep);
    document.addEventListener(type, hear);
  }
  for (const event of early) hear(event);
}

// Progress in bytes: every file that Python needs counts with the size the build wrote down for it.
const loaded = {};
let sizes = {};
let integrity = {};
const build = import("./build.mjs").then((module) => ({ sizes, integrity } = module));
async function checkVersion() {
  const [{ version }, page] = [await build, document.querySelector("meta[name=version]").content];
  if (version === page) return;
  if (!navigator.serviceWorker?.controller) throw new Error(`This page is of version ${page}, its scripts of version ${version}`);
  location.reload(); // another build took over before this script could hear of it
  await new Promise(() => {});
}
function count(file, bytes = sizes[file]) {
  if (bytes <= loaded[file]) return; // nothing new
  awaitMore();
  loaded[file] = bytes;
  const total = (of) => Object.keys(sizes).reduce((sum, path) => sum + (of[path] ?? 0), 0);
  byId("progress").value = total(loaded) / total(sizes);
}

// Says so when nothing has come for a while, until something does.
const PATIENCE = 20_000; // milliseconds
let late;
let hanging = false;
function hang() {
  if (byId("progress").hidden) return;
  hanging = true;
  const text = `Loading stands still at ${Math.round(100 * byId("progress").value)} %: the connection hangs, or this device is busy. It goes on by itself as soon as it can; reloading may help.`;
  offerReload(text);
}
function awaitMore() {
  if (byId("progress").hidden) return;
  clearTimeout(late);
  late = setTimeout(hang, PATIENCE);
  if (hanging) byId("notice").hidden = true;
  hanging = false;
}
awaitMore();

// And where what the reader did is not answered, as when a browser has ended the rules' worker.
const NO_ANSWER = "No answer for 20 seconds: this device is busy, or the rules have stopped. What was shown before is stored. It goes on by itself as soon as it can; reloading may help.";
let silent;
export const awaitAnswer = () => (silent = setTimeout(offerReload, PATIENCE, NO_ANSWER));
export function answered() {
  clearTimeout(silent);
  if (byId("notice").textContent.startsWith(NO_ANSWER)) byId("notice").hidden = true;
}

const arrivals = new PerformanceObserver((list) => {
  for (const { name } of list.getEntries()) {
    const file = name.replace(root, "");
    if (file in sizes) count(file);
  }
});
build.then(() => arrivals.observe({ type: "resource", buffered: true }));

// What the rules' worker says of the files it fetches, of what keeps it from starting, and what Python was made of.
let parts;
const begin = {};
const workerListens = new Promise((resolve) => (begin.listening = resolve));
const pythonBegins = new Promise((resolve) => (begin.python = resolve));
function hear({ type, data }) {
  data ??= {};
  if (type === "error") fail(new Error("The rules' worker cannot be run"));
  if (data.file) build.then(() => count(data.file, data.bytes));
  if (data.listens) begin.listening();
  if (data.file === "pyodide/pyodide.asm.mjs") begin.python();
  if (data.error) fail(data.error);
  parts ??= data.parts;
}

function keepMemory() {
  const keeper = new Worker(at("keeper.mjs"), { type: "module" });
  keeper.addEventListener("message", () => performance.mark("python remembered"));
  keeper.postMessage(parts, [parts.stdlib, parts.program]);
}

// At a first visit nothing compares the hashes of what the rules' worker imports before it runs; a byte that is other may
// even run. So they are compared meanwhile, with what the browser's cache has of them.
async function compareModules() {
  await build;
  const modules = [...MODULES, "pyodide/pyodide.asm.mjs"].filter((file) => file in integrity);
  const compare = (file) =>
    fetch(at(file), { integrity: integrity[file] }).catch(() => {
      throw new Error(`The file ${file} did not come as it was published`);
    });
  await Promise.all(modules.map(compare));
}

// What the page's own Python is given is fetched after what the page is drawn with, which on a slow network would wait for
// it, and before Python asks for it, so that the browser compares each module with the hash that the build wrote down. Those
// that run already are not named: Firefox would say that they did not come.
const MICROPYTHON = "micropython/micropython.mjs";
const FETCHED = [MICROPYTHON, "address.mjs", "kept.mjs", "page.mjs", "post.mjs", "store.mjs"];
async function fetchModules() {
  await build;
  for (const file of FETCHED) element("link", { rel: "modulepreload", href: at(file), integrity: integrity[file] });
}

// PyScript gets the worker that has begun already when it asks for one, and no file that is not of this build.
async function importPyScript() {
  const { Worker, fetch } = globalThis;
  globalThis.fetch = async (address, options) => {
    await build.catch(() => {});
    const file = String(address).replace(root, "");
    return fetch(address, { integrity: integrity[file], ...options }).catch(() => {
      throw new Error(`The file ${file} did not come`);
    });
  };
  globalThis.Worker = class extends Worker {
    constructor() {
      return rulesWorker;
    }
  };
  await import("./pyscript/core.js");
  globalThis.Worker = Worker;
}

let stopped = false;
export function ready() {
  removeEventListener("unhandledrejection", rejected);
  awaitMore();
  byId("progress").hidden = true;
  performance.mark("rules ready");
  if (globalThis.onefile) return;
  const say = async (text) => {
    byId("offline").textContent = text;
    (await platform).learn({ offline: text });
  };
  import("./offline.mjs")
    .then(({ workOffline }) => workOffline(say, offerUpdate))
    .catch(() => say("Not stored for offline use: the file offline.mjs did not come as it was published. Reload the page."));
}

// What only some readers use is fetched when they do; what did not come then, a browser asks for no second time.
const used = (file) =>
  import(`./${file}`).catch(() => {
    throw new Error(`the file ${file} did not come: connect, then reload`);
  });
export const bluetooth = () => used("bluetooth.mjs");
export const channel = () => used("channel.mjs");
export const codes = () => used("codes.mjs");
export const eye = () => used("eye/sheet.mjs");
export const picture = () => used("picture.mjs");
export const oneFile = async () => (await used("onefile/take.mjs")).taken(); // the whole app, as a blob
export const dice = () => import("./dice/dice.mjs"); // only when the rules are there, so that nothing waits for it

const UNREACHABLE = {
  reason: () => "There is no connection to the site. Connect and reload.",
  reloadAnew: () => location.reload(),
};
export async function fail(error) {
  if (stopped) return;
  stopped = true;
  globalThis.rulesWorker?.terminate(); // nothing begins any more
  await import("./memory.mjs").then(({ forget }) => forget(), () => {}); // it may be what is wrong
  await build.catch(() => {});
  const { reason, reloadAnew } = await import("./trouble.mjs").catch(() => UNREACHABLE);
  const why = await reason(error, integrity);
  for (const id of ["progress", "bar"]) byId(id).hidden = true; // nothing can be rolled
  delete document.documentElement.dataset.waits;
  notice(`The dice cannot be rolled: Python did not start. ${why}`, "Reload", () => reloadAnew(integrity));
}
// PyScript asks for storage that it can do without: a browser that refuses it answers with one of these.
const rejected = ({ reason: error }) => error instanceof Event || error instanceof DOMException || fail(error);

function element(name, attributes, text = "") {
  const made = document.createElement(name);
  if (text) made.append(text);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  document.head.append(made);
  return made;
}

const NO_PLUGINS = ["codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal"];
const refusePlugins = (config) =>
  element(config, { type: "json", hidden: "" }, JSON.stringify({ plugins: NO_PLUGINS.map((it) => `!${it}`) }));

async function start() {
  addEventListener("unhandledrejection", rejected);
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
  if (!globalThis.rulesWorker) throw new Error("This browser refuses to start a worker");
  rulesWorker.onmessage = null; // PyScript's own from here on
  rulesWorker.addEventListener("message", hear);
  rulesWorker.onerror = hear;
  said.forEach(hear);
  if (!controlled && !globalThis.onefile) compareModules().catch(fail);
  if (!globalThis.onefile) await fetchModules();
  refusePlugins("py-config");
  refusePlugins("mpy-config");
  await importPyScript();
  await checkVersion();
  await workerListens; // or it would miss what PyScript says to it
  // Of these types, scripts go without PyScript's own Python modules, which would take most of the page's start.
  const rules = element("script", {
    type: "pyodide",
    version: at("pyodide-boot.mjs"),
    config: "{}", // without one, PyScript fetches a parser for it
    worker: "",
    async: "false", // it waits for nothing, and need not wait to be begun either
    name: "rules",
    src: at("rules.py"),
  });
  await pythonBegins; // both together would keep the rules waiting for longer than this keeps the page
  const modules = ["address", "boot", "page", "platform", "post", "store"].map((name) => [at(`${name}.mjs`), name]);
  element("script", {
    type: "micropython",
    version: at(MICROPYTHON),
    config: JSON.stringify({ js_modules: { main: Object.fromEntries(modules) } }),
    src: at("ui.py"),
  }).addEventListener("micropython:done", () => {
    if (!listening) fail(new Error("The page's own script stopped"));
  });
  await null; // PyScript looks at the scripts once this function waits
  await rules.xworker.ready;
  rulesWorker.onmessage = rulesWorker.onerror = null;
  if (parts) keepMemory();
}

start().catch(fail);
