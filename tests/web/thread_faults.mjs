// Each call to the thread that reads dice fails, or is never answered: `node thread_faults.mjs FOLDER`, which has thread.mjs. Who
// waits for a picture is told, and the next one is read.
import { mock } from "node:test";
import { heal, later, opener, outside, playAll, SILENT } from "./outside.mjs";

const open = opener(process.argv[2]);
const idle = () => new Promise(setImmediate);
let there = 0;
globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    outside("Worker", () => there++);
  }
  postMessage(picture) {
    outside("postMessage", () => void this.read(picture));
  }
  async read(picture) {
    await null;
    const say = (type, data) => this.isOver || this.dispatchEvent(Object.assign(new Event(type), { data }));
    const answer = await later("read", () => `the dice of ${picture}`).catch(() => undefined);
    if (answer) say("message", answer);
    else say("error");
  }
  terminate() {
    if (!this.isOver) there--;
    this.isOver = true;
  }
};

async function story() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  there = 0;
  const problems = [];
  const [{ readerThread }] = await open("thread.mjs");
  let failed = 0;
  let reader;
  try {
    reader = readerThread(() => failed++);
  } catch {
    return problems; // which the page tells, as it is told by Python
  }
  async function look(picture) {
    const before = failed;
    let found;
    reader.read(picture).then((dice) => (found = dice), () => {});
    for (let turn = 0; turn < 5; turn++) await idle();
    mock.timers.tick(20_000);
    if (found ? found !== `the dice of ${picture}` : failed === before) problems.push(`of ${picture} there is ${found}`);
    return found;
  }
  for (const picture of ["one", "two", "three"]) await look(picture);
  heal();
  await look("four");
  if (!(await look("five"))) problems.push("nothing is read any more");
  const told = failed;
  reader.end();
  mock.timers.tick(60_000);
  if (there || failed !== told) problems.push(`${there} threads are left`);
  return problems;
}
await playAll(story, SILENT);
