// The editor: a textarea, below it the same text coloured, and a row of keys for what a phone's keyboard hides.
import { historyOf } from "./history.mjs";
import { pieces } from "./names.mjs";

const byId = (id) => document.getElementById(id);
const text = byId("text");
const lines = byId("lines");
const INDENT = "    ";
const KEYS = ["⇥", "⇤", "(", ")", "[", "]", '"', "=", ":", "_", "@", "#", "+", "-", "<", ">", "{", "}"];
const DOES = { "⇥": ["Indent", indent], "⇤": ["Indent less", dedent] };

let wrong = new Set();
function colour() {
  const rows = [document.createElement("div")];
  for (const [kind, piece] of pieces(text.value)) {
    for (const [place, part] of piece.split("\n").entries()) {
      if (place) rows.push(document.createElement("div"));
      if (!part) continue;
      const span = kind ? Object.assign(document.createElement("span"), { textContent: part }) : part;
      if (kind) span.dataset.kind = kind;
      rows.at(-1).append(span);
    }
  }
  for (const line of wrong) rows[line - 1]?.classList.add("mistake");
  lines.replaceChildren(...rows);
}

// Marks lines in which something is wrong.
export function mark(found) {
  wrong = new Set(found);
  for (const [place, row] of [...lines.children].entries()) row.classList.toggle("mistake", wrong.has(place + 1));
}

const startOf = (line) => text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
const lineAt = (place) => text.value.slice(0, place).split("\n").length;

// Brings a line into sight, with the cursor at its beginning.
export function bring(line) {
  text.setSelectionRange(startOf(line), startOf(line));
  lines.children[line - 1]?.scrollIntoView({ block: "center" });
}

// Selects a line, in sight.
export function goTo(line) {
  text.focus({ preventScroll: true });
  bring(line);
  text.setSelectionRange(startOf(line), startOf(line + 1) - 1);
}

// The line in which the cursor is.
export const here = () => lineAt(text.selectionStart);

let past;
let changed = () => {};
const state = () => ({ text: text.value, from: text.selectionStart, to: text.selectionEnd });

function tell(type) {
  past.note(state(), type);
  colour();
  changed(past.steps());
}

// Puts a text in place of the one here, which one step brings back.
export function replace(all, from = 0, to = from) {
  text.value = all;
  text.setSelectionRange(from, to);
  tell();
}

// Writes in place of what is selected.
export function write(what) {
  text.focus({ preventScroll: true });
  text.setRangeText(what, text.selectionStart, text.selectionEnd, "end");
  tell();
}

function step(which) {
  const found = past[which]();
  if (!found) return;
  text.value = found.text;
  text.setSelectionRange(found.from, found.to);
  colour();
  changed(past.steps());
}
export const undo = () => step("undo");
export const redo = () => step("redo");

// Has the lines of the selection begin otherwise; what was selected stays so.
function shift(change) {
  const [first, last] = [startOf(here()), text.selectionEnd];
  const rows = text.value.slice(first, last).split("\n").map(change);
  const [from, to] = [text.selectionStart, first + rows.join("\n").length];
  const moved = rows[0].length - text.value.slice(first, last).split("\n")[0].length;
  replace(text.value.slice(0, first) + rows.join("\n") + text.value.slice(last), Math.max(first, from + moved), to);
}
function indent() {
  if (text.selectionStart === text.selectionEnd) return write(INDENT);
  shift((row) => (row ? INDENT + row : row));
}
function dedent() {
  if (text.selectionStart !== text.selectionEnd) return shift((row) => row.replace(/^ {1,4}/, ""));
  const [place, first] = [text.selectionStart, startOf(here())];
  const spaces = Math.min(4, text.value.slice(first).match(/^ */)[0].length);
  const moved = Math.max(first, place - spaces);
  replace(text.value.slice(0, first) + text.value.slice(first + spaces), moved);
}

// A new line begins as far in as the one before, and farther behind what opens something.
function beforeInput(event) {
  const does = { historyUndo: undo, historyRedo: redo, insertLineBreak: breakLine }[event.inputType];
  if (!does) return;
  event.preventDefault();
  does();
}
function breakLine() {
  const before = text.value.slice(0, text.selectionStart).split("\n").at(-1);
  write(`\n${before.match(/^ */)[0]}${/[:([{]\s*$/.test(before) ? INDENT : ""}`);
}

// Tab indents; after Escape it leads on as everywhere.
let leaves = false;
function press(event) {
  if (event.key === "Tab" && !leaves && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    (event.shiftKey ? dedent : indent)();
  }
  leaves = event.key === "Escape" || (leaves && event.key === "Shift");
}

// The keys of both steps, wherever one works in the page, but in a field in which something is being typed.
function pressStep(event) {
  const { target } = event;
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (target !== text && (target.defaultValue ?? "") !== (target.value ?? "")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  step(key === "y" || event.shiftKey ? "redo" : "undo");
}

export function edit(hear) {
  changed = hear;
  for (const key of KEYS) {
    const [name, action] = DOES[key] ?? [key, () => write(key)];
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: key });
    button.setAttribute("aria-label", name);
    button.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays
    button.addEventListener("click", action);
    byId("keys").append(button);
  }
  text.addEventListener("beforeinput", beforeInput);
  text.addEventListener("keydown", press);
  text.addEventListener("input", ({ inputType }) => tell(inputType));
  document.addEventListener("keydown", pressStep);
  if (past.steps()[0]) changed(past.steps());
}

export const written = () => text.value;
// Begins with a text; one step back lies what it was `before`.
export function begin(all, before = all) {
  text.value = all;
  text.setSelectionRange(0, 0);
  past = historyOf({ ...state(), text: before });
  past.note(state());
  colour();
}
