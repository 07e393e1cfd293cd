// What undo and redo bring back in the workshop, by a clock that is moved by hand: prints the texts.
const { historyOf } = await import(process.argv[2]);

function texts(...happens) {
  let now = 0;
  const history = historyOf({ text: "" }, () => now);
  const found = [];
  for (const [what, type, after = 0] of happens) {
    now += after;
    if (what === "undo" || what === "redo") found.push(history[what]()?.text ?? null);
    else history.note({ text: what }, type);
  }
  return found;
}

const typing = [["a", "insertText"], ["ab", "insertText", 900], ["abc", "insertText", 900]];
console.log(
  JSON.stringify({
    "typed in one go": texts(...typing, ["undo"], ["undo"]),
    "typed after a pause": texts(...typing, ["abcd", "insertText", 1100], ["undo"], ["undo"], ["redo"], ["redo"], ["redo"]),
    "a form between": texts(["a", "insertText"], ["a form"], ["a formb", "insertText"], ["undo"], ["undo"], ["undo"]),
    "another way after undo": texts(["a", "insertText"], ["undo"], ["b", "insertText"], ["redo"], ["undo"]),
    "no other text": texts(["a", "insertText"], ["a", "insertFromPaste"], ["undo"], ["undo"]),
  }),
);
