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
