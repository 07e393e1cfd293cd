// In a pen, in place of store.mjs: what the app wants kept lies in memory, and goes out to the page around it, which reads it
// like a hostile file. A text that comes in is handed to the rules as news of another tab.
import { boxed } from "./post.mjs";

const { port, looks } = await pen;
const kept = { preferences: { theme: looks.theme, left_handed: looks.hand === "left" } };
let records = [];
let given = {}; // what the rules have not seen

const STORING = ["append", "rewrite", "keep", "erase"];
export const storing = (commands) => commands.filter(({ do: what }) => STORING.includes(what));

function carry({ do: what, event, key, value, events, from = 0 }) {
  if (what === "append") records.push(event);
  if (what === "keep") kept[key] = value;
  if (what === "rewrite") records = [...records.slice(0, from), ...JSON.parse(events)];
  if (what === "erase") records = [];
}

// What the page around could not write is told, and shown all the same.
export async function commit(commands) {
  commands.forEach(carry);
  const written = new Promise((resolve) => (answered = resolve));
  port.postMessage({ kept: commands });
  const problem = await written;
  if (problem) throw new Error(problem);
  return "";
}

let answered = () => {};
let tell = () => {};
port.onmessage = ({ data: { written, log, ...more } }) => {
  if (written !== undefined) return answered(written);
  Object.assign(kept, log?.kept);
  records = log?.records ?? records;
  given = { ...given, ...more };
  tell();
};

export function watch(heard) {
  tell = heard;
  port.postMessage({ ready: true });
}

export async function missed() {
  if (!Object.keys(given).length) return "";
  const news = boxed(JSON.stringify({ ...given, saved: [JSON.stringify(kept), "", ...records].join("\n") }));
  given = {};
  return news;
}

export const saved = async () => boxed(`${JSON.stringify(kept)}\n`);
export const bring = () => Promise.reject(new Error("this game's page keeps no other; import the file on the site's Log page"));
export const unread = () => "";
export const why = () => "";
