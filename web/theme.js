// Before anything is painted: the looks chosen at an earlier visit, of which platform.mjs keeps a copy.
try {
  const root = new URL(".", document.currentScript.src).pathname;
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem(`pyrules ${root} looks`)));
} catch {
  // This browser keeps nothing for the site, and the page follows the device.
}
