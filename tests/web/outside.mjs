// Calls to the outside that are counted, of which the one that is due fails: what stories in Node are played again and again with.
let [calls, at, how] = [[], Infinity, ""];

export const HOW = ["throws", "fails from then on"];

// Counts a call, and throws where it is due; what it does is `work`.
export function outside(name, work) {
  calls.push(name);
  const due = calls.length === at || (how === "fails from then on" && calls.length > at);
  if (due) throw new DOMException("it is gone", "UnknownError");
  return work();
}
export const later = async (name, work) => outside(name, work); // the same for a call that answers with a promise
export const heal = () => (at = Infinity);
export const failed = () => calls.slice(at - 1, how === "throws" ? at : undefined);

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
// and what went wrong by which fault.
export async function playAll(story) {
  const { made, problems } = await run(story, Infinity, "");
  const wrong = problems.map((problem) => `nothing fails: ${problem}`);
  let tries = 0;
  for (const kind of HOW) {
    for (let place = 1; place <= made.length; place++, tries++) {
      const found = await run(story, place, kind);
      for (const problem of found.problems) wrong.push(`call ${place}, ${made[place - 1]}, ${kind}: ${problem}`);
    }
  }
  const kinds = {};
  for (const name of made) kinds[name] = (kinds[name] ?? 0) + 1;
  console.log(JSON.stringify({ calls: made.length, kinds, tries, wrong }));
  process.exit();
}
