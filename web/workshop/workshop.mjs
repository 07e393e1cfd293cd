// The workshop: the text of a system, and beside it the system at work in its pen, as it is by now or as it last was whole.
import * as building from "./building.mjs";
import * as drafts from "./drafts.mjs";
import * as games from "./games.mjs";
import { KEPT } from "../kept.mjs";
import { MOST, packed, unpacked } from "./links.mjs";
import { tellNames } from "./names.mjs";
import { openPen } from "./pen.mjs";
import { TEMPLATES } from "./templates.mjs";
import { begin, bring, edit, goTo, here, mark, redo, replace, undo, write, written } from "./writing.mjs";

// At a table it is a frame in the page of the app, whose connections stay.
const framed = self !== top;
if (framed && (parent !== top || !frameElement)) throw new Error("The workshop does not open within a page of another site.");

const byId = (id) => document.getElementById(id);
const site = new URL("..", import.meta.url);
const root = document.documentElement;
root.toggleAttribute("data-framed", framed);
let looks = {};
try {
  looks = JSON.parse(localStorage.getItem(KEPT.looks.local)) ?? {};
} catch {
  // This browser keeps nothing for the site.
}
Object.assign(root.dataset, looks);

const tell = (words) => (byId("told").textContent = words);
const WORKS = "It works";
function say(words) {
  byId("state").textContent = words;
  byId("tried").toggleAttribute("data-works", words === WORKS);
}
function tapped(words, does) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  button.addEventListener("click", does);
  return button;
}
const busy = (is) => byId("tried").setAttribute("aria-busy", is);
const item = (words, line) => {
  const made = document.createElement("li");
  if (!line) return Object.assign(made, { textContent: words });
  const title = building.titleAt(line);
  made.append(tapped(`${title ? `${title} \u00b7 line` : "Line"} ${line}: ${words}`, () => lead(line)));
  return made;
};
let wrote = "build"; // the way in which the text was written last
function lead(line) {
  show(wrote);
  if (wrote === "build" && building.goTo(line)) return;
  show("text");
  goTo(line);
}

// A page of the workshop; each way of writing opens where one was in the other.
const NARROW = matchMedia("(width < 50em), (height < 32em)");
function show(chosen) {
  const before = root.dataset.writes;
  let what = chosen;
  if (strange && chosen !== "text") what = "build";
  else if (chosen === "try" && !NARROW.matches) what = before; // the game is beside it
  root.dataset.shows = what;
  if (what !== "try") root.dataset.writes = what;
  if (what === "build" || what === "text") wrote = what;
  for (const tab of document.querySelectorAll("[data-show]")) {
    if (tab.dataset.show === what) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (what === "text" && before === "build" && building.here()) bring(building.here());
  if (what === "build" && before === "text" && here() > 1) building.goTo(here());
  if (what === "checks") check();
  if (what === "text" && !named) named = tellNames(byId("text"), byId("names"), write);
}
let named; // once the text was looked at
for (const tab of document.querySelectorAll("[data-show]")) {
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    if (byId("told").querySelector("svg")) tell(""); // the picture of a link
    show(tab.dataset.show);
  });
}

let pen;
let tried; // the text that was tried last
let sent; // the text that the pen has: that one, or after a stop the last good one
let good; // the last text without mistakes
let worked; // that of an earlier visit
let stops = 0; // how often a pen has stopped since the last text
let stated; // the system of that text, as the pen tells of it
let playing; // the game that is played, where its text is not to be changed
let goes; // where in it somebody goes first
let changing; // the game whose text is changed
let begun; // the text as it was before anything was written into it
let plays = false; // whether the text is kept and played as soon as it works
let strange = false; // whether somebody else wrote the text and nobody has said yet that it may run
const MOST_STOPS = 3; // of one text

function showProblems(found) {
  byId("problems").replaceChildren(...found.map(({ line, words }) => item(words, line)));
  mark(found.map(({ line }) => line));
  building.problems(found);
  showChecks(found); // the others were of another text
}

async function send(what) {
  sent = what;
  try {
    const { log } = (playing && (await games.game(playing.key))) ?? {};
    pen?.give({ text: sent, log });
  } catch ({ message }) {
    say(`What was rolled with this game cannot be read: ${message}.`);
  }
}

function give() {
  if (!pen || strange) return;
  if (written() === tried) return busy(false);
  tried = written();
  stops = 0;
  send(tried);
}

const CALM = 800; // milliseconds after which the checks are made
let calm;
function check() {
  clearTimeout(calm);
  const seen = byId("checked").getClientRects().length > 0;
  if (!pen || !seen || good === undefined || good !== written()) return;
  calm = setTimeout(() => pen?.give({ check: true }), CALM);
  if (!byId("checks").hasChildNodes()) showChecks([{ title: "Checking \u2026" }], "waits");
}

// What was checked, and where it does not hold why not, and where.
function showChecks(found, kind = "") {
  const rows = found.map(({ title, line = 0, words }) => {
    const row = item(words || title, line);
    row.className = words ? "mistake" : kind;
    return row;
  });
  byId("checks").replaceChildren(...rows);
}

let steps; // of the roll that the pen has made last, with its id
const HEARS = {
  stated: (_, found) => (stated = games.stated(found)),
  steps: (_, found) => (steps = found),
  cards: (_, found) => (strange ? introduce(found) : building.read(found)),
  edited: (_, found) => building.edited(found),
  // While a text is changed, nothing lasts.
  kept(opened, commands) {
    const writing = playing ? games.write(playing, commands, steps) : Promise.resolve();
    if (playing && framed) tellTable(playing, commands, steps);
    writing.then(
      () => opened.give({ written: "" }),
      (error) => opened.give({ written: error?.message || "this browser refuses to store it" }),
    );
  },
  file: (_, file) => offerFile(file),
  copy: (_, text) => offerCopy(text),
  ready: (opened) => {
    pen = opened;
    if (strange) pen.give({ text: written(), read: true });
    if (tried !== written()) give();
    else if (stops === 1 && tried !== good) send(tried); // once more: an earlier text may have held up the pen
    else if (good !== undefined && stops <= MOST_STOPS) send(good);
  },
  problems: (_, found) => {
    if (sent === tried && (!stops || tried !== good)) showProblems(found); // else it is told why the pen stopped
    if (!found.length) good = sent;
    if (!found.length) byId("pen").style.visibility = "";
    if (!found.length && playing) meet();
    if (!found.length && goes) pen?.give({ goes });
    if (plays) found.length ? show("text") : keepIt(undefined, true);
    plays = false;
    goes = undefined;
    if (good === undefined) say("Nothing to play yet");
    else say(found.length || sent !== tried ? "As it was before the last mistake" : WORKS);
    busy(written() !== tried);
    check();
  },
  checks: (_, found) => showChecks(found),
  stopped: (_, why) => {
    stops += 1;
    pen = undefined;
    building.stopped();
    say("Stopped");
    showProblems([{ line: 1, words: why }]);
    open();
  },
};

async function open() {
  byId("pen").style.visibility = "hidden"; // until there is a game in it
  const opened = await openPen(byId("pen"), { ...looks, framed: framed && Boolean(playing) }, (what, value) => HEARS[what]?.(opened, value)).catch(({ message }) => say(message));
}

// Who plays at the table is known in the game.
const around = framed && frameElement.parentElement;
const meet = () => around && pen?.give(JSON.parse(around.querySelector("data").value));
if (around) new MutationObserver(meet).observe(around, { childList: true, attributes: true, subtree: true });

// Rolls of a game that is played at a table go to the page around, as data.
function tellTable(game, commands, steps) {
  for (const { event } of Array.isArray(commands) ? commands.filter((command) => command?.do === "append") : []) {
    const roll = games.told(game, event, steps);
    if (!roll) continue;
    if (!games.mayTell(performance.now())) return tell("The others do not see all of these rolls: there are too many at once.");
    parent.dispatchEvent(new parent.CustomEvent("own game rolled", { detail: JSON.stringify(roll) }));
  }
}

// What somebody else's game is: that is read in its text, and nothing runs.
function introduce({ sections: [game, chosen] }) {
  const [card] = game?.cards ?? [];
  const within = (name) => byId("stranger").querySelector(name);
  within("h2").textContent = card?.title ?? "";
  within("p").textContent = card?.inputs.find(({ key }) => key === "about")?.value ?? "";
  within("ul").replaceChildren(...(chosen?.cards ?? []).map(({ title, says }) => item(`${title}: ${says}`)));
}

// What a link brought may run from now on.
function accept() {
  strange = false;
  delete root.dataset.strange;
  history.replaceState(null, "", location.pathname);
}

const PAUSE = 200; // milliseconds after which typing has paused
let pause;
function typed([before, after]) {
  byId("undo").setAttribute("aria-disabled", !before);
  byId("redo").setAttribute("aria-disabled", !after);
  busy(true);
  tell("");
  offerKeeping();
  clearTimeout(pause);
  pause = setTimeout(() => {
    saveDraft();
    give();
  }, PAUSE);
}

function saveDraft() {
  if (strange || playing || written() === begun) return;
  begun = undefined;
  leaveShelf();
  const sound = good ?? worked;
  try {
    drafts.save(written(), { of: changing?.key, title: stated?.title, good: sound === written() ? undefined : sound });
  } catch {
    tell("This browser does not keep the text: save it as a file.");
  }
}

// A text that was changed is no game of the shelf any more.
function leaveShelf() {
  if (!SHELVED.test(location.hash)) return;
  history.replaceState(null, "", location.pathname);
  byId("title").textContent = "Make your own";
  changeGame(changing);
}

// Puts another text in place of the one here, which one tap brings back.
function put(text) {
  saveDraft();
  const left = drafts.leave();
  changeGame(undefined);
  leaveShelf();
  byId("begin").close();
  const link = strange && location.href;
  accept();
  replace(text);
  begun = written();
  listDrafts();
  const bring = link ? () => (location.href = link) : () => bringBack(left);
  if (link || left) byId("told").replaceChildren("What was here is set aside. ", tapped("Bring it back", bring));
}

async function bringBack(draft) {
  put(draft.text);
  await drafts.take(draft);
  await goOn(draft);
  listDrafts();
}

async function goOn(draft) {
  changeGame(draft.of && (await games.game(draft.of).catch(() => undefined)));
}

function changeGame(game) {
  changing = game;
  byId("keep").textContent = game ? `Change ${game.title}` : "Keep this game";
  offerKeeping();
}

// A text is kept, or where it is kept as it stands, played.
function offerKeeping() {
  const isKept = changing?.text === written();
  byId("keep").hidden = isKept;
  byId("beside").hidden = !changing || isKept;
  byId("onward").hidden = !isKept;
  byId("onward").href = `#play=${changing?.key}`;
}

function listDrafts() {
  const others = drafts.others().map(({ key, at, title }) => {
    const when = at > 1 ? new Date(at).toLocaleString() : "earlier";
    return new Option([title, when].filter(Boolean).join(", "), key);
  });
  byId("before").replaceChildren(...others);
  byId("before").hidden = !others.length;
}

const MOST_BYTES = 100_000;
async function openFile({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  if (file.size > MOST_BYTES) return tell("The file is too big to be a system: 100 kB are the most.");
  put(await file.text());
}

// Milliseconds after which every browser has begun to save a file.
const FETCHED = 60_000;
function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), FETCHED);
}
function save() {
  byId("begin").close();
  download(`${stated?.id ?? "system"}.py`, written());
}

// What a pen wants saved is saved by a tap here alone.
function offerFile(file) {
  const name = String(file?.name).replace(/[^\w. -]/g, "").slice(0, 60) || "file.txt";
  byId("told").replaceChildren(tapped(`Save ${name}`, () => download(name, short(file?.text))));
}
const short = (text) => String(text).slice(0, MOST_SAVED);

// So is what it wants copied.
function offerCopy(text) {
  const item = { "text/plain": new Blob([short(text)], { type: "text/plain" }) };
  const copy = async () => navigator.clipboard.write([new ClipboardItem(item)]);
  const refused = () => tell("This browser does not let the page copy.");
  byId("told").replaceChildren(tapped("Copy the text", () => copy().then(() => tell("Copied."), refused)));
}
const MOST_SAVED = 20_000_000; // characters

// Keeps the text as a game beside the others, or in place of the text of the one that is changed.
async function keepIt(game, isPlayed = SHELVED.test(location.hash)) {
  if (!stated || good !== written()) return tell("A text is kept once it has no mistakes.");
  try {
    const key = await games.keep(stated, good, game?.key);
    if (isPlayed) return leadTo(`#play=${key}`);
    changeGame(await games.game(key));
    begun = undefined;
    saveDraft();
    const how = game ? "is changed. What was rolled with it stays" : "is on the first page now, with a log of its own";
    tell(`${changing.title} ${how}.`);
    byId("onward").focus(); // in place of what was tapped
  } catch ({ message }) {
    tell(`It is not kept: ${message}. Save it as a file.`);
  }
}

const telling = (doing) => () => doing().catch(({ message }) => tell(`That was not done: ${message}.`));

async function removeIt() {
  if (!confirm(`Remove ${playing.title} and everything that was rolled with it from this device?`)) return;
  await games.remove(playing.key);
  location.href = site.href;
}

function play(game) {
  playing = game;
  root.dataset.plays = "";
  document.title = `${game.title} · pyrules`;
  byId("title").textContent = game.title;
  byId("own").hidden = false;
  byId("change").href = `#change=${game.key}`;
  byId("remove").addEventListener("click", telling(removeIt));
  byId("rolls").addEventListener("click", telling(async () => download(`${game.id} rolls.txt`, await games.rolls(game.key))));
}

// A link as a picture for somebody's camera, until it is closed.
async function drawCode(link) {
  const { encodeQR } = await import("../qr/index.js");
  const rows = encodeQR(link, "raw", { ecc: "low", border: 4 });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The link as a code for a camera");
  const path = svg.appendChild(document.createElementNS(SVG, "path"));
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x} ${y}h1v1h-1z` : "")));
  path.setAttribute("d", dark.join(""));
  byId("told").append(" ", tapped("Close", () => tell("")), svg);
}
const SVG = "http://www.w3.org/2000/svg";

// The clipboard is asked for in the tap itself: some browsers refuse it once the text is packed.
const CHATS = 1900; // characters; some chats cut a message with a link at 2,000

async function handOn() {
  byId("begin").close();
  const packing = packed(written());
  const address = packing.then((hash) => location.href.split("#")[0] + hash);
  const item = { "text/plain": address.then((link) => new Blob([link], { type: "text/plain" })) };
  const copied = (async () => navigator.clipboard.write([new ClipboardItem(item)]))().then(() => true, () => false);
  const [{ length }, link] = await Promise.all([packing, address]);
  const offer = (words) => byId("told").replaceChildren(`${words} `, tapped("Save as a file", save));
  if (length > MOST) return offer(`This text is too long for a link: it takes ${length} characters, and ${MOST} are the most.`);
  const isCopied = await copied;
  if (!isCopied) history.replaceState(null, "", link);
  const done = isCopied
    ? "The link is copied. Who opens it sees what the game is, and taps Play."
    : "The link is the address of this page now: copy it from there.";
  if (link.length > CHATS) return offer(`${done} It has ${link.length} characters, and some chats cut it: hand on a file there.`);
  tell(done);
  await drawCode(link);
}

async function template({ target }) {
  const chosen = target.value;
  target.value = "";
  if (!chosen) return;
  const draft = drafts.others().find(({ key }) => key === chosen);
  if (draft) return bringBack(draft);
  const text = await fetchTemplate(chosen);
  if (text !== undefined) put(text);
}

async function fromNothing() {
  const text = await fetchTemplate(NOTHING);
  if (text !== undefined) put(text);
}

const NOTHING = "nothing"; // the small game that one begins with
async function fetchTemplate(name) {
  const answer = await fetch(new URL(`workshop/templates/${name}.py`, site)).catch(() => undefined);
  if (answer?.ok) return answer.text();
  tell("This game did not come: connect, then try again.");
}

const SHELVED = /^#shelf=([a-z]+)$/;
// A game of the shelf, to be rolled at once, if there is one of this name.
async function shelved() {
  const [, name] = location.hash.match(SHELVED) ?? [];
  if (!Object.hasOwn(TEMPLATES, name ?? "")) return undefined;
  const text = await fetchTemplate(name);
  if (text !== undefined) {
    show("try");
    byId("title").textContent = TEMPLATES[name];
    byId("keep").textContent = "Play this game";
    byId("home").href = "../games/";
    byId("home").setAttribute("aria-label", "More games");
  }
  return text;
}

// What is in the editor at first.
async function first() {
  const [, what, key] = location.hash.match(/^#(play|table|desk|change)=([a-z][a-z0-9]{0,19})$/) ?? [];
  const game = key && (await games.game(key).catch(() => undefined));
  if (key && !game) tell("This game is not on this device.");
  if (game && what !== "change") play(game);
  if (playing && what === "desk") goes = "desk/";
  if (game && playing) return game.text;
  if (game) {
    const draft = drafts.drafts().find(({ of }) => of === key);
    changeGame(game);
    if (draft) await drafts.take(draft);
    worked = draft?.good;
    return draft?.text ?? game.text;
  }
  try {
    const linked = await unpacked(location.hash);
    strange = linked !== undefined;
    if (strange) root.dataset.strange = "";
    if (strange) return linked;
  } catch ({ message }) {
    tell(`This link cannot be opened: ${message}. Ask for it again.`);
  }
  const ready = await shelved();
  if (ready !== undefined) return ready;
  const draft = await drafts.resume();
  if (draft) await goOn(draft);
  worked = draft?.good;
  return draft?.text ?? (await fetchTemplate(NOTHING)) ?? "";
}

byId("template").append(...Object.entries(TEMPLATES).map(([value, label]) => new Option(label, value)), byId("before"));
byId("template").addEventListener("change", template);
byId("more").addEventListener("click", () => byId("begin").showModal());
byId("begin").addEventListener("click", ({ target }) => target === byId("begin") && byId("begin").close());
byId("nothing").addEventListener("click", fromNothing);
for (const [id, step] of Object.entries({ undo, redo })) {
  byId(id).addEventListener("pointerdown", (event) => event.preventDefault()); // a keyboard on the screen stays
  byId(id).addEventListener("click", step);
}
byId("file").addEventListener("change", openFile);
byId("save").addEventListener("click", save);
for (const id of ["hand-on", "share"]) byId(id).addEventListener("click", handOn);
byId("play").addEventListener("click", () => {
  accept();
  plays = true;
  show("try");
  give();
});
byId("try").addEventListener("click", () => {
  accept();
  begun = undefined;
  saveDraft();
  show("build");
  give();
});
byId("keep").addEventListener("click", () => keepIt(changing));
byId("beside").addEventListener("click", () => keepIt());
function leadOn(event) {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  leadTo(link.hash);
}
function leadTo(to) {
  if (framed) parent.location.hash = to.replace("=", ".");
  else location.hash = to;
}
if (framed) document.addEventListener("click", leadOn);
addEventListener("hashchange", () => /^#(w[.=%]|(play|table|desk|change|shelf)=)/.test(location.hash) && location.reload());
begin(await first(), worked);
building.begin({
  text: written,
  say: tell,
  give: (asked) => pen && (pen.give(asked), true),
  write(text) {
    replace(text);
    clearTimeout(pause);
    saveDraft();
    give();
  },
  lead(line) {
    show("text");
    goTo(line);
  },
});
begun = written();
offerKeeping();
if (!playing) listDrafts();
edit(typed);
say(strange ? "It runs when you say so." : "Getting ready");
open();
