// The app in one file, which assemble.mjs makes. Here is all that such a page has to do for itself, because no server
// serves it: the site's files lie packed in the page, and pretend to be below `ROOT`; modules become blobs that name one
// another; workers are handed the files, since on file:// they can read nothing of the page's. No request is made.
"use strict";
{
  const ROOT = "https://one-file.invalid/in-one-file/"; // its path names what the browser keeps

  // Gives out files: their contents to `fetch`, modules to `onefile.load`. Runs in the page and, as text, in its workers.
  function giveOut(root, parts) {
    // What assemble.mjs has written: five letters for four bytes, and in front how many bytes too many there are.
    function bytes(text) {
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
      new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
    const texts = unpacked(parts.texts).json();
    const pathOf = (address) => String(address).replace(root, "");

    globalThis.fetch = async (asked) => {
      const path = pathOf(asked.url ?? asked);
      const text = (await texts)[path];
      if (text !== undefined) return new Response(text);
      if (!Object.hasOwn(parts, path)) throw new TypeError(`${path} is not in this file`);
      if (path.endsWith(".wasm")) return unpacked(parts[path], { "content-type": "application/wasm" });
      return new Response(bytes(parts[path]));
    };

    const STATIC = /\b(from|import)\s*"(\.\/[^"]+)"/g;
    // Without quotes in what is put in, since some scripts hold others as texts.
    const linked = (code, address) =>
      `const HERE = ${JSON.stringify(address)};` +
      code.replace(/\bimport\(/g, "onefile.load(HERE, ").replace(/\bimport\.meta\b/g, "({ url: HERE })");
    const modules = new Map(); // a module that is asked for twice is the same one
    async function made(path) {
      const address = root + path;
      const text = (await texts)[path];
      if (text === undefined) throw new TypeError(`${path} is not in this file`);
      const named = [...text.matchAll(STATIC)].map(([, , name]) => name);
      const blobs = new Map(await Promise.all(named.map(async (name) => [name, await blobOf(new URL(name, address))])));
      const settled = text.replace(STATIC, (_, word, name) => `${word} "${blobs.get(name)}"`);
      // PyScript's worker resolves addresses by its own, of which there is nothing to be had in a blob.
      const code = globalThis.document ? settled : settled.replaceAll("location.href", "onefile.root");
      return URL.createObjectURL(new Blob([linked(code, address), `\n//# sourceURL=${address}`], { type: "text/javascript" }));
    }
    function blobOf(address) {
      const path = pathOf(address);
      if (!modules.has(path)) modules.set(path, made(path));
      return modules.get(path);
    }
    const load = async (base, address) => import(await blobOf(new URL(address, base)));

    // A worker that gives out the same files and runs `script`, an expression: what it promises, messages wait for.
    function worker(script) {
      const begin = `addEventListener("message", ({ data: parts }) => {
        const early = [];
        const keep = (event) => {
          event.stopImmediatePropagation();
          early.push(event);
        };
        addEventListener("message", keep);
        (${giveOut})(${JSON.stringify(root)}, parts);
        ${linked(`const begun = Promise.resolve(${script});`, root)}
        begun.then(() => {
          removeEventListener("message", keep);
          for (const { data, ports } of early) dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
        }, reportError);
      }, { once: true });`;
      const begun = new Worker(URL.createObjectURL(new Blob([begin], { type: "text/javascript" })));
      begun.postMessage(parts);
      return begun;
    }
    globalThis.onefile = { root, load, worker };
  }

  function taken(element) {
    element.remove();
    return [element.dataset.path, element.textContent];
  }
  giveOut(ROOT, Object.fromEntries([...document.querySelectorAll("script[data-path]")].map(taken)));
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
