// What the page's Python asks of the document: read a form, show regions, and the few things only a browser can do.
import { boxed } from "./post.mjs";

// Only what the app's views have written becomes HTML, here alone; browsers that know trusted types refuse the rest.
const views = globalThis.trustedTypes?.createPolicy("pyrules", { createHTML: (html) => html }) ?? { createHTML: (html) => html };

const TYPED = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable]";

// A form's fields; a name that occurs more than once gives a list.
export function fields(form) {
  const found = {};
  for (const [name, value] of new FormData(form)) {
    found[name] = name in found ? [found[name], value].flat() : value;
  }
  return found;
}

// What an element has for its message.
export const data = ({ dataset }) => ({ ...dataset });

// What makes an element the same one in the next HTML: its id, else its name and data (of a radio button, its value; of
// a summary or a button, what it unfolds).
const identity = ({ tagName, id, name, type, value, dataset, attributes, parentElement }) => {
  const leads = attributes.href?.value ?? attributes.popovertarget?.value;
  return id || JSON.stringify([tagName, name, type, type === "radio" && value, dataset, leads, parentElement.id]);
};

function adopt(element, twin) {
  for (const { name } of [...element.attributes]) if (!twin.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of twin.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

const NEW = "#tray, #others"; // what comes there is new, and falls
const alone = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.cloneNode() : node);
const alike = (node, twin) => alone(node).isEqualNode(alone(twin));

// Puts the nodes of `next` where `nodes` are, which lie before `end` in `parent`. Those alike at both ends stay in the
// page, and only what is new in them changes: neither a press that goes on meanwhile is lost nor how far one is scrolled.
function renewNodes(parent, nodes, next, end) {
  const both = parent.closest?.(NEW) ? 0 : Math.min(nodes.length, next.length);
  let [first, last] = [0, 0];
  while (first < both && alike(nodes[first], next[first])) renew(nodes[first], next[first++]);
  while (last < both - first && alike(nodes.at(-last - 1), next.at(-last - 1))) {
    last++;
    renew(nodes.at(-last), next.at(-last));
  }
  const between = (all) => all.slice(first, all.length - last);
  for (const node of between(nodes)) node.remove();
  for (const node of between(next)) parent.insertBefore(node, last ? nodes.at(-last) : end);
}

function renew(node, twin) {
  const { checked, value } = twin; // which go with its content
  renewNodes(node, [...node.childNodes], [...twin.childNodes], null);
  if (node.checked !== checked) node.checked = checked;
  if (node.value !== value) node.value = value;
}

// Gives `element` the attributes and content of `twin` without ever taking `active`, which it holds, out of the page.
function renewAround(active, element, twin, activeTwin) {
  const { selectionStart: from, selectionEnd: to, value } = element;
  adopt(element, twin);
  if (element === active) {
    if (!element.matches(TYPED)) renew(element, twin);
    else if (from === 0 && to === value.length) element.select(); // a new value would lose the selection
    return;
  }
  const [nodes, next] = [[...element.childNodes], [...twin.childNodes]];
  const at = nodes.findIndex((node) => node.contains(active));
  const place = next.findIndex((node) => node.contains(activeTwin));
  if (nodes[at].nodeName !== next[place]?.nodeName) {
    element.replaceChildren(...next);
    return (next[place] ? activeTwin : element).focus({ preventScroll: true }); // it stands at another depth now
  }
  renewNodes(element, nodes.slice(0, at), next.slice(0, place), nodes[at]);
  renewNodes(element, nodes.slice(at + 1), next.slice(place + 1), null);
  renewAround(active, nodes[at], next[place], activeTwin);
}

const shown = new Map();
const cameOtherwise = new Set(); // the regions that the first answer has changed

function showRegion(id, html) {
  if (shown.get(id) === html) return;
  const first = !shown.has(id);
  shown.set(id, html);
  const region = document.getElementById(id);
  const open = new Map([...region.querySelectorAll("details[id]")].map((details) => [details.id, details.open]));

  const twin = region.cloneNode(false);
  twin.innerHTML = views.createHTML(html);
  if (first && twin.innerHTML === region.innerHTML) return; // it came with the page
  if (first) cameOtherwise.add(id);
  for (const details of twin.querySelectorAll("details[id]")) {
    if (!details.querySelector(".wrong")) details.open = open.get(details.id) ?? details.open;
  }

  const active = document.activeElement;
  const same = active !== region && region.contains(active) && identity(active);
  const activeTwin = same && [...twin.querySelectorAll(active.tagName)].find((other) => identity(other) === same);
  if (activeTwin) return renewAround(active, region, twin, activeTwin);
  renewNodes(region, [...region.childNodes], [...twin.childNodes], null);
  if (same) document.getElementById("main").focus({ preventScroll: true }); // not lost with what had it
}

// Lays the dice of regions that are to be shown; those that lie there stay where an answer has no others.
export const lay = ({ tray }) => tray === undefined || showRegion("tray", tray);

// Shows regions (element id -> HTML), each only when it changed.
export function show(regions) {
  for (const [id, html] of Object.entries(regions)) showRegion(id, html);
  delete document.documentElement.dataset.waits;
}

// What a tap before the first answer was told that it would do: the words of its button, what that is about and the form
// that it is in; of a form that is sent, how its dice are thrown.
const BY_HAND = "[data-on=by-hand]";
function bare(element) {
  const told = element.cloneNode(true);
  for (const name of ["class", "data-on", "data-begins"]) told.removeAttribute(name); // how it looks says nothing
  return told;
}
export function said(element) {
  const sends = element.matches("form");
  const told = sends ? document.querySelector(BY_HAND) : element;
  const form = element.closest("form") && element.closest("main > *").id;
  return { told: told && bare(told), form, on: element.dataset.on, begins: element.dataset.begins, sends };
}

// The message of what says the same once that answer is shown, which may be another way to it by now; "" where the page says
// something else: to send that would do what nobody asked for.
export function meant({ told, form, on, sends }) {
  if (cameOtherwise.has(form)) return "";
  if (!told) return on;
  const same = [...document.querySelectorAll(told.localName)].filter((other) => bare(other).isEqualNode(told));
  const found = same.find((other) => sends || other.dataset.on === on) ?? same[0];
  return (sends ? found && on : found?.dataset.on) ?? "";
}

// Focuses an element, unfolds what it lies in, and has what is said of it come into sight too.
export function focus(id) {
  const element = document.getElementById(id);
  const fold = element?.closest("details");
  if (fold) fold.open = true;
  element?.focus();
  document.getElementById(element?.getAttribute("aria-describedby"))?.scrollIntoView({ block: "nearest" });
}

// Safari refuses to note more than 100 addresses in 30 seconds, as while a stepper is held; a later one says it all.
function note(state, address) {
  try {
    history.replaceState(state, "", address);
  } catch {
    // What was noted before stays.
  }
}

// Shows another address as this page's own.
export const replace = (address) => note(null, address);

// A step of the history is left with how far down the page was and what was unfolded, and Back shows it so again: the
// browser itself would scroll before the page that it goes back to is shown. Older builds kept a place alone.
export function leave() {
  const unfolded = [...document.querySelectorAll("main details[id][open]")].map(({ id }) => id);
  note({ place: scrollY, unfolded });
}
export function comeBack({ place = 0, unfolded }) {
  note(null);
  const folds = unfolded ? document.querySelectorAll("main details[id]") : [];
  for (const details of folds) details.open = unfolded.includes(details.id);
  scrollTo(0, place);
}

export const inSight = (selector) => document.querySelector(selector)?.getClientRects().length > 0;

// Shows the page from its top, or only as far down as the verdict takes to be seen with the dice above it. The focus comes
// to the result if it is on the page as a whole.
export function showVerdict() {
  scrollTo(0, 0);
  if (document.activeElement.id === "main") document.getElementById("card").focus({ preventScroll: true });
  document.querySelector("#card .summary")?.scrollIntoView({ block: "nearest" });
}

// Where the browser knows no popovers, each is shown in its place and hidden here, one at a time.
if (!HTMLElement.prototype.hidePopover) {
  HTMLElement.prototype.hidePopover = function () {
    this.classList.remove("opened");
  };
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[popovertarget]");
    for (const sheet of document.querySelectorAll(".opened")) if (opener || !sheet.contains(target)) sheet.hidePopover();
    if (!opener || opener.getAttribute("popovertargetaction") === "hide") return;
    const sheet = document.getElementById(opener.getAttribute("popovertarget"));
    sheet.classList.add("opened");
    sheet.scrollIntoView({ block: "nearest" });
  });
}

// A stepper's button that is held goes on stepping.
const [HELD, EVERY] = [450, 90]; // milliseconds
let holding;
const release = () => clearTimeout(holding);
document.addEventListener("pointerdown", ({ target }) => {
  const { field, by } = target.closest("[data-on=step]")?.dataset ?? {};
  if (!field) return;
  const button = `[data-on=step][data-field="${field}"][data-by="${by}"]`;
  const again = () => {
    document.querySelector(button)?.click();
    holding = setTimeout(again, EVERY);
  };
  holding = setTimeout(again, HELD);
});
for (const type of ["pointerup", "pointercancel", "contextmenu", "blur"]) addEventListener(type, release);

// Somebody's line is dragged by its grip; what does that is fetched for the first one.
document.addEventListener("pointerdown", async (event) => {
  const grip = event.button === 0 && event.isPrimary && event.target.closest(".grip");
  if (grip) (await import("./drag.mjs")).drag(grip, event);
});

// Enter adds the next thing to a list, and ends a field of the test's form; it rolls from the shorthand, which says so.
const ENDED = "#test input:not([enterkeyhint=go])";
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key !== "Enter") return;
  if (target.value && target.matches(".brief .rows input")) target.closest(".rows").lastElementChild.click();
  else if (!target.matches(ENDED)) return;
  event.preventDefault();
  if (target.matches(TYPED)) target.blur();
});

// A press on what throws dice, gives up or undoes does so once: the second of two taps presses nothing that comes to
// stand there, whatever it is, a held key presses once, and the main button not at all when it ends a throw that is still
// under way; what is under way beside it keeps nothing back.
const MAIN = "#bar .roll";
const ONCE = `${MAIN}, #card :is([data-on=option], [data-on=advised]), [data-on=give-up], [data-on=undo], [data-on=redo]`;
const AT_ONCE = 350; // milliseconds between two taps that are one
const falling = () => document.querySelector("#bar .falling") !== null;
let ending = false;
let tapped = -AT_ONCE;
function press(event) {
  const { target, key, repeat } = event;
  ending = falling() && (key !== undefined || target.closest(MAIN) !== null);
  if (repeat && key === "Enter" && !target.matches("textarea, [data-on=step]")) event.preventDefault();
}
function pressOnce(event) {
  const { target, detail, pointerType, timeStamp } = event;
  const once = target.closest(ONCE);
  const soon = timeStamp - tapped < AT_ONCE;
  const again = (soon && pointerType === "touch") || (detail > 1 && (soon || once)); // taps may not be counted
  const skips = ending || falling(); // a screen reader clicks without a press
  if (again || (skips && target.closest(MAIN))) event.preventDefault();
  if (!once) return;
  ending = false;
  tapped = timeStamp;
}
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, press, { capture: true });
document.addEventListener("click", pressOnce, { capture: true });

const FETCHED = 60_000; // milliseconds after which every browser has begun to save a file; some begin after the click

export function download({ name, type, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED);
}

export const MOST_BYTES = 150_000_000; // more than any log has that can be read: names have several bytes a character

// A chosen file's text, or null when it is too big to be read or cannot be. In another encoding, names
// would be read as others.
export async function textOf(file) {
  const decode = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return file.size > MOST_BYTES ? null : file.arrayBuffer().then(decode).then(boxed, () => null);
}

// What a browser does at once, if it does it; some never answer.
const SOON = 5000; // milliseconds
const late = () => new Promise((_, refuse) => setTimeout(refuse, SOON, new Error("this browser does not answer")));
export const soon = (doing) => Promise.race([doing, late()]);

// Puts something on the clipboard: as the tap has begun it (`platform.begin`), or else `now`, as older browsers can.
export const putOn = (blob, begun, now) => soon(begun ? begun(blob).catch(now) : now());

// Puts a text on the clipboard; tells whether it was "copied" or "refused".
export async function copy({ text }, begun) {
  try {
    await putOn(new Blob([text], { type: "text/plain" }), begun, () => navigator.clipboard.writeText(text));
    return "copied";
  } catch {
    return "refused"; // by the browser or the reader, or there is no clipboard here
  }
}

// Shares a text and a link with other apps, or copies both where there is no sharing; without a link (""), the text alone.
// Gives "closed" when the reader thought better of it.
export async function share(title, text, url, begun) {
  try {
    await navigator.share(url ? { title, text, url } : { title, text });
    return "shared";
  } catch (error) {
    return error.name === "AbortError" ? "closed" : copy({ text: url ? `${text}\n${url}` : text }, begun);
  }
}
