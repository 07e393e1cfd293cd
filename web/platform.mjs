// What only the browser can do or tell: looks, a screen that stays on, storage for good, installing.
import { listen } from "./shortcuts.mjs";

const root = new URL(".", import.meta.url).pathname;

// What the app knows of the browser, by the names that its Python uses.
const { onefile } = globalThis;
const facts = {
  wakes: "wakeLock" in navigator,
  vibrates: "vibrate" in navigator,
  fills: document.fullscreenEnabled ?? false,
  bluetooth: "bluetooth" in navigator && !globalThis.pen,
  apart: Boolean(globalThis.pen),
  site: onefile?.site ?? "",
};
let tell = () => {};
export function learn(more) {
  Object.assign(facts, more);
  tell(JSON.stringify(facts));
}

export async function watch(listener) {
  tell = listener;
  const { version } = await import("./build.mjs");
  learn({ build: version, persisted: (await navigator.storage?.persisted?.().catch(() => null)) ?? null });
}

export async function persist() {
  learn({ persisted: (await navigator.storage?.persist?.().catch(() => null)) ?? null });
}

export const vibrate = () => navigator.vibrate?.(200); // milliseconds

// What browsers allow only as a person taps is begun in the tap, before the rules have answered; a button names it
// (`data-begins`). What comes later is not the tap's any more in Safari: the clipboard refuses it, and a camera that was
// refused once is not asked for again. To share, every browser leaves some seconds.
function clipboard(type) {
  let give;
  const content = new Promise((resolve) => (give = resolve));
  const written = navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
  written.catch(() => {}); // who gives the content is told
  return (blob) => {
    give(blob);
    return written;
  };
}
function camera() {
  const stream = navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  stream.catch(() => {}); // who takes it is told
  return () => stream;
}
function screen() {
  document.documentElement.requestFullscreen().catch(() => {}); // the reader may have it refused
}
const BEGINS = { text: () => clipboard("text/plain"), image: () => clipboard("image/png"), camera, screen };

// Gives the function that goes on with it, or null: there is nothing to go on with, or this browser cannot.
export function begin(what) {
  try {
    return BEGINS[what]?.() ?? null;
  } catch {
    return null;
  }
}

// Ends a camera that a tap has begun and nothing takes.
export const letGo = async (begun) => (await begun?.().catch(() => {}))?.getTracks().forEach((track) => track.stop());

// Installing: the browser offers it, or on iOS the reader does it alone.
let offered;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // offered in the settings instead
  offered = event;
  learn({ install: "offered" });
});
addEventListener("appinstalled", () => {
  learn({ install: "installed" });
  persist(); // whoever installs it means to keep what it holds, and no browser asks them then
});
const apple = /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
if (navigator.standalone || matchMedia("(display-mode: standalone)").matches) facts.install = "installed";
else if (apple && !onefile) facts.install = "ios";
else if (/Mac/.test(navigator.userAgent) && /^Apple/.test(navigator.vendor) && !onefile) facts.install = "mac";

export async function install() {
  const event = offered;
  offered = undefined; // it asks only once
  const { outcome } = (await event?.prompt().catch(() => {})) ?? {};
  if (outcome !== "accepted") learn({ install: "" });
}

// The screen: the browser lets go of it whenever the page is hidden, so it is asked for again on return; Safari gives it
// only after a tap.
let awake = false;
let lock;
async function settle() {
  if (awake && !document.hidden && (lock?.released ?? true)) {
    lock = await navigator.wakeLock?.request("screen").catch(() => {}); // refused, as when the battery is low
  }
  if (!awake) await lock?.release().catch(() => {}); // it is gone already
}
let settled = Promise.resolve();
const stayAwake = () => (settled = settled.then(settle)); // one at a time: of two locks one would never be let go
for (const type of ["visibilitychange", "click"]) document.addEventListener(type, stayAwake);

export function prefer({ theme, left_handed, awake: on, shortcuts }) {
  const looks = { theme, hand: left_handed ? "left" : "right" };
  Object.assign(document.documentElement.dataset, looks);
  try {
    localStorage.setItem(`pyrules ${root} looks`, JSON.stringify(looks));
  } catch {
    // This browser keeps nothing for the site; the next visit begins as the device looks.
  }
  awake = on;
  stayAwake();
  listen(shortcuts);
}
