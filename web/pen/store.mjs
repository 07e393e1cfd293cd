// In a pen, in place of store.mjs: what the app wants kept lies in memory, and goes out to the page around it, which reads it
// like a hostile file. A text that comes in is handed to the rules as news of another tab.
import { boxed } from "./post.mjs";

const { port } = await pen;
const kept = {};
let records = [];
let given; // a text that the rules have not seen

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
  port.onmessage = ({ data }) => {
    given = data.text;
    Object.assign(kept, data.kept);
    records = data.records ?? records;
    heard();
  };
  port.postMessage({ ready: true });
}

export async function missed() {
  if (given === undefined) return "";
  const text = given;
  given = undefined;
  return boxed(JSON.stringify({ text, saved: [JSON.stringify(kept), "", ...records].join("\n") }));
}

export const saved = async () => boxed("{}\n");
export const unread = () => "";
export const why = () => "";
