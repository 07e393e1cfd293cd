// Ends what takes too long to answer: so long from when it begins to run, whatever kept it from beginning before.
export const PATIENCE = 2500; // milliseconds that a text may run for one answer
const LONG = 30_000; // and for odds that a person asks for though they take long

// `late` is told how long was waited. What is asked for begins within `patience`, and where a device is so slow that this is
// long, may run for half as long.
export function watchOver(late) {
  let watch;
  let allowed;
  function within(milliseconds) {
    clearTimeout(watch);
    watch = setTimeout(late, milliseconds, milliseconds);
  }
  return {
    asks(long, patience) {
      allowed = long === true ? LONG : Math.max(PATIENCE, patience / 2);
      within(Math.max(patience, allowed));
    },
    begins: () => within(allowed),
    answers: () => clearTimeout(watch),
  };
}
