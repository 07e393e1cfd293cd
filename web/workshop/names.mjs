// The names that a text may use: what one is, and how one that is begun may go on.

const MOST = 4; // that are offered
const LEAST = 2; // letters after which they are

const BEGUN = /[A-Za-z_]\w*$/;

// The name at a place of a text; "" where there is none.
export function nameAt(text, place) {
  const begun = text.slice(0, place).match(BEGUN)?.[0] ?? "";
  const rest = text.slice(place).match(/^\w*/)[0];
  return /^\d/.test(rest) && !begun ? "" : begun + rest;
}

// What is typed before a place, as far as it is the beginning of a name; "" within a name, a string or a comment.
function begunAt(text, place) {
  let last = 0;
  for (const [kind, piece] of pieces(text)) {
    last += piece.length;
    if (last < place) continue;
    const begun = text.slice(0, place).match(BEGUN)?.[0] ?? "";
    return kind || /^\w/.test(text.slice(place)) || begun.length < LEAST ? "" : begun;
  }
  return "";
}

// The names with which what is typed before a place may go on, each with what is still to be typed: those of the text first.
export function endings(text, place, known) {
  const begun = begunAt(text, place);
  if (!begun) return [];
  const before = text.slice(0, place - begun.length);
  const isRead = before.endsWith(".");
  const own = isRead ? [] : `${before} ${text.slice(place)}`.match(/[A-Za-z_]\w*/g);
  const told = Object.keys(known).filter((name) => isRead === known[name][0].startsWith("mine."));
  const found = new Set([...(own ?? []), ...told].filter((name) => name.startsWith(begun) && name !== begun));
  return [...found].slice(0, MOST).map((name) => [name, name.slice(begun.length)]);
}

// Tells of the name under the cursor in a bar, and offers endings there while one types: Tab takes the first.
export async function tellNames(text, bar, write) {
  const known = await fetch(new URL("names.json", import.meta.url)).then((answer) => answer.json(), () => ({}));
  const told = bar.querySelector("p");
  let offered = [];
  function show(isTyped) {
    offered = isTyped ? endings(text.value, text.selectionStart, known) : [];
    const name = nameAt(text.value, text.selectionStart);
    const [written, sentence] = Object.hasOwn(known, name) ? known[name] : [];
    told.textContent = written && !offered.length ? `${written}: ${sentence}` : "";
    bar.querySelector("a").hidden = Boolean(written || offered.length);
    for (const old of bar.querySelectorAll("button")) old.remove();
    for (const [name, rest] of offered) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      button.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays
      button.addEventListener("click", () => take(rest));
      told.before(button);
    }
  }
  function take(rest) {
    write(rest);
    show();
  }
  text.addEventListener("input", () => show(true));
  text.addEventListener("click", () => show());
  text.addEventListener("keyup", ({ key }) => /^(Arrow|Home|End|Escape)/.test(key) && show());
  text.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Tab" || event.shiftKey || !offered.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      take(offered[0][1]);
    },
    true,
  );
  show();
}

// The text of a game in pieces, as it is coloured.
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
