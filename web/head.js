// Before anything is painted. Within another page nothing begins, since that page could lead a reader's taps astray; a
// static host cannot forbid it for us.
if (self !== top) {
  const policy = { httpEquiv: "Content-Security-Policy", content: "script-src 'none'" }; // no script that follows runs
  document.head.append(Object.assign(document.createElement("meta"), policy));
  const alone = { href: location.href, target: "_blank", textContent: "Open it in a window of its own." };
  const refused = document.createElement("p");
  refused.append("The dice table does not open within another page. ", Object.assign(document.createElement("a"), alone));
  document.addEventListener("DOMContentLoaded", () => document.body.replaceChildren(refused));
  throw new Error(refused.textContent);
}

// Whether the device asks for more contrast, and the looks chosen at an earlier visit, of which platform.mjs keeps a copy.
// Who has been here has forms and a log of their own: nothing is shown in their place until Python has them.
const site = new URL(".", globalThis.onefile?.root ?? document.currentScript.src);
const contrast = matchMedia("(prefers-contrast: more)");
const follow = () => document.documentElement.toggleAttribute("data-contrast", contrast.matches);
contrast.addEventListener("change", follow);
follow();
try {
  const looks = JSON.parse(localStorage.getItem(`pyrules ${site.pathname} looks`));
  if (looks) Object.assign(document.documentElement.dataset, looks, { waits: "" });
} catch {
  // This browser keeps nothing for the site, and the page follows the device.
}

// Icons and the manifest may be asked for at any time, as when the app is put on the home screen, and the page's address,
// which theirs are relative to, changes with what it shows.
for (const link of document.querySelectorAll("link")) link.setAttribute("href", link.href);

// Nothing of two builds is mixed: when another takes over, be it while this page loads, the page is loaded anew.
const { serviceWorker } = navigator;
let controlled = Boolean(serviceWorker?.controller);
serviceWorker?.addEventListener("controllerchange", () => {
  if (controlled) location.reload();
  controlled = true;
});

// Scripts and workers come from the site itself; a policy that answers nothing refuses.
const own = [site.href, `blob:${origin}/`];
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (own.some((start) => new URL(url, site).href.startsWith(start)) ? url : undefined),
});

// The rules' worker starts Python from now on, long before PyScript is there to ask for a worker. Its modules, named
// together, come at once; the policy of the page holds in it because its script is the page's. `said` is what it says
// before boot.mjs hears it.
const MODULES = [
  "build.mjs",
  "memory.mjs",
  "pyodide/pyodide.mjs",
  "python.mjs",
  "pyodide-boot.mjs",
  "pyscript/worker.mjs",
];
// This runs in the worker, where nothing else may become a script: whoever tries is told by an error that it can catch,
// as Pyodide does when it looks where it is. Each module is imported by itself, since of static imports that name a
// missing one twice Firefox says nothing.
function begin(modules) {
  globalThis.trustedTypes?.createPolicy("default", {
    createScriptURL(url) {
      throw new TypeError(`No script is loaded from ${url}`);
    },
  });
  for (const module of modules) import(module).catch((error) => postMessage({ error }));
}
const said = [];
function beginRules(start) {
  try {
    const addresses = JSON.stringify(MODULES.map((module) => site.href + module));
    globalThis.rulesWorker = start(`(${begin})(${addresses})`);
    rulesWorker.onmessage = rulesWorker.onerror = (event) => said.push(event);
  } catch {
    // This browser refuses, which boot.mjs tells.
  }
}
function onSite(script) {
  const name = controlled ? "stored" : ""; // whether the service worker has stored the site
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module", name });
}
if (globalThis.onefile) onefile.unpacked.then(() => beginRules(onefile.worker));
else beginRules(onSite);

// What the browser refuses since it has not the hash that the page gives for it: a module that another needs, which
// boot.mjs tells since it would be fetched once more and not compared; boot.mjs itself and the style, which are told here.
const parsed = new Promise((done) => document.addEventListener("DOMContentLoaded", done));
parsed.then(() => {
  document.getElementById("bare")?.remove();
  // So are the addresses of links and icons, which the app writes in full as well.
  for (const element of document.querySelectorAll("body [href]:not([href^='#'])")) {
    const { pathname, search, hash } = new URL(element.getAttribute("href"), location.href);
    element.setAttribute("href", pathname + search + hash);
  }
});
async function refuse({ target }) {
  if (!target.matches?.("script, link")) return; // an icon, which the page does without
  const file = (target.src ?? target.href).replace(site.href, "");
  if (target.rel === "modulepreload") {
    const error = new Error(`The file ${file} did not come`);
    rulesWorker.dispatchEvent(new MessageEvent("message", { data: { error } }));
  }
  if (!target.matches("script, [rel=stylesheet]")) return;
  const reload = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
  reload.addEventListener("click", async () => {
    const used = performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(site.href));
    await Promise.allSettled(used.map(({ name }) => fetch(name, { cache: "reload" })));
    location.reload();
  });
  await parsed;
  const notice = document.getElementById("notice");
  const what = target.src ? "The dice cannot be rolled: Python did not start." : "The page has lost its looks, but works.";
  notice.replaceChildren(
    `${what} The file ${file} cannot be fetched, is missing from the site or is not as it was published. Connect and`,
    " reload; if it stays so, the site must be published again. ",
    reload,
  );
  notice.hidden = false;
  if (target.src) document.getElementById("progress").hidden = true;
  if (target.src) delete document.documentElement.dataset.waits; // for Python, which does not come
}
addEventListener("error", refuse, true);
