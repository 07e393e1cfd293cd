// In a pen, in place of store.mjs: what the app wants kept lies in memory, and goes out to the page around it, which reads it
// like a hostile file. A text that comes in is handed to the rules as news of another tab.
import { boxed } from "./post.mjs";

const { port } = await pen;
const kept = {};
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

export async function commit(commands) {
  commands.forEach(carry);
  port.postMessage({ kept: commands });
  return "";
}

export function watch(heard) {
  port.onmessage = ({ data: { log, ...more } }) => {
    Object.assign(kept, log?.kept);
    records = log?.records ?? records;
    given = { ...given, ...more };
    heard();
  };
  port.postMessage({ ready: true });
}

export async function missed() {
  if (!Object.keys(given).length) return "";
  const news = boxed(JSON.stringify({ ...given, saved: [JSON.stringify(kept), "", ...records].join("\n") }));
  given = {};
  return news;
}

export const saved = async () => boxed("{}\n");
export const unread = () => "";
export const why = () => "";
