// What was written, state by state: what is typed in one go is one step, and so is what a form has written. A state is a text
// with its selection.
const GO = 1000; // milliseconds within which typing goes on
const MOST = 300; // steps
const TYPING = ["insertText", "insertCompositionText", "deleteContentBackward", "deleteContentForward"];

export function historyOf(first, clock = () => performance.now()) {
  const [past, future] = [[], []];
  let now = first;
  let [before, at] = ["", 0];
  function step(from, to) {
    if (!from.length) return undefined;
    to.push(now);
    before = "";
    return (now = from.pop());
  }
  return {
    // Notes a state, and by which type of input it came about.
    note(state, type = "") {
      if (state.text !== now.text) {
        const goesOn = TYPING.includes(type) && type === before && clock() - at < GO;
        if (!goesOn) past.push(now);
        past.splice(0, past.length - MOST);
        future.length = 0;
        [before, at] = [type, clock()];
      }
      now = state;
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    steps: () => [past.length, future.length],
  };
}
