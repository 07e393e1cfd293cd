// When what takes too long is ended, by a clock that is moved by hand: prints after how many milliseconds.
import { mock } from "node:test";

const { watchOver } = await import(process.argv[2]);
mock.timers.enable({ apis: ["setTimeout"] });

function ended(long, ...happens) {
  let [now, found] = [0, null];
  const watch = watchOver((waited) => (found = [now, waited]));
  for (const what of happens) {
    if (typeof what === "string") watch[what](long, 4000);
    else for (let passed = 0; passed < what; passed += 100, now += 100) mock.timers.tick(100);
  }
  watch.answers();
  return found;
}

console.log(
  JSON.stringify({
    answered: ended(false, "asks", 3900, "begins", 3900, "answers", 9000),
    "runs on": ended(false, "asks", 3900, "begins", 9000),
    "never begins": ended(false, "asks", 9000),
    "asked anew": ended(false, "asks", "begins", 3900, "asks", 3900, "begins", 3900, "answers", 9000),
    "takes long": ended(true, "asks", 3900, "begins", 40_000),
  }),
);
