// Keys that spare the way across the screen: R the main button, U undo, left and right from die to die; on the keypad the
// digits, 0 a ten, and backspace.
const TYPED = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

const click = (selector) => document.querySelector(selector)?.click();

function toDie(by) {
  const dice = [...document.querySelectorAll("#tray .die button")];
  const here = dice.indexOf(document.activeElement);
  const next = here < 0 ? dice.at(by < 0 ? -1 : 0) : dice[here + by];
  next?.focus();
}

// Whoever rolls with a key goes on at the result (`showVerdict`), wherever the focus was.
function roll() {
  document.getElementById("main").focus({ preventScroll: true });
  click("#bar .roll");
}

const type = (digit) => click(`#card .keys [data-face="${Number(digit) || 10}"]`);

const KEYS = {
  r: roll,
  u: () => click("#card [data-on=undo]"),
  backspace: () => click("#card [data-on=face-back]"),
  ArrowLeft: () => toDie(-1),
  ArrowRight: () => toDie(1),
};

const isSheetOpen = () => [...document.querySelectorAll("[popover]")].some((sheet) => sheet.getClientRects().length > 0);

function press(event) {
  const { target, key } = event;
  const arrow = key.startsWith("Arrow");
  if (event.ctrlKey || event.metaKey || event.altKey || (event.repeat && !arrow)) return;
  if (target.matches(TYPED) || (arrow && target.matches("[type=radio]")) || isSheetOpen()) return;
  if (/^\d$/.test(key)) type(key);
  else KEYS[arrow ? key : key.toLowerCase()]?.();
}

export function listen(on) {
  if (on) addEventListener("keydown", press);
  else removeEventListener("keydown", press);
}
