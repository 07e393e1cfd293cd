// The page's side of the dice: finds the dice that Python laid in the tray, has them drawn over their places, thrown by
// a command, and tells when they rest. Wherever that cannot be, the still dice of the page are simply seen.
import { sample, strike, wake } from "./sound.mjs";

const LONG_HIDDEN = 60_000; // milliseconds without a tray after which everything is given back
const TOO_LATE = 600; // milliseconds a throw may wait for the drawing to begin
const SHAKES = { "": 18, triumph: [30, 50, 30, 50, 90], disaster: [160, 60, 240] }; // milliseconds of vibration at landing
const SHOWN = 1000; // milliseconds of the drama of a great result

const table = document.getElementById("table");
const tray = document.getElementById("tray");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const WAYS = [inWorker, onPage];
const changes = new MutationObserver(whole(lay));

let looks = { motion: "still" };
let rested = () => {};
let canvas;
let drawing; // {call, release} from the moment it is begun
let ready = false;
let lost = false; // the canvas, for a while, to the browser
let way = 0; // how the dice are drawn; past the last way, they are not
let rolling; // {command, seed} until its dice rest, and the tray they are thrown into
let hiding;
let laid = []; // the dice as they were drawn last, with their places
let fallen; // {tray, dice}: which lie where they fell, not in their rows, in a tray of this size

// Whatever fails here, what the dice came to is told, and from then on the still dice of the page are seen.
function whole(does) {
  return (...given) => {
    try {
      return does(...given);
    } catch (error) {
      reportError(error);
      way = WAYS.length;
      remain();
      release();
      return false;
    }
  };
}

function inWorker(hear) {
  if (!canvas.transferControlToOffscreen) throw new Error("no OffscreenCanvas");
  const script = new URL("worker.mjs", import.meta.url);
  const worker = globalThis.onefile?.worker(`import("${script}")`) ?? new Worker(script, { type: "module" });
  const handed = canvas.transferControlToOffscreen();
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", () => hear({ said: "impossible" }));
  worker.postMessage(["begin", handed], [handed]);
  return { call: (...message) => worker.postMessage(message), release: () => worker.terminate() };
}

function onPage(hear) {
  let made;
  const begun = canvas;
  import("./stage.mjs")
    .then(({ stage }) => {
      if (canvas !== begun) return;
      made = stage(begun, document.createElement("canvas"), hear);
      hear({ said: "ready" });
    })
    .catch(() => hear({ said: "impossible" }));
  return { call: (name, ...given) => made?.[name](...given), release: () => made?.release() };
}

function begin() {
  while (!drawing && way < WAYS.length) {
    canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    table.prepend(canvas);
    const mine = canvas;
    try {
      drawing = WAYS[way](whole((message) => mine === canvas && hear(message)));
    } catch {
      canvas.remove();
      way += 1;
    }
  }
  if (!drawing) performance.mark("dice impossible");
}

function release() {
  drawing?.release();
  canvas?.remove();
  drawing = canvas = undefined;
  ready = lost = false;
  remain();
}

// What there is to see are the still dice.
function remain() {
  show("still");
  finish();
}

function hear({ said, roll, at, impacts, places: fell, dice, ...figures }) {
  if (said === "ready") {
    ready = true;
    lost = false;
    performance.mark("dice ready");
    if (rolling) fly();
    else lay();
  } else if (said === "laid") {
    if (ready && !rolling) show("rest"); // until then the still dice are seen
  } else if (said === "drawn") {
    const startTime = Math.max(0, at - performance.timeOrigin); // the worker does not wait for a page that is busy
    performance.mark("dice drawn", { startTime });
    if (fell && roll === rolling?.seed && rolling.tray) {
      fallen = { tray: rolling.tray, dice: laid.map((die, nth) => ({ ...die, x: fell[nth][0], y: fell[nth][1] })) };
      laid = lying();
    }
    if (looks.sound) strike(impacts, looks.dice, startTime);
  } else if (said === "settled") {
    const lie = roll === rolling?.seed ? places() : [];
    for (const nth of dice) lie[nth]?.toggleAttribute("data-lies", true); // how it counts is seen from now on
  } else if (said === "rest") {
    performance.mark("dice rest", { detail: figures }); // for tools/bench/dice.py
    if (roll === rolling?.seed) land();
  } else if (said === "lost") {
    ready = false;
    lost = true;
    remain();
  } else if (said === "impossible") {
    const waiting = rolling;
    rolling = undefined;
    release();
    rolling = waiting;
    way += 1;
    begin();
    if (!drawing) finish();
    else if (rolling) limitWait();
  }
}

// A throw does not wait longer than this for the drawing to begin: then what it came to is told.
function limitWait() {
  const { seed } = rolling;
  setTimeout(() => !ready && rolling?.seed === seed && remain(), TOO_LATE);
}

function show(state) {
  table.dataset.dice = state;
}

function land() {
  const { beside } = rolling.command;
  show("rest");
  finish();
  if (beside) return;
  const { drama = "" } = document.querySelector("#card .verdict")?.dataset ?? {};
  if (looks.vibration) navigator.vibrate?.(SHAKES[drama]);
  if (!drama) return;
  table.dataset.drama = drama;
  setTimeout(() => delete table.dataset.drama, SHOWN);
}

function finish() {
  const { command } = rolling ?? {};
  rolling = undefined;
  if (command) rested(command);
}

const visible = (selector) => [...tray.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
const places = () => visible(".die[data-face]"); // those of others are beside the reader's own only where there is room
const linear = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((part) => (part / 255) ** 2.2);

const alike = (die, other) => die.sides === other?.sides && die.face === other.face && die.kind === other.kind;
const sameSize = (tray, other) => tray?.width === other.width && tray.height === other.height;

// The dice as they lie: where they fell, as long as it is these in this tray, or in their rows. The page's own go with them.
function lying() {
  const rows = inRows();
  const tray = inside();
  const dice = fallen?.dice ?? [];
  if (!sameSize(fallen?.tray, tray) || dice.length !== rows.length || !rows.every((die, nth) => alike(die, dice[nth]))) fallen = undefined;
  places().forEach(({ style }, nth) => {
    const { x, y } = rows[nth];
    style.translate = fallen ? `${fallen.dice[nth].x - x}px ${y - fallen.dice[nth].y}px` : "";
  });
  return fallen ? rows.map((die, nth) => ({ ...die, x: dice[nth].x, y: dice[nth].y })) : rows;
}

// The dice of a throw, each with the place where it lay before if it was there.
function thrown(throws) {
  const known = [...laid];
  return inRows().map((die, nth) => {
    const { before } = throws[nth];
    const at = before ? known.findIndex((one) => alike({ ...die, face: before }, one)) : -1;
    const { x, y } = at < 0 ? {} : known.splice(0, at + 1).at(-1);
    return { ...die, ...throws[nth], from: at < 0 ? undefined : [x, y] };
  });
}

// The dice in the rows that the page lays them in: the one place that decides where these are and how dice look.
function inRows() {
  const box = (canvas ?? table).getBoundingClientRect();
  const known = new Map();
  const look = (element, kind) => {
    if (!known.has(kind)) {
      const style = getComputedStyle(element);
      const fill = (part) => linear(getComputedStyle(element.querySelector(part)).fill);
      const amount = (name) => Number(style.getPropertyValue(name));
      known.set(kind, {
        body: fill(".body"),
        ink: fill(".ink"),
        gloss: amount("--gloss"),
        edge: amount("--edges"),
        material: amount("--material"),
        pips: amount("--pips"),
      });
    }
    return known.get(kind);
  };
  return places().map((element, piece) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const { sides, face, kind, worth } = element.dataset;
    const [right, down] = element.style.translate.split(" ").map(parseFloat); // from its row to where it fell
    return {
      sides: Number(sides),
      face: Number(face),
      kind,
      worth: worth !== undefined,
      piece,
      size: width,
      x: left + width / 2 - box.left - box.width / 2 - (right || 0),
      y: box.top + box.height / 2 - top - height / 2 + (down || 0),
      look: look(element, `${sides} ${kind} ${element.parentElement.dataset.colour}`),
    };
  });
}

// The tray, and in which direction from it the reader's thumb is: at the button that rolls.
function inside() {
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const button = document.querySelector("#bar .roll");
  const [x, y] = middle(table.getBoundingClientRect());
  const [atX, atY] = button ? middle(button.getBoundingClientRect()) : [x, y + 1];
  const far = Math.hypot(atX - x, atY - y) || 1;
  const thumb = [(atX - x) / far, (y - atY) / far];
  const { clientWidth: width, clientHeight: height } = canvas ?? table;
  return { width, height, ratio: devicePixelRatio, thumb, pools: visible(".dice").length };
}

function lay() {
  clearTimeout(hiding);
  if (!canvas?.clientWidth) {
    if (table.clientWidth) lying();
    hiding = drawing && setTimeout(release, LONG_HIDDEN);
    return;
  }
  if (!ready || (rolling && sameSize(rolling.tray, inside()))) return; // those in the air come down there anyway
  if (rolling) rolling.tray = undefined;
  laid = lying();
  drawing.call("lay", laid, inside());
}

function fly() {
  const { command, seed } = rolling;
  changes.takeRecords(); // to lay the dice once is enough
  for (const die of places()) die.removeAttribute("data-lies");
  show("rolling");
  laid = thrown(command.throws);
  fallen = undefined;
  rolling.tray = inside();
  drawing.call("roll", seed, laid, rolling.tray, looks.motion);
}

const still = () => looks.motion === "still" || calm.matches;

function choose() {
  if (still() || document.hidden) return release();
  begin();
  lay();
}

// A tap, a key or a step of the history ends a throw, before anything comes of it; where everything has been given back,
// a throw may be about to follow.
function touch() {
  if (looks.sound) wake();
  if (rolling && ready) {
    drawing.call("skip");
    if (rolling) land(); // drawn on the page, they have come to rest
  } else if (rolling) remain();
  else if (!drawing) choose();
}

// Begins to draw as the preferences say; `whenRested` hears the command of each throw whose dice rest.
export const watch = whole((whenRested, preferences) => {
  rested = whenRested;
  changes.observe(tray, { childList: true, subtree: true });
  new ResizeObserver(whole(lay)).observe(table);
  calm.addEventListener("change", whole(choose));
  document.addEventListener("visibilitychange", whole(choose));
  for (const kind of ["pointerdown", "keydown", "click"]) document.addEventListener(kind, whole(touch), { capture: true });
  addEventListener("popstate", whole(touch));
  prefer(preferences);
});

// Takes over the reader's preferences, of which dice need `{motion, dice, sound, vibration}`. Sound that is switched on is
// heard at once.
export const prefer = whole((preferences) => {
  const before = looks;
  looks = preferences;
  if (looks.motion !== before.motion) choose();
  if (looks.sound && before.sound === false) sample(looks.dice);
});

// Throws the dice that have just been laid in the tray: `{throws: [{before, landings}]}`; tells whether they
// are in the air now. A throw that is still under way is over without a word: what it came to is told with this one.
export const roll = whole((command) => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  rolling = { command, seed };
  const moves = command.throws.slice(0, places().length).some(({ landings }) => landings.length);
  if (!still() && !document.hidden && moves) {
    begin();
    if (ready) {
      fly();
      return true;
    }
    if (drawing && !lost) {
      show("rolling"); // or what the dice come to would be seen before they fall
      limitWait();
      return true;
    }
  }
  rolling = undefined;
  return false;
});
