// The texts that are being written on this device. Each is a draft of its own, which no other text takes the place of; the one
// in a tab is that tab's alone, as long as its lock is held.
import { KEPT } from "../kept.mjs";

const { local: START, most: MOST } = KEPT.drafts; // then the oldest goes; earlier builds had two texts
// Milliseconds in which a page that was closed lets go of its lock; for one that is loaded anew, five times that.
const WAIT = 1000;

let own; // the key of the draft in this tab
let letGo = () => {};

function read(key) {
  const written = localStorage.getItem(key);
  if (written === null) return undefined;
  try {
    const { text, at, of, title, good } = JSON.parse(written);
    if (typeof text === "string") return { key, text, at, of, title, good: typeof good === "string" ? good : text };
  } catch {
    // a text of an earlier build
  }
  return { key, text: written, at: Number(key === START) };
}

// All of them, the newest first.
export function drafts() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(START));
    return keys.map(read).sort((one, other) => other.at - one.at);
  } catch {
    return []; // this browser keeps nothing for the site
  }
}
export const others = () => drafts().filter(({ key }) => key !== own);

function hold(key, wait) {
  letGo();
  letGo = () => {};
  if (!navigator.locks) return true;
  return new Promise((held) => {
    const until = new Promise((done) => (letGo = done));
    const taken = () => (held(true), until);
    navigator.locks.request(key, { signal: AbortSignal.timeout(wait) }, taken).catch(() => held(false));
  });
}

// Goes on with a draft; of one that another tab has, with a copy. Gives it.
export async function take(draft, wait = WAIT) {
  own = (await hold(draft.key, wait)) ? draft.key : undefined;
  if (own) sessionStorage.setItem(START, own);
  return draft;
}

// The draft that this tab had before it was loaded anew, else the newest one unless another tab has it.
export async function resume() {
  const found = drafts();
  const before = found.find(({ key }) => key === sessionStorage.getItem(START));
  const draft = before ?? found[0];
  if (!draft) return undefined;
  await take(draft, before ? 5 * WAIT : WAIT);
  return own || before ? draft : undefined;
}

let at; // when it was written last; where the clock jumps back, a moment later

// Writes the text of this tab: into its draft, or a new one. Throws where the browser keeps nothing.
export function save(text, more) {
  at = Math.max(Date.now(), (at ?? drafts()[0]?.at ?? 0) + 1);
  const key = own ?? `${START} ${at} ${Math.random()}`;
  localStorage.setItem(key, JSON.stringify({ text, at, ...more }));
  if (own) return;
  own = key;
  sessionStorage.setItem(START, own);
  hold(own, WAIT);
  for (const old of others().slice(MOST.texts - 1)) localStorage.removeItem(old.key);
}

// Leaves the draft of this tab as it is; gives it, if there is one.
export function leave() {
  const left = own && read(own);
  own = undefined;
  sessionStorage.removeItem(START);
  letGo();
  return left;
}
