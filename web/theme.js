// Before anything is painted: whether the device asks for more contrast, and the looks chosen at an earlier visit, of
// which platform.mjs keeps a copy.
const contrast = matchMedia("(prefers-contrast: more)");
const follow = () => document.documentElement.toggleAttribute("data-contrast", contrast.matches);
contrast.addEventListener("change", follow);
follow();
try {
  const root = new URL(".", document.currentScript.src).pathname;
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem(`pyrules ${root} looks`)));
} catch {
  // This browser keeps nothing for the site, and the page follows the device.
}

// The page's first module tells what is missing, but not that it is missing itself.
function tell({ target }) {
  if (!target.src?.endsWith("/boot.mjs")) return;
  const reload = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
  reload.addEventListener("click", () => location.reload());
  const notice = document.getElementById("notice");
  notice.replaceChildren(
    "The dice cannot be rolled: Python did not start. The file boot.mjs cannot be fetched or is missing from the site.",
    " Connect and reload; if it stays missing, the site must be published anew. ",
    reload,
  );
  notice.hidden = false;
  document.getElementById("progress").hidden = true;
}
addEventListener("error", tell, true);
