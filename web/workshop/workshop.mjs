// The workshop: the text of a system, and beside it the system alive in its pen, as it is by now or as it last was whole.
import { openPen } from "./pen.mjs";

if (self !== top) throw new Error("The workshop does not open within another page.");

const byId = (id) => document.getElementById(id);
const root = new URL("..", import.meta.url).pathname;
const looks = (() => {
  try {
    return JSON.parse(localStorage.getItem(`pyrules ${root} looks`)) ?? {};
  } catch {
    return {};
  }
})();
Object.assign(document.documentElement.dataset, looks);

const text = byId("text");
let pen;
let tried; // the text that was tried last
let sent; // the text that the pen has: that one, or after a stop the last good one
let good; // the last text without mistakes
let stops = 0; // how often a pen has stopped since the last text

function say(words) {
  byId("state").textContent = words;
}

function show(problems) {
  const lines = problems.map(({ line, words }) => {
    const item = document.createElement("li");
    item.textContent = `Line ${line}: ${words}`;
    return item;
  });
  byId("problems").replaceChildren(...lines);
}

function send(what) {
  sent = what;
  pen.give(sent);
}

function give() {
  if (!pen || text.value === tried) return;
  tried = text.value;
  stops = 0;
  send(tried);
}

const ALIVE = "Alive";
const BEFORE = "As it was before the last mistake";
const HEARS = {
  ready: (opened) => {
    pen = opened;
    if (tried === undefined) give();
    else if (good !== undefined && stops <= MOST_STOPS) send(good);
  },
  problems: (_, found) => {
    if (!found.length) good = sent;
    if (sent === tried && !stops) show(found); // else it is told why the pen stopped
    say(found.length || sent !== tried ? BEFORE : ALIVE);
    byId("tried").ariaBusy = text.value !== tried;
  },
  stopped: (_, why) => {
    stops += 1;
    pen = undefined;
    say("Stopped");
    show([{ line: 1, words: why }]);
    open();
  },
};
const MOST_STOPS = 3; // of one text

async function open() {
  const opened = await openPen(byId("pen"), looks, (what, value) => HEARS[what]?.(opened, value));
}

const PAUSE = 200; // milliseconds after which typing has paused
let pause;
text.addEventListener("input", () => {
  byId("tried").ariaBusy = true;
  clearTimeout(pause);
  pause = setTimeout(give, PAUSE);
});

open().catch((error) => say(error.message));
