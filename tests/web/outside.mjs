// Calls to the outside that are counted, of which the one that is due fails: what stories in Node are played again and again with.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

let [calls, at, how] = [[], Infinity, ""];

const HOW = ["throws", "fails from then on"];
export const SILENT = [...HOW, "never answers"]; // where somebody must not wait for ever

// A page that is opened now has modules of its own, which know nothing of those before: its number stands in their addresses.
let pages = 0;
export function opener(folder) {
  const site = pathToFileURL(folder).href;
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      const { search } = new URL(context.parentURL ?? site);
      return found.url.startsWith(site) && !found.url.includes("?") ? { ...found, url: found.url + search } : found;
    },
  });
  return (...files) => (pages++, Promise.all(files.map((file) => import(`${site}/${file}?${pages}`))));
}

// Counts a call, and throws where it is due; what it does is `work`.
export function outside(name, work) {
  calls.push(name);
  const due = (calls.length === at && how !== "never answers") || (calls.length > at && how === "fails from then on");
  if (due) throw new DOMException("it is gone", "UnknownError");
  return work();
}
// The same for a call that answers with a promise.
export async function later(name, work) {
  const hangs = how === "never answers" && calls.length + 1 === at;
  const answer = outside(name, work);
  return hangs ? new Promise(() => {}) : answer;
}
export const failing = () => how !== "never answers"; // rather than not answering
export const heal = () => (at = Infinity);
export const failed = () => calls.slice(at - 1, how === "fails from then on" ? undefined : at);

const uncaught = [];
process.on("unhandledRejection", (error) => uncaught.push(`not caught: ${error?.message ?? error}`));
process.on("uncaughtException", (error) => uncaught.push(`not caught: ${error?.message ?? error}`));
process.on("exit", () => uncaught.length && ((process.exitCode = 1), console.error(uncaught.join("\n")))); // of a story itself

async function run(story, place, kind) {
  [calls, at, how] = [[], place, kind];
  const problems = await story();
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  return { made: calls, problems: [...problems, ...uncaught.splice(0)] };
}

// Plays a story that gives what went wrong in it, each of its calls failing in each way; prints as JSON how many there are,
// and what went wrong by which fault; it ends once so much did as the command says.
export async function playAll(story, ways = HOW) {
  const { made, problems } = await run(story, Infinity, "");
  const wrong = problems.map((problem) => `nothing fails: ${problem}`);
  let tries = 0;
  const most = Number(process.argv[3] ?? Infinity);
  for (const kind of ways) {
    for (let place = 1; place <= made.length && wrong.length < most; place++, tries++) {
      const found = await run(story, place, kind);
      for (const problem of found.problems) wrong.push(`call ${place}, ${made[place - 1]}, ${kind}: ${problem}`);
    }
  }
  const kinds = {};
  for (const name of made) kinds[name] = (kinds[name] ?? 0) + 1;
  process.stdout.write(JSON.stringify({ calls: made.length, kinds, tries, wrong }), () => process.exit());
}
