// The app in one file, which assemble.mjs makes. Here is all that such a page has to do for itself, because no server
// serves it: the site's files lie packed in the page, and pretend to be below `ROOT`; workers are one script each and are
// handed the files, since on file:// they can read nothing of the page's. No request is made.
"use strict";
{
  const ROOT = "https://one-file.invalid/in-one-file/"; // its path names what the browser keeps

  // Gives out files to `fetch`. Runs in the page, which unpacks the texts, and in its workers, which get those.
  async function giveOut(root, parts, given) {
    // What assemble.mjs has written: five letters for four bytes, and in front how many bytes too many there are.
    function bytes(text) {
      if (typeof text !== "string") return text; // handed in as they are
      const words = new DataView(new ArrayBuffer(((text.length - 1) / 5) * 4));
      for (let [at, to] = [1, 0]; at < text.length; to += 4) {
        let word = 0;
        for (const end = at + 5; at < end; at += 1) {
          const code = text.charCodeAt(at);
          word = word * 85 + code - (code < 60 ? 35 : 36);
        }
        words.setUint32(to, word);
      }
      return new Uint8Array(words.buffer, 0, words.byteLength - text[0]);
    }
    const unpacked = (text, headers) =>
      new Response(new Response(bytes(text)).body.pipeThrough(new DecompressionStream("gzip")), { headers });
    const texts = given ?? unpacked(parts.texts).json();

    globalThis.fetch = async (asked) => {
      const path = String(asked.url ?? asked).replace(root, "");
      const text = (await texts)[path];
      if (text !== undefined) return new Response(text);
      if (!Object.hasOwn(parts, path)) throw new TypeError(`${path} is not in this file`);
      const headers = { "content-type": path.endsWith(".wasm") ? "application/wasm" : "" };
      if (path.endsWith(".wasm") && typeof parts[path] === "string") return unpacked(parts[path], headers);
      return new Response(bytes(parts[path]), { headers });
    };
    return texts;
  }

  function taken(element) {
    element.remove();
    return [element.dataset.path, element.textContent];
  }
  const inPage = Promise.resolve({ parts: Object.fromEntries([...document.querySelectorAll("script[data-path]")].map(taken)) });
  let parts; // of the site's files, those that are no text, by their paths
  let texts; // and those that are
  const unpacked = (globalThis.pen ?? inPage).then(async (files) => {
    parts = files.parts;
    texts = await giveOut(ROOT, parts, files.texts);
  });

  const pathOf = (address) => String(address).replace(ROOT, "");
  // Without quotes in what is put in, since some scripts hold others as texts.
  const linked = (code) => code.replace(/\bimport\(/g, "onefile.load(HERE, ").replace(/\bimport\.meta\b/g, "({ url: HERE })");
  const script = (...code) => URL.createObjectURL(new Blob(code, { type: "text/javascript" }));

  // In the page, modules are blobs that name one another.
  const STATIC = /\b(from|import)\s*"(\.\/[^"]+)"/g;
  const modules = new Map(); // a module that is asked for twice is the same one
  function blobOf(address) {
    const path = pathOf(address);
    if (!modules.has(path)) {
      if (!Object.hasOwn(texts, path)) throw new TypeError(`${path} is not in this file`);
      const code = texts[path].replace(STATIC, (_, word, name) => `${word} "${blobOf(new URL(name, address))}"`);
      const here = `const HERE = ${JSON.stringify(String(address))};`;
      modules.set(path, script(here, linked(code), `\n//# sourceURL=${address}`));
    }
    return modules.get(path);
  }
  async function load(base, address) {
    await unpacked;
    return import(blobOf(new URL(address, base)));
  }

  // In a worker, they are functions of its one script: in WebKit, a worker of a file can read no blob.
  const NAMED = /\b(?:from|import)[\s(]*"(\.\/[^"]+)"/g;
  function gather(path, found) {
    if (found.has(path) || !Object.hasOwn(texts, path)) return;
    found.add(path);
    for (const [, name] of texts[path].matchAll(NAMED)) gather(pathOf(new URL(name, ROOT + path)), found);
  }
  function asFunction(path) {
    const exported = [];
    const named = (names) => names.split(",").map((name) => name.trim().split(" as ")).filter(([name]) => name);
    const code = texts[path]
      .replace(/^import (\{[^}]*\}) from ("[^"]+");$/gm, (_, names, from) => {
        return `const ${names.replaceAll(" as ", ": ")} = await onefile.load(HERE, ${from});`;
      })
      .replace(/(^|[;}])export\s*\{([^}]*)\}/gm, (_, before, names) => {
        exported.push(...named(names).map(([name, as = name]) => `${as}: ${name}`));
        return before;
      })
      .replace(/(^|[;}])export default (\w+)/gm, (_, before, name) => {
        exported.push(`default: ${name}`);
        return before;
      })
      .replace(/^export ((?:const|function|async function) (\w+))/gm, (_, declared, name) => {
        exported.push(name);
        return declared;
      })
      .replaceAll("location.href", "onefile.root"); // PyScript's worker resolves addresses by its own, which is a blob's
    return `${JSON.stringify(path)}: async (HERE) => { "use strict"; ${linked(code)}\nreturn { ${exported} }; }`;
  }

  // Runs in a worker: the page hands over its files, `code` begins with them, and messages wait until it has begun.
  function inWorker(root, giveOut, modules, code) {
    const loaded = new Map(); // a module that is asked for twice is the same one
    function load(base, address) {
      const path = new URL(address, base).href.replace(root, "");
      if (!loaded.has(path)) loaded.set(path, modules[path]?.(root + path) ?? Promise.reject(new TypeError(`${path} is not in this file`)));
      return loaded.get(path);
    }
    globalThis.onefile = { root, load };
    const early = [];
    function keep(event) {
      event.stopImmediatePropagation();
      early.push(event);
    }
    async function begin({ data: { parts, texts } }) {
      addEventListener("message", keep);
      giveOut(root, parts, texts);
      await code();
      removeEventListener("message", keep);
      for (const { data, ports } of early) dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
    }
    addEventListener("message", (event) => begin(event).catch(reportError), { once: true });
  }

  // A worker that has the same files and runs `code`, an expression that names modules by their addresses; it promises
  // what messages wait for. Those of the `parts` that it alone needs, by their paths, go to it.
  function worker(code, alone = []) {
    const found = new Set();
    for (const part of code.split('"')) if (part.startsWith(ROOT)) gather(pathOf(part), found);
    const functions = `{ ${[...found].map(asFunction)} }`;
    const begun = new Worker(
      script(`const HERE = ${JSON.stringify(ROOT)}; (${inWorker})(HERE, ${giveOut}, ${functions}, () => ${linked(code)});`),
    );
    begun.postMessage({ parts, texts }, alone.map((path) => parts[path]));
    for (const path of alone) delete parts[path];
    return begun;
  }

  globalThis.onefile = { root: ROOT, load, worker, unpacked };
  onefile.site = document.querySelector("meta[name=site]").content; // the app on the web, if this file knows where
  Object.defineProperty(navigator, "serviceWorker", { value: undefined }); // for a file there is none

  // What follows the # of the address is the app's: a link to a place on the page only moves the focus, and one to a file
  // saves it.
  async function follow(event) {
    const path = event.target.closest("a[href^='#']")?.getAttribute("href").slice(1) ?? "/";
    if (path.endsWith("/") || path.slice(1).includes("#")) return;
    event.preventDefault();
    if (!path.startsWith("/")) return document.getElementById(path)?.focus();
    const file = await (await fetch(ROOT + path.slice(1))).blob();
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: path.slice(1) }).click();
  }
  document.addEventListener("click", follow, { capture: true });

  document.addEventListener("DOMContentLoaded", () => onefile.load(ROOT, "boot.mjs"));
}
