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
