// What a pen tells of the forms of a text, read like a hostile file: its `cards`, and what an edit has made of it, `edited`.
// Nothing else comes out, and of each thing only so much.
const MOST_FORMS = 2_000_000; // characters
const MOST_CARDS = 300;
const MOST_TEXT = 200_000; // characters
const SECTION = 20;
const inShort = (value) => String(value ?? "").slice(0, 500);
const most = (found, number, each) => (Array.isArray(found) ? found.slice(0, number).map(each) : []);
const whole = (value) => (Number.isSafeInteger(value) ? value : 0);
const words = (found) => most(found, MOST_CARDS, inShort);
const VALUES = { words: inShort, formula: inShort, one: inShort, number: whole, tick: (value) => value === true, some: words, rows: words };
const input = (one) => ({
  key: inShort(one?.key),
  label: inShort(one?.label),
  kind: one?.kind,
  value: VALUES[one?.kind](one?.value),
  low: whole(one?.low),
  high: whole(one?.high),
  choices: most(one?.choices, MOST_CARDS, (choice) => [inShort(choice?.[0]), inShort(choice?.[1])]),
  more: one?.more === true,
});
const card = (one) => ({
  at: whole(one?.at),
  line: whole(one?.line),
  title: inShort(one?.title),
  says: inShort(one?.says),
  inputs: most(one?.inputs, SECTION, (found) => found).filter((found) => Object.hasOwn(VALUES, found?.kind)).map(input),
  unfolded: one?.unfolded === true,
  removes: one?.removes === true,
  up: one?.up === true,
  down: one?.down === true,
  by_hand: one?.by_hand === true,
  source: String(one?.source ?? "").slice(0, 2_000),
});
const offer = (one) => ({
  kind: inShort(one?.kind),
  title: inShort(one?.title),
  says: inShort(one?.says),
  dice: most(one?.dice, SECTION, (die) => [whole(die?.[0]), whole(die?.[1])]),
});
const section = (one) => ({
  title: inShort(one?.title),
  says: inShort(one?.says),
  cards: most(one?.cards, MOST_CARDS, card),
  adds: most(one?.adds, SECTION, offer),
});
const textOfForms = (value) => (typeof value === "string" && value.length <= MOST_TEXT ? value : undefined);
function parsed(found) {
  try {
    return JSON.parse(found);
  } catch {
    return undefined; // no pen tells that by itself
  }
}
export function forms(found) {
  if (typeof found !== "string" || found.length > MOST_FORMS) return {};
  const { cards, edited } = parsed(found) ?? {};
  const told = {};
  const text = textOfForms(edited?.text);
  if (edited) told.edited = text === undefined ? { refused: inShort(edited.refused) } : { text, at: whole(edited.at) };
  if (cards) {
    told.cards = {
      text: textOfForms(cards.text),
      sections: most(cards.sections, SECTION, section),
      by_hand: most(cards.by_hand, 10 * MOST_CARDS, whole),
      problem: cards.problem ? { line: whole(cards.problem?.[0]) || 1, words: inShort(cards.problem?.[1]) } : undefined,
    };
  }
  return told;
}
