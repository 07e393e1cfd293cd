// The clock jumps back by a year, once or for good, at each call of a story: `node clock_faults.mjs FOLDER`, which has the site's
// modules. Whatever it says, a visit goes on with the text that was written last, and of too many the oldest goes.
import { heal, opener, outside, playAll } from "./outside.mjs";

const open = opener(process.argv[2]);
const set = (values) => {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(globalThis, name, { value, configurable: true });
};
const YEAR = 31_536_000_000;

function storage() {
  const held = {};
  const methods = {
    getItem: (key) => held[key] ?? null,
    setItem: (key, value) => void (held[key] = String(value)),
    removeItem: (key) => void delete held[key],
  };
  return new Proxy(held, { get: (_, key) => methods[key] ?? held[key] });
}

let time = 2 * YEAR;
Date.now = () => {
  try {
    return outside("clock", () => (time += 1000));
  } catch {
    return time - YEAR;
  }
};

async function story() {
  set({ localStorage: storage(), navigator: {} });
  const [problems, written] = [[], []];
  const { KEPT } = (await open("kept.mjs"))[0];
  for (let tab = 0; tab < KEPT.drafts.most.texts + 3; tab++) {
    set({ sessionStorage: storage() });
    const [drafts] = await open("workshop/drafts.mjs");
    if (written.length && (await drafts.resume()).text !== written.at(-1)) problems.push(`visit ${tab} goes on with another text`);
    drafts.leave();
    for (const go of ["begun", "changed"]) drafts.save(`${go} ${tab}`, {});
    written.push(`changed ${tab}`);
    const there = drafts.drafts().map(({ text }) => text);
    const last = written.slice(-KEPT.drafts.most.texts).reverse();
    if (there.join() !== last.join()) problems.push(`at visit ${tab} there are ${there}`);
  }
  heal();
  return problems;
}
await playAll(story);
