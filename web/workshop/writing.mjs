// The editor: a textarea, below it the same text coloured, and a row of keys for what a phone's keyboard hides.
const byId = (id) => document.getElementById(id);
const text = byId("text");
const lines = byId("lines");
const INDENT = "    ";
const KEYS = ["⇥", "(", ")", "[", "]", '"', "=", ":", ",", ".", "_", "@", "#", "+", "-", "<", ">", "{", "}", "↶", "↷"];
const DOES = { "⇥": ["Indent", () => write(INDENT)], "↶": ["Undo", () => undo("undo")], "↷": ["Redo", () => undo("redo")] };

const WORDS = "False None True and as assert break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";
const TOKEN = new RegExp(
  [
    /(?<comment>#[^\n]*)/,
    /(?<string>[fr]?(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
    /(?<number>\b\d[\d_]*(?:\.\d+)?\b)/,
    new RegExp(`(?<word>\\b(?:${WORDS.replaceAll(" ", "|")})\\b)`),
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

// The text in pieces, each of one kind; "" is the rest.
export function* pieces(written) {
  let last = 0;
  for (const { index, 0: found, groups } of written.matchAll(TOKEN)) {
    if (index > last) yield ["", written.slice(last, index)];
    yield [Object.keys(groups).find((kind) => groups[kind] !== undefined), found];
    last = index + found.length;
  }
  if (last < written.length) yield ["", written.slice(last)];
}

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

// Puts the cursor at the beginning of a line, in sight.
export function goTo(line) {
  const rows = text.value.split("\n");
  const start = rows.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, start + (rows[line - 1]?.length ?? 0));
  lines.children[line - 1]?.scrollIntoView({ block: "center" });
  byId("editor").scrollLeft = 0;
}

// Writes as if it were typed, so that it can be undone. What browsers have for that is old, and there is nothing else.
function write(what) {
  text.focus({ preventScroll: true });
  if (!document.execCommand("insertText", false, what)) {
    text.setRangeText(what, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
const undo = (which) => document.execCommand(which);

export function replace(all) {
  text.focus({ preventScroll: true });
  text.select();
  write(all);
  text.setSelectionRange(0, 0);
  byId("editor").scrollTo(0, 0);
}

// A new line begins as far in as the one before, and farther behind what opens something.
function breakLine(event) {
  if (event.inputType !== "insertLineBreak") return;
  event.preventDefault();
  const before = text.value.slice(0, text.selectionStart).split("\n").at(-1);
  write(`\n${before.match(/^ */)[0]}${/[:([{]\s*$/.test(before) ? INDENT : ""}`);
}

// Tab indents; after Escape it leads on as everywhere.
let leaves = false;
function press(event) {
  if (event.key === "Tab" && !event.shiftKey && !leaves && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    write(INDENT);
  }
  leaves = event.key === "Escape";
}

export function edit(changed) {
  for (const key of KEYS) {
    const [name, action] = DOES[key] ?? [key, () => write(key)];
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: key });
    button.setAttribute("aria-label", name);
    button.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays
    button.addEventListener("click", action);
    byId("keys").append(button);
  }
  text.addEventListener("beforeinput", breakLine);
  text.addEventListener("keydown", press);
  text.addEventListener("input", () => {
    colour();
    changed();
  });
  colour();
}

export const written = () => text.value;
export function begin(all) {
  text.value = all;
  colour();
}
