// The page's first script in a pen, in place of boot.mjs: begins the rules' worker and the page's own Python, without PyScript,
// whose bridge would let a worker reach into the page. Of what the worker answers, only data goes on.
const root = new URL(".", import.meta.url).href;
const PYTHON = ["pyodide/pyodide.asm.wasm", "pyodide/library.dat", "pyrules.dat", "late.dat"];
const worker = onefile.worker(`import("${root}worker.mjs")`, PYTHON); // first of all, since Python takes longest
const [{ loadMicroPython }, address, page, platform, post, store] = await Promise.all([
  import("./micropython/micropython.mjs"),
  import("./address.mjs"),
  import("./page.mjs"),
  import("./platform.mjs"),
  import("./post.mjs"),
  import("./store.mjs"),
]);
const byId = (id) => document.getElementById(id);
const { port } = await pen;
const broken = (why) => port.postMessage({ broken: String(why).slice(0, 500) });

const MOST = 8_000_000; // characters of an answer
const FOREIGN = /<\/?(?:base|embed|fencedframe|frame|frameset|iframe|link|meta|object|portal|script|style|template)\b/i;

// An answer that is one of the app's: text, whose regions are there and hold nothing that could load or run something.
function checked(answer) {
  if (typeof answer !== "string" || answer.length > MOST) throw new Error("The answer is none of the app's");
  const { regions, rolling } = JSON.parse(answer);
  for (const [id, html] of [...Object.entries(regions), ...Object.entries(rolling ?? {})]) {
    if (!byId(id) || (html !== null && (typeof html !== "string" || FOREIGN.test(html)))) {
      throw new Error("The answer has what no page of the app has");
    }
  }
  return answer;
}

// The rules, which another thread has: called by name, answered by number. Who waits for them outside is told, once of each
// call that it begins: a text that runs could say so again and again.
const waiting = new Map();
const unbegun = new Set();
const LONG = ["odds-at-length", "desk-reckon"]; // what a person asks for though it takes long
let calls = 0;
worker.onmessage = ({ data }) => {
  const { id, begins, forms } = data ?? {};
  if (begins) {
    if (unbegun.delete(id)) port.postMessage(forms ? { begins: id, forms } : { begins: id });
    return;
  }
  waiting.get(id)?.(data);
  waiting.delete(id);
};
worker.onerror = () => broken("Python stopped");
async function asked(name, ...given) {
  calls += 1;
  const answered = new Promise((settle) => waiting.set(calls, settle));
  if (name === "update") {
    unbegun.add(calls);
    port.postMessage({ asks: LONG.includes(JSON.parse(given[0]).on) });
  }
  worker.postMessage({ id: calls, name, given });
  const { id, answer, told = {}, error } = await answered;
  if (name === "update") port.postMessage({ answers: id });
  try {
    if (error) throw new Error(String(error));
    const reply = checked(answer);
    for (const what of ["checks", "stated", "problems", "steps"]) if (told[what]) port.postMessage({ [what]: told[what] });
    return reply;
  } catch ({ message }) {
    broken(message);
    throw new Error(message);
  }
}
const rules = { start: (...given) => asked("start", ...given), update: (...given) => asked("update", ...given) };

function notice(text, label = "", action = () => {}) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", action);
  byId("notice").replaceChildren(text, ...(label ? [" ", button] : []));
  byId("notice").hidden = false;
}
const away = () => Promise.reject(new Error("this is not there while a system is tried"));
const boot = {
  notice,
  listen(hear) {
    for (const type of ["click", "input", "change", "submit"]) document.addEventListener(type, hear);
  },
  ready: () => (byId("progress").hidden = true),
  fail: broken,
  offerReload: broken, // another pen takes the place of one whose page has stopped in the midst
  awaitAnswer() {}, // which the page around does
  answered() {},
  channel: away,
  codes: away,
  picture: away,
  oneFile: away,
  dice: () => import("./dice/dice.mjs"),
};

const python = await loadMicroPython({ url: new URL("micropython/micropython.wasm", root).href, linebuffer: false });
const download = ({ name, text }) => port.postMessage({ file: { name, text: String(text) } }); // the page around asks first
const copy = ({ text }) => (port.postMessage({ copy: String(text) }), Promise.resolve("closed")); // nothing is told here
const share = (title, text) => copy({ text });
const modules = { address, boot, page: { ...page, download, copy, share }, platform, post, store };
python.registerJsModule("polyscript", { workers: { rules: Promise.resolve(rules) } });
python.registerJsModule("polyscript.js_modules", Object.fromEntries(Object.entries(modules).map(([name, it]) => [name, { ...it }])));
await python.runPythonAsync(await (await fetch(`${root}ui.py`)).text());
