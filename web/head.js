// Before anything is painted: whether the device asks for more contrast, and the looks chosen at an earlier visit, of
// which platform.mjs keeps a copy.
const site = new URL(".", globalThis.onefile?.root ?? document.currentScript.src);
const contrast = matchMedia("(prefers-contrast: more)");
const follow = () => document.documentElement.toggleAttribute("data-contrast", contrast.matches);
contrast.addEventListener("change", follow);
follow();
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem(`pyrules ${site.pathname} looks`)));
} catch {
  // This browser keeps nothing for the site, and the page follows the device.
}

// Icons and the manifest may be asked for at any time, as when the app is put on the home screen, and the page's address,
// which theirs are relative to, changes with what it shows.
for (const link of document.querySelectorAll("link")) link.setAttribute("href", link.href);

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
try {
  const addresses = JSON.stringify(MODULES.map((module) => site.href + module));
  const script = `(${begin})(${addresses})`;
  const onSite = () =>
    new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), {
      type: "module",
      name: navigator.serviceWorker?.controller ? "stored" : "", // whether the service worker has stored the site
    });
  globalThis.rulesWorker = globalThis.onefile?.worker(script) ?? onSite();
  rulesWorker.onmessage = rulesWorker.onerror = (event) => said.push(event);
} catch {
  // This browser refuses, which boot.mjs tells.
}

// The page's first module tells what is missing, but not that it is missing itself.
function tell({ target }) {
  if (!target.src?.endsWith("/boot.mjs")) return;
  const reload = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
  reload.addEventListener("click", () => location.reload());
  const notice = document.getElementById("notice");
  notice.replaceChildren(
    "The dice cannot be rolled: Python did not start. The file boot.mjs cannot be fetched or is missing from the site.",
    " Connect and reload; if it stays missing, the site must be published again. ",
    reload,
  );
  notice.hidden = false;
  document.getElementById("progress").hidden = true;
}
addEventListener("error", tell, true);
