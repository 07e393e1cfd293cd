// The sheet in which real dice are read: as a camera sees them, or in a picture. What is read stands on the picture and is
// mended there by hand; it counts only once it is used. No picture leaves the page, and the camera ends with the sheet.
import { agreed, FRAMES } from "./agreement.mjs";
import { SURE, UNSURE } from "./confidence.mjs";
import { readerThread } from "./thread.mjs";

const [MOVING, STILL] = [640, 960]; // pixels, the longer side of what is read
const HELD = 450; // milliseconds after which a press takes a die away
const ADDED = 0.12; // of the picture's shorter side, of a die that is added to none
const FACES = 6;
const FINGER = 44; // CSS pixels, how wide a die is to be tapped at least, where no other lies closer

const STYLE = `
  .eye { width: min(100%, 44rem); max-height: 100%; margin: auto; padding: 16px; border: 0; border-radius: var(--radius); background: var(--card); color: inherit; }
  .eye[open] { display: grid; gap: 12px; }
  .eye::backdrop { background: rgb(0 0 0 / 60%); }
  .eye .seen { position: relative; justify-self: center; touch-action: manipulation; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
  .eye .seen:not(.filled) { display: none; }
  .eye canvas { display: block; max-width: 100%; max-height: max(30vh, 100vh - 23.5rem); border-radius: var(--radius); background: #000; }
  .eye .choices { grid-template-columns: repeat(auto-fit, minmax(min(45%, 9.5rem), 1fr)); }
  .eye .seen button { position: absolute; min-height: 0; padding: 0; border: 0; border-radius: 50%; background: none; transform: translate(-50%, -50%); }
  .eye [role="status"] { font-weight: 600; }
  @media (orientation: landscape) and (max-height: 30rem) {
    .eye { width: 100%; padding: 12px; }
    .eye[open] { grid-template-columns: auto minmax(0, 1fr); align-content: start; }
    .eye .filled { grid-row: 1 / span 4; }
    .eye .filled ~ *, .eye h2 { grid-column: 2; }
    .eye canvas { max-width: 48vw; max-height: calc(100vh - 24px); }
  }
`;
const style = new CSSStyleSheet();
style.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

function made(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}
const filled = (text, ...values) => text.replace(/\{(\d)\}/g, (_, nth) => values[nth]);
const stop = (stream) => stream.getTracks().forEach((track) => track.stop());
const inOrder = (dice) => [...dice].sort((one, other) => one.x - other.x);
const widthOf = ({ outline: [[x, y], [toX, toY]] }) => Math.hypot(toX - x, toY - y);

// Fills a canvas with a picture or a frame, no side longer than `most`.
function fill(canvas, source, width, height, most) {
  const scale = Math.min(1, most / Math.max(width, height));
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function fillFrom(canvas, other) {
  [canvas.width, canvas.height] = [other.width, other.height];
  if (other.width) canvas.getContext("2d").drawImage(other, 0, 0);
}

// Each die's outline and above it its face, with a question mark where that is not sure: as large on every screen.
function mark(canvas, dice) {
  const context = canvas.getContext("2d");
  const pixel = canvas.width / canvas.clientWidth; // one of the screen's
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const { face, confidence, x, outline } of dice) {
    const isSure = confidence >= SURE;
    context.setLineDash(isSure ? [] : [4 * pixel, 4 * pixel]);
    for (const [colour, width] of [["#000", 4 * pixel], ["#ffe08a", 2 * pixel]]) {
      [context.strokeStyle, context.lineWidth] = [colour, width];
      context.beginPath();
      for (const corner of outline) context.lineTo(...corner);
      context.closePath();
      context.stroke();
    }
    context.setLineDash([]);
    const size = 18 * pixel;
    const top = Math.max(size / 2, Math.min(...outline.map(([, y]) => y)) - size / 2);
    context.font = `700 ${size}px system-ui, sans-serif`;
    [context.strokeStyle, context.fillStyle, context.lineWidth] = ["#000", "#ffe08a", size / 4];
    context.strokeText(isSure ? face : `${face}?`, x, top);
    context.fillText(isSure ? face : `${face}?`, x, top);
  }
}

// Opens it for so many dice, with the camera that the tap has begun, if it has; `begin` begins another. What is used is told
// with what it is `of`.
export function open({ asked, of, words }, begun, begin, tell) {
  const canvas = made("canvas", { role: "img", "aria-label": words.picture });
  const seen = made("div", { class: "seen" }, canvas);
  const state = made("p", { role: "status" });
  const hint = made("p", { class: "quiet" });
  const button = (label, does, attributes = {}) => {
    const one = made("button", { type: "button", ...attributes }, label);
    one.addEventListener("click", does);
    return one;
  };
  const use = button(words.use, useDice, { class: "main" });
  const camera = button(words.again, () => (stream ? rest() : look(begin("camera"))));
  const light = button(words.light, switchLight, { "aria-pressed": "false" });
  const file = made("input", { type: "file", accept: "image/*" });
  const choose = made("label", { class: "button file" }, made("span", {}, words.choose), file);
  const leave = button(words.leave, () => sheet.close());
  const choices = made("div", { class: "choices" }, use, camera, light, choose, leave);
  const sheet = made("dialog", { class: "eye", "aria-labelledby": "eye-title" }, made("h2", { id: "eye-title" }, words.title), seen, state, hint, choices);

  const still = made("canvas", { width: 0 }); // what is read, without marks
  const reader = readerThread(() => rest(words.unread));
  let dice = [];
  let stream; // of the camera, while it looks
  let turn = 0; // what began before another turn shows nothing any more
  let isTaken = false; // whether this press has taken a die away, and so taps nothing

  function say(text) {
    if (state.textContent !== text) state.textContent = text; // a reader of the screen says it once
  }

  function show(told) {
    fillFrom(canvas, still);
    seen.classList.toggle("filled", still.width > 0);
    mark(canvas, dice);
    camera.textContent = stream ? words.hold : words.again;
    camera.hidden = !navigator.mediaDevices;
    const isTooMany = dice.length > asked;
    use.disabled = !dice.length || isTooMany;
    const counted = filled(isTooMany ? words.more : words.found, dice.length, asked);
    say(told ?? (dice.length ? counted : stream ? words.looks : words.none));
    hint.textContent = stream || !dice.length ? words.helps : words.mends;
  }

  function end() {
    turn += 1;
    if (stream) stop(stream);
    stream = undefined;
    light.hidden = true;
  }

  // Ends the camera; what it saw last lies there to be mended.
  function rest(told) {
    end();
    show(told);
    placeButtons();
  }

  // What was read before stays until there is something to look at.
  async function look(coming) {
    rest(words.asks);
    const mine = turn;
    let given;
    try {
      given = await coming?.();
    } catch ({ name }) {
      if (mine === turn) rest(words.refused[name] ?? words.refused.other);
      return;
    }
    if (mine !== turn) return given && stop(given);
    if (!given) return rest(words.refused.other);
    stream = given;
    dice = [];
    placeButtons();
    try {
      await watch(mine);
    } catch {
      if (mine === turn) rest(words.gone);
    }
  }

  async function watch(mine) {
    const [track] = stream.getVideoTracks();
    track.addEventListener("ended", () => mine === turn && rest(words.gone));
    light.hidden = !track.getCapabilities?.().torch;
    light.setAttribute("aria-pressed", "false");
    const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
    await video.play();
    const frame = document.createElement("canvas");
    let frames = [];
    while (mine === turn) {
      const read = await reader.read(fill(frame, video, video.videoWidth, video.videoHeight, MOVING));
      if (mine !== turn) return;
      frames = [...frames, read].slice(-FRAMES);
      dice = agreed(frames);
      fillFrom(still, frame);
      show();
    }
  }

  async function readPicture() {
    const [chosen] = file.files;
    if (!chosen) return;
    rest(words.reads);
    const mine = turn;
    try {
      const picture = await createImageBitmap(chosen);
      if (mine !== turn) return;
      dice = [];
      placeButtons();
      const read = await reader.read(fill(still, picture, picture.width, picture.height, STILL));
      if (mine !== turn) return;
      dice = read;
      rest();
    } catch {
      if (mine === turn) rest(words.noPicture);
    }
    file.value = ""; // the same one may be chosen again
  }

  function switchLight() {
    const isOn = light.getAttribute("aria-pressed") !== "true";
    const switched = stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: isOn }] });
    switched.then(() => light.setAttribute("aria-pressed", isOn), () => (light.hidden = true));
  }

  // On a picture that lies still each die is a button; where it lies is in parts of the picture.
  function placeButtons(focused) {
    for (const old of seen.querySelectorAll("button")) old.remove();
    if (stream) return;
    for (const die of inOrder(dice)) {
      const one = button("", ({ detail }) => (isTaken && detail) || turnOver(die)); // a key has no press
      const part = (pixels, of = still.width) => `${(100 * pixels) / of}%`;
      const next = Math.min(...dice.filter((other) => other !== die).map(({ x, y }) => Math.hypot(x - die.x, y - die.y)), still.width);
      const width = `max(${part(widthOf(die))}, min(${FINGER}px, ${part(next)}))`;
      Object.assign(one.style, { left: part(die.x), top: part(die.y, still.height), width, aspectRatio: "1" });
      one.setAttribute("aria-label", filled(die.confidence >= SURE ? words.die : words.unsure, die.face));
      one.addEventListener("pointerdown", () => press(die, one));
      one.addEventListener("keydown", ({ key }) => {
        if (key === "Delete" || key === "Backspace") takeAway(die);
        else if (Number(key) >= 1 && Number(key) <= FACES) turnOver(die, Number(key));
      });
      seen.append(one);
      if (die === focused) one.focus();
    }
  }

  function mend(to, focused) {
    dice = to;
    show();
    placeButtons(focused);
  }
  function turnOver(die, face = (die.face % FACES) + 1) {
    const turned = { ...die, face, confidence: 1 };
    mend(dice.map((one) => (one === die ? turned : one)), turned);
  }
  function takeAway(die) {
    mend(dice.filter((one) => one !== die), dice.find((one) => one !== die));
  }
  function press(die, one) {
    const held = setTimeout(() => {
      isTaken = true;
      takeAway(die);
    }, HELD);
    for (const type of ["pointerup", "pointerleave", "pointercancel"]) one.addEventListener(type, () => clearTimeout(held), { once: true });
  }

  // A tap on the moving picture holds it; one beside the dice of a still one adds a die, whose face is to be said.
  function tap({ target, clientX, clientY }) {
    if (target !== canvas || isTaken) return;
    if (stream) return rest();
    const box = canvas.getBoundingClientRect();
    const [x, y] = [((clientX - box.left) / box.width) * still.width, ((clientY - box.top) / box.height) * still.height];
    const half = (dice.length ? widthOf(dice[0]) : ADDED * Math.min(still.width, still.height)) / 2;
    const outline = [[-half, -half], [half, -half], [half, half], [-half, half]].map(([dx, dy]) => [x + dx, y + dy]);
    const added = { face: 1, confidence: UNSURE, x, y, outline };
    mend([...dice, added], added);
  }

  function useDice() {
    tell(of, inOrder(dice).map(({ face }) => face).join(""));
    sheet.close();
  }

  file.addEventListener("change", readPicture);
  seen.addEventListener("pointerdown", () => (isTaken = false), { capture: true });
  seen.addEventListener("click", tap);
  seen.addEventListener("contextmenu", (event) => event.preventDefault());
  sheet.addEventListener("keydown", (event) => event.stopPropagation()); // the page has shortcuts of its own
  const close = () => sheet.close();
  addEventListener("popstate", close);
  sheet.addEventListener("close", () => {
    removeEventListener("popstate", close);
    end();
    reader.end();
    sheet.remove();
  });
  document.body.append(sheet);
  sheet.showModal();
  look(begun);
}
