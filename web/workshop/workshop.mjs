// The workshop: the text of a system, and beside it the system alive in its pen, as it is by now or as it last was whole.
import { MOST, packed, unpacked } from "./links.mjs";
import { openPen } from "./pen.mjs";
import { TEMPLATES } from "./templates.mjs";
import { begin, edit, goTo, mark, replace, written } from "./writing.mjs";

if (self !== top) throw new Error("The workshop does not open within another page.");

const byId = (id) => document.getElementById(id);
const root = new URL("..", import.meta.url);
const KEPT = `pyrules ${root.pathname} workshop`; // the text that is being written, on this device
const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // this browser keeps nothing for the site
  }
};
const looks = JSON.parse(kept(`pyrules ${root.pathname} looks`) ?? "{}");
Object.assign(document.documentElement.dataset, looks);

const tell = (words) => (byId("told").textContent = words);
const say = (words) => (byId("state").textContent = words);
const item = (words, line) => {
  const made = document.createElement("li");
  if (!line) return Object.assign(made, { textContent: words });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: `Line ${line}: ${words}` });
  button.addEventListener("click", () => {
    show("text");
    goTo(line);
  });
  made.append(button);
  return made;
};

function show(what) {
  document.documentElement.dataset.shows = what;
  for (const button of document.querySelectorAll("[data-show]")) button.ariaPressed = button.dataset.show === what;
  if (what === "checks") check();
}
for (const button of document.querySelectorAll("[data-show]")) {
  button.addEventListener("click", () => show(button.dataset.show));
}

let pen;
let tried; // the text that was tried last
let sent; // the text that the pen has: that one, or after a stop the last good one
let good; // the last text without mistakes
let stops = 0; // how often a pen has stopped since the last text
let strange = false; // whether somebody else wrote the text and nobody has said yet that it may run
const MOST_STOPS = 3; // of one text

function showProblems(found) {
  byId("problems").replaceChildren(...found.map(({ line, words }) => item(words, line)));
  mark(found.map(({ line }) => line));
}

function send(what) {
  sent = what;
  pen.give({ text: sent });
}

function give() {
  if (!pen || strange || written() === tried) return;
  tried = written();
  stops = 0;
  send(tried);
}

const CALM = 800; // milliseconds after which the checks are made
let calm;
function check() {
  clearTimeout(calm);
  const seen = byId("checked").checkVisibility();
  if (pen && seen && good !== undefined && good === written()) calm = setTimeout(() => pen?.give({ check: true }), CALM);
}

const HEARS = {
  ready: (opened) => {
    pen = opened;
    if (tried === undefined) give();
    else if (good !== undefined && stops <= MOST_STOPS) send(good);
  },
  problems: (_, found) => {
    if (!found.length) good = sent;
    if (sent === tried && !stops) showProblems(found); // else it is told why the pen stopped
    say(found.length || sent !== tried ? "As it was before the last mistake" : "Alive");
    byId("tried").ariaBusy = written() !== tried;
    check();
  },
  checks: (_, found) => {
    const rows = found.map(({ title, line, words }) => {
      const row = item(words ? `${title}: ${words}` : title, line);
      row.classList.toggle("mistake", line > 0);
      return row;
    });
    byId("checks").replaceChildren(...rows);
  },
  stopped: (_, why) => {
    stops += 1;
    pen = undefined;
    say("Stopped");
    showProblems([{ line: 1, words: why }]);
    open();
  },
};

async function open() {
  const opened = await openPen(byId("pen"), looks, (what, value) => HEARS[what]?.(opened, value)).catch(({ message }) => say(message));
}

const PAUSE = 200; // milliseconds after which typing has paused
let pause;
function typed() {
  byId("tried").ariaBusy = true;
  tell("");
  clearTimeout(pause);
  pause = setTimeout(() => {
    try {
      if (!strange) localStorage.setItem(KEPT, written());
    } catch {
      tell("This browser does not keep the text: save it as a file.");
    }
    give();
  }, PAUSE);
}

const MOST_BYTES = 100_000;
async function openFile({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  if (file.size > MOST_BYTES) return tell("The file is too big to be a system: 100 kB are the most.");
  replace(await file.text());
}

const FETCHED = 60_000; // milliseconds after which every browser has begun to save a file
function save() {
  const name = written().match(/system\(\s*"([a-z][a-z0-9]*)"/)?.[1] ?? "system";
  const href = URL.createObjectURL(new Blob([written()], { type: "text/x-python" }));
  Object.assign(document.createElement("a"), { href, download: `${name}.py` }).click();
  setTimeout(() => URL.revokeObjectURL(href), FETCHED);
}

// The clipboard is asked for in the tap itself: some browsers refuse it once the text is packed.
async function handOn() {
  const packing = packed(written());
  const address = packing.then((hash) => location.href.split("#")[0] + hash);
  const item = { "text/plain": address.then((link) => new Blob([link], { type: "text/plain" })) };
  const copied = (async () => navigator.clipboard.write([new ClipboardItem(item)]))().then(() => true, () => false);
  const { length } = await packing;
  if (length > MOST) return tell(`This text is too long for a link: it takes ${length} characters, and ${MOST} are the most. Save it as a file.`);
  if (await copied) return tell("The link is copied. Who opens it is asked before anything runs.");
  history.replaceState(null, "", await address);
  tell("The link is the address of this page now: copy it from there.");
}

async function template({ target }) {
  const chosen = target.value;
  target.value = "";
  if (!chosen) return;
  const answer = await fetch(new URL(`workshop/templates/${chosen}.py`, root)).catch(() => undefined);
  if (!answer?.ok) return tell("This template did not come: connect, then try again.");
  replace(await answer.text());
  tell("Undo brings back what was here.");
}

// What is in the editor at first: the text of a link, which waits for a word; else what this device has kept; else a template.
async function first() {
  try {
    const linked = await unpacked(location.hash);
    strange = linked !== undefined;
    byId("stranger").hidden = !strange;
    if (strange) return linked;
  } catch ({ message }) {
    tell(`This link cannot be opened: ${message}. Ask for it again.`);
  }
  const own = kept(KEPT);
  return own ?? (await fetch(new URL(`workshop/templates/${Object.keys(TEMPLATES)[0]}.py`, root))).text();
}

byId("template").append(...Object.entries(TEMPLATES).map(([value, label]) => new Option(label, value)));
byId("template").addEventListener("change", template);
byId("file").addEventListener("change", openFile);
byId("save").addEventListener("click", save);
byId("hand-on").addEventListener("click", handOn);
byId("try").addEventListener("click", () => {
  strange = false;
  byId("stranger").hidden = true;
  history.replaceState(null, "", location.pathname);
  show("try");
  give();
});
addEventListener("hashchange", () => location.hash.startsWith("#w=") && location.reload());
begin(await first());
edit(typed);
say(strange ? "It runs when you say so." : "Getting ready");
open();
