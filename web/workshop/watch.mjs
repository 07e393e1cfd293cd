// Ends what takes too long to answer: so long from when it begins to run, whatever kept it from beginning before.
export const PATIENCE = 2500; // milliseconds that a text may run for one answer
const LONG = 30_000; // and for odds that a person asks for though they take long

// `late` is told how long was waited. What is asked for begins within `patience`, and may run for as long.
export function watchOver(late) {
  let watch;
  let allowed;
  function within(milliseconds) {
    clearTimeout(watch);
    watch = setTimeout(late, milliseconds, milliseconds);
  }
  return {
    asks(long, patience) {
      allowed = long === true ? Math.max(LONG, patience) : patience;
      within(allowed);
    },
    begins: () => within(allowed),
    answers: () => clearTimeout(watch),
  };
}
