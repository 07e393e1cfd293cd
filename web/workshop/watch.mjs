// Ends what takes too long to answer: so long from when it begins to run, whatever kept it from beginning before.
export const PATIENCE = 2500; // milliseconds that a text may run for one answer

// `late` is told how long was waited.
export function watchOver(late) {
  let watch;
  const within = (patience) => {
    clearTimeout(watch);
    watch = setTimeout(late, patience, patience);
  };
  return { asks: within, begins: () => within(PATIENCE), answers: () => clearTimeout(watch) };
}
