// Makes the one file that holds the whole app, from the site's own files. The build runs this in Node and the site in the
// reader's browser, and both get the same bytes: that is why it packs with pako, as browsers' own packers differ.
import { version } from "../build.mjs";
import { gzip } from "../pako/dist/browser/pako_deflate.esm.min.mjs";
import { files } from "./files.mjs";

const PAGE = "onefile/page.txt";
const FLOOR = "floor.js";
const START = "onefile/start.js";
const TYPEFACE = "typeface/files/eczar-latin-wght-normal.woff2";
const NOT_HELD = ["app.css", TYPEFACE, "icons/icon.svg", "icons/signs.svg", PAGE, FLOOR, START]; // they stand in the page
const PACKED = /\.dat$/; // by the build
const BINARY = /\.(dat|wasm)$/;

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

async function policy(style) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return [
    "default-src 'none'",
    `script-src '${files[FLOOR]}' '${files["head.js"]}' '${files[START]}' blob: 'wasm-unsafe-eval'`,
    "worker-src blob:",
    `style-src 'sha256-${base64(new Uint8Array(hash))}'`,
    "font-src data:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default pyrules",
  ].join("; ");
}

const packed = (content) => gzip(content, { level: 9, memLevel: 6 }); // 1 % less of WebAssembly than by the usual 8

// Five letters of 85, from # to x without <, stand for four bytes: the file is 6 % smaller than with base64. In front is how
// many bytes were added to fill the last four.
function written(content) {
  const added = -content.length & 3;
  const bytes = new Uint8Array(content.length + added);
  bytes.set(content);
  const words = new DataView(bytes.buffer);
  const letters = new Uint8Array((bytes.length / 4) * 5);
  for (let at = 0; at < bytes.length; at += 4) {
    let word = words.getUint32(at);
    for (let place = (at / 4) * 5 + 4; place >= (at / 4) * 5; place -= 1) {
      const digit = word % 85;
      letters[place] = digit + (digit < 25 ? 35 : 36);
      word = (word - digit) / 85;
    }
  }
  return added + new TextDecoder().decode(letters);
}

// `read` promises the bytes of a file of the site; `site` is the address of the app on the web, or "".
export async function assemble(read, site) {
  const paths = Object.keys(files);
  const contents = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)])));
  const text = (path) => new TextDecoder().decode(contents.get(path));
  const held = paths.filter((path) => !NOT_HELD.includes(path));
  const texts = held.filter((path) => !BINARY.test(path)).map((path) => [path, text(path)]);
  const parts = [["texts", packed(JSON.stringify(Object.fromEntries(texts)))]];
  for (const path of held.filter((path) => BINARY.test(path))) {
    const content = contents.get(path);
    parts.push([path, PACKED.test(path) ? content : packed(content)]);
  }
  const style = text("app.css").replace(TYPEFACE, `data:font/woff2;base64,${base64(contents.get(TYPEFACE))}`);
  const head = [
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${await policy(style)}">`,
    `<meta name="version" content="${version}"><meta name="site" content="${site}">`,
    `<script>${text(FLOOR)}</script>`,
    `<link rel="icon" href="data:image/svg+xml;base64,${btoa(text("icons/icon.svg"))}">`,
    `<style>${style}</style>`,
    ...parts.map(([path, content]) => `\n<script type="text/plain" data-path="${path}">${written(content)}</script>`),
    `\n<script>${text(START)}</script>\n<script>${text("head.js")}</script>\n`,
  ];
  const signs = text("icons/signs.svg").replace("<svg ", "<svg hidden ");
  return text(PAGE)
    .replace('<meta charset="utf-8">', () => head.join(""))
    .replace("<body>", () => `<body>${signs}`);
}
