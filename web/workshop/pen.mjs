// A pen: a frame without an origin of its own, with the app of the one file in it and a text by anybody as one more system.
// The files are handed in; one port leads out, and what comes through it is read like a hostile file.
import { version } from "../build.mjs";
import { files } from "./files.mjs";
import { forms } from "./forms.mjs";
import { PATIENCE, watchOver } from "./watch.mjs";

const site = new URL("..", import.meta.url).href;
const TYPEFACE = "typeface/files/eczar-latin-wght-normal.woff2";
const BINARY = /\.(dat|wasm)$/;
const SCRIPTS = ["pen/pen.js", "onefile/start.js"];
const IN_PLACE = ["boot.mjs", "rules.py", "store.mjs", "worker.mjs"]; // of files of the app, or beside them
const NOT_HANDED_IN = /^(app\.css|icons\/|onefile\/|pen\/|typeface\/)/; // they stand in the page, or take the place of others

async function read(path) {
  const answer = await fetch(site + path, { integrity: files[path] }).catch(() => undefined);
  if (!answer?.ok) throw new Error(`the file ${path} did not come as it was published: connect, then reload`);
  return answer.arrayBuffer();
}
const textOf = async (path) => new TextDecoder().decode(await read(path));
const base64 = (bytes) => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));

// What a pen is handed.
async function gathered() {
  const paths = Object.keys(files).filter((path) => !NOT_HANDED_IN.test(path));
  const each = async (chosen, way) => Object.fromEntries(await Promise.all(chosen.map(async (path) => [path, await way(path)])));
  const [texts, parts, own, style, typeface] = await Promise.all([
    each(paths.filter((path) => !BINARY.test(path)), textOf),
    each(paths.filter((path) => BINARY.test(path)), read),
    each(IN_PLACE, (path) => textOf(`pen/${path}`)),
    textOf("app.css"),
    read(TYPEFACE),
  ]);
  const font = `data:font/woff2;base64,${base64(typeface)}`;
  return { texts: { ...texts, ...own }, parts, style: style.replace(TYPEFACE, font) };
}

// The policy of the page around it holds in it as well; this one leaves nothing of that site.
const POLICY = [
  "default-src 'none'",
  `script-src ${SCRIPTS.map((path) => `'${files[path]}'`).join(" ")} blob: 'wasm-unsafe-eval'`,
  "worker-src blob:",
  "font-src data:",
  "img-src data:",
  "base-uri about:",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default pyrules",
].join("; ");

async function written() {
  const [page, signs, ...scripts] = await Promise.all(["onefile/page.txt", "icons/signs.svg", ...SCRIPTS].map(textOf));
  const head = [
    `<meta charset="utf-8"><base href="about:srcdoc"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<meta name="version" content="${version}"><meta name="site" content="">`,
    ...scripts.map((script) => `<script>${script}</script>`),
  ];
  return page
    .replace('<meta charset="utf-8">', () => head.join(""))
    .replace("<body>", () => `<body>${signs.replace("<svg ", "<svg hidden ")}`);
}

const views = globalThis.trustedTypes?.createPolicy("pyrules", { createHTML: (html) => html }) ?? { createHTML: (html) => html };
const prepare = () => ({ page: written(), handed: gathered() });
let prepared = prepare(); // while the text comes
for (const one of Object.values(prepared)) one.catch(() => {}); // who opens a pen is told

// Opens a pen in an element. `hear` is told what comes out of it, by name; once it has `stopped`, in words, it is gone.
export async function openPen(place, looks, hear) {
  const { page, handed } = prepared ?? prepare();
  prepared = undefined; // each pen takes its files with it
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-forms"); // forms lead nowhere, by policy
  frame.setAttribute("allow", "");
  frame.title = "Your system, tried out";
  frame.srcdoc = views.createHTML(await page);
  const { port1: port, port2 } = new MessageChannel();
  function close() {
    watch.answers();
    port.close();
    frame.remove();
  }
  function stop(why) {
    close();
    hear("stopped", why);
  }
  let begun; // when the frame has its files
  let patience = PATIENCE; // as long as Python itself took to begin, on a slow device
  const watch = watchOver((waited) =>
    stop(`It did not answer within ${waited / 1000} seconds, and was ended: is there a loop without an end?`),
  );
  const TOLD = {
    asks: (long) => watch.asks(long, patience),
    begins: watch.begins,
    answers: watch.answers,
    ready() {
      patience = Math.max(PATIENCE, 100 * Math.round((performance.now() - begun) / 100));
      performance.mark("pen ready");
      hear("ready");
    },
    problems: (found) => hear("problems", problems(found)),
    checks: (found) => hear("checks", checks(found)),
    stated: (found) => hear("stated", found),
    steps: (found) => hear("steps", steps(found)),
    forms: (found) => Object.entries(forms(found)).forEach(([what, value]) => hear(what, value)),
    file: (file) => hear("file", file),
    copy: (text) => hear("copy", text),
    kept: (commands) => hear("kept", commands),
    broken: (why) => stop(String(why).slice(0, 500)),
  };
  port.onmessage = ({ data }) => {
    for (const [name, value] of Object.entries(data ?? {})) if (Object.hasOwn(TOLD, name)) TOLD[name](value);
  };
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  place.replaceChildren(frame); // its page opens while the files come
  const [files] = await Promise.all([handed, loaded]).catch((error) => {
    close();
    throw error;
  });
  frame.addEventListener("load", () => stop("It left its page, and was ended"));
  begun = performance.now();
  frame.contentWindow.postMessage({ ...files, looks }, "*", [port2, ...Object.values(files.parts)]);
  return { give: (what) => port.postMessage(what), close };
}

// What is wrong with a text, by line; and what its checks have found, a line of 0 where they hold.
const MOST_TOLD = 50;
const inShort = (value) => String(value ?? "").slice(0, 500);
const listed = (found) => (Array.isArray(found) ? found.slice(0, MOST_TOLD) : []);
const problems = (found) => listed(found).map((one) => ({ line: Number(one?.[0]) || 1, words: inShort(one?.[1]) }));
const steps = (found) => ({
  id: inShort(found?.[0]),
  lines: listed(found?.[1]).map(inShort),
  open: found?.[2] === true,
  looks: inShort(found?.[3]),
});
const checks = (found) =>
  listed(found).map((one) => ({ title: inShort(one?.[0]), line: Number(one?.[1]) || 0, words: inShort(one?.[2]) }));
