// Build: the parts of a game as cards. Python reads them in the text, and each tap asks it for one edit of that.
const place = document.getElementById("built");

let drawn = new Map(); // the elements, by their keys
let drawing;
const shown = new WeakMap(); // what each was given last

// An element that stays the same one from drawing to drawing, unless it is another kind of element by now, so that focus and
// what is being typed stay.
function part(key, name, given = {}, ...within) {
  const last = drawn.get(key);
  const one = last?.localName === name ? last : document.createElement(name);
  drawing.set(key, one);
  const before = shown.get(one) ?? {};
  for (const [what, value] of Object.entries(given)) {
    if (before[what] === value) continue;
    if (what in one) one[what] = value;
    else if (value === undefined) one.removeAttribute(what);
    else one.setAttribute(what, value);
  }
  shown.set(one, given);
  if (!("textContent" in given)) fill(one, within.flat().filter(Boolean));
  return one;
}

function fill(one, within) {
  for (const old of [...one.childNodes]) if (!within.includes(old)) old.remove();
  within.forEach((child, nth) => {
    if (one.childNodes[nth] !== child) one.insertBefore(child, one.childNodes[nth] ?? null);
  });
}

// Which card of before each is: the one of its name, else those left in turn, if none is new.
let known = []; // each with its section, its name and its key
let keys = 0;
function recognise(sections) {
  const found = sections.flatMap(({ title, cards }) => cards.map((card) => ({ of: title, title: card.title, at: card.at })));
  const left = [...known];
  const take = (fits) => left.splice(left.findIndex(fits), 1)[0]?.key;
  for (const one of found) {
    const fits = (other) => other.of === one.of && other.title === one.title;
    if (left.some(fits)) one.key = take(fits);
  }
  for (const one of found.filter(({ key }) => !key)) {
    const fits = ({ of }) => of === one.of;
    const rest = found.filter((other) => fits(other) && !other.key);
    one.key = rest.length === left.filter(fits).length ? take(fits) : `card${(keys += 1)}`;
  }
  known = found;
}
const keyAt = (at) => known.find((one) => one.at === at)?.key;

let told = { text: undefined, sections: [], problems: [] };
let outward; // what the page does: `give` an edit to Python, `write` a text, `lead` to a line
let open; // the key of what lies open: a card, or what can be added to a section
const unfolded = new Map(); // by the keys of cards, whether all of their inputs are shown, where a tap has said so
let refused; // an edit that was refused, with the words
let last; // the key of the card that was worked on last

// Edits go to Python one by one, each of the text that the last one has made; they name their card by its key.
const waiting = [];
let away; // the edit that Python has
let news; // the edit whose outcome is drawn next
function ask(edit) {
  refused = undefined;
  const same = waiting.findIndex((one) => edit.do === "set" && one.card === edit.card && one.key === edit.key);
  if (same >= 0) waiting.splice(same, 1);
  waiting.push(edit);
  if (edit.do === "set") draw();
  next();
}
// What an input was last set to that Python has not read yet: it is shown, and the next tap goes on from it.
const asked = (card, key) =>
  [!news?.isRead && news, away, ...waiting].filter((one) => one?.do === "set" && one.card === card && one.key === key).at(-1);
function next() {
  while (waiting[0]?.card && !known.some(({ key }) => key === waiting[0].card)) waiting.shift(); // it went meanwhile
  place.setAttribute("aria-busy", Boolean(away ?? waiting[0]));
  if (away || !waiting.length || told.text !== outward.text()) return;
  const { card, ...edit } = waiting[0];
  const at = known.find(({ key }) => key === card)?.at;
  if (outward.give({ edit: { ...edit, at }, text: told.text })) away = waiting.shift();
}

// What Python has made of an edit.
export function edited({ text, at, refused: words }) {
  const edit = away;
  away = undefined;
  if (!edit) return;
  if (told.text !== outward.text()) return outward.say("The text is another one by now: look, then tap again.");
  outward.say("");
  if (words === undefined) {
    news = { ...edit, at };
    outward.write(text);
  } else {
    waiting.length = 0;
    refused = { ...edit, words };
    draw(true);
  }
}

// A pen that has stopped has no edit any more.
export function stopped() {
  if (away) waiting.unshift(away);
  away = undefined;
}

// Takes what Python has read.
export function read(cards) {
  if (cards.text !== outward.text()) return;
  if (cards.text !== told.text) refused = undefined;
  told = { ...told, ...cards };
  if (news) news.isRead = true;
  recognise(told.sections);
  if (news?.do === "add") {
    open = last = keyAt(news.at);
  }
  if (!waiting.length) draw();
  next();
}

// Takes what is wrong with the text, by line.
export function problems(found) {
  told.problems = found;
  draw();
}

// The card that a line is of: the last one that begins before.
const cards = () => told.sections.flatMap((section) => section.cards);
const cardOf = (line) => cards().filter((card) => card.line <= line).sort((one, other) => one.line - other.line).at(-1);

export const titleAt = (line) => cardOf(line)?.title;

// Opens the card of a line, in sight; whether there is one.
export function goTo(line) {
  const card = cardOf(line);
  if (!card) return false;
  open = last = keyAt(card.at);
  draw();
  settle(drawn.get(open).firstChild);
  return true;
}

// The line of the card that was worked on last.
export const here = () => cards().find((card) => keyAt(card.at) === last)?.line;

const READY = "Getting ready \u2026";
const MISTAKEN = "The text cannot be read as it is. What is wrong stands below; Undo brings back what was there.";

function draw(anew) {
  const active = place.contains(document.activeElement) ? document.activeElement : undefined;
  const [around, within] = [active?.closest(".card"), active?.closest(".part")];
  const nth = around && [...within.children].indexOf(around);
  drawing = new Map();
  if (anew) for (const one of drawn.values()) shown.delete(one);
  const wrong = (at) => told.problems.filter(({ line }) => cardOf(line)?.at === at);
  const parts = told.sections.map((section) => drawSection(section, wrong));
  const words = told.text === undefined ? READY : MISTAKEN;
  fill(place, parts.length ? parts : [part("none", "p", { className: "summary", textContent: words })]);
  drawn = drawing;
  const added = news?.do === "add" && drawn.get(keyAt(news.at));
  news = undefined;
  if (added) settle(added.firstChild);
  else if (active?.isConnected) active === document.activeElement || settle(active);
  else if (around?.isConnected) settle(around.firstChild);
  else if (within?.isConnected) settle(within.children[Math.min(nth, within.children.length - 1)].firstChild);
}
function settle(one) {
  one.focus({ preventScroll: true });
  reveal(one.closest(".card") ?? one);
}
const reveal = (one) => one.scrollIntoView({ block: one.clientHeight > place.clientHeight ? "start" : "nearest" });

// Opens what a summary is of, or closes it. One thing lies open at a time; what is tapped stays where it is while another
// closes.
const unfolds = (key) => (event) => {
  event.preventDefault(); // the browser's own opening is told of later, after other drawings
  open = open === key ? undefined : key;
  const top = () => drawn.get(key).getBoundingClientRect().top;
  const before = top();
  draw();
  place.scrollTop += top() - before;
  if (open) reveal(drawn.get(key));
};

// Why an edit was refused, where it was asked for.
const refusal = (key, does) =>
  refused && does(refused) && part(`${key} refused`, "p", { className: "wrong", role: "alert", textContent: refused.words });

function drawSection({ title, says, cards: parts, adds }, wrong) {
  const key = `section ${title}`;
  const heading = part(`${key} h`, "h2", { textContent: title, tabIndex: -1 });
  const sentence = says && part(`${key} says`, "small", { textContent: says });
  return part(
    key,
    "div",
    { className: "part" },
    heading,
    sentence,
    parts.map((card) => drawCard(card, keyAt(card.at), wrong(card.at))),
    adds.length === 1 && drawOffer(key, adds[0], "card adds"),
    adds.length > 1 && drawAdds(key, title, adds),
    refusal(key, (edit) => edit.do === "add" && adds.some(({ kind }) => kind === edit.kind)),
  );
}

function drawAdds(key, title, adds) {
  const own = `${key} adds`;
  return part(
    own,
    "details",
    { className: "card adds", open: open === own },
    part(`${key} +`, "summary", { textContent: "Add", "aria-label": `Add to ${title}`, onclick: unfolds(own) }),
    adds.map((offer) => drawOffer(key, offer)),
  );
}

function drawOffer(key, offer, className = "") {
  const name = `${key} + ${offer.kind}`;
  const dice = offer.dice.map(([sides, face], nth) =>
    part(`${name} ${nth}`, "i", { "data-sides": sides === 6 ? undefined : sides, textContent: face }),
  );
  return part(
    name,
    "button",
    { type: "button", className, onclick: () => ask({ do: "add", kind: offer.kind }) },
    dice.length > 0 && part(`${name} dice`, "span", { className: "dice pictures", "aria-hidden": "true" }, dice),
    part(`${name} title`, "span", { textContent: className ? `Add: ${offer.title}` : offer.title }),
    part(`${name} says`, "small", { textContent: offer.says }),
  );
}

function drawCard(card, key, wrong) {
  const summary = part(
    `${key} summary`,
    "summary",
    { onclick: unfolds(key) },
    part(`${key} title`, "h3", { textContent: card.title }),
    part(`${key} says`, "small", { textContent: card.says }),
    wrong.map(({ words }, nth) => part(`${key} wrong ${nth}`, "p", { className: "wrong", textContent: words })),
  );
  const work = () => (last = key);
  const drawInput = (read) => {
    const input = { ...read, value: asked(key, read.key)?.value ?? read.value };
    const set = (value) => ask({ do: "set", card: key, key: input.key, value });
    const why = refusal(`${key} ${input.key}`, (edit) => edit.card === key && edit.key === input.key);
    return [INPUTS[input.kind](input, `${key}-${input.key}`, set), why];
  };
  const more = card.inputs.filter((input) => input.more);
  const deed = (name, words, edit) =>
    part(`${key} ${name}`, "button", {
      type: "button",
      textContent: words,
      "aria-label": `${words}: ${card.title}`,
      onclick: edit,
    });
  return part(
    key,
    "details",
    { className: "card", open: open === key, onclick: work, oninput: work },
    summary,
    card.source && part(`${key} source`, "pre", { textContent: card.source }),
    card.inputs.filter((input) => !input.more).flatMap(drawInput),
    more.length > 0 && drawMore(key, more, card.unfolded, more.flatMap(drawInput)),
    refusal(`${key} deeds`, (edit) => edit.card === key && !edit.key),
    part(
      `${key} deeds`,
      "div",
      { className: "tools" },
      card.up && deed("up", "Up", () => ask({ do: "move", card: key, by: -1 })),
      card.down && deed("down", "Down", () => ask({ do: "move", card: key, by: 1 })),
      card.removes && deed("remove", "Remove", () => ask({ do: "remove", card: key })),
      deed("line", "In the text", () => outward.lead(card.line)),
    ),
  );
}

// What few games need: folded away, with what it is about.
function drawMore(key, inputs, isGiven, within) {
  const labels = inputs.map(({ label }) => label).join(" · ");
  const shows = unfolded.get(key) ?? isGiven;
  function onclick(event) {
    event.preventDefault();
    unfolded.set(key, !shows);
    draw();
  }
  return part(
    `${key} more`,
    "details",
    { className: "more", open: shows },
    part(
      `${key} more +`,
      "summary",
      { onclick },
      part(`${key} more words`, "span", { textContent: "More" }),
      part(`${key} more of`, "small", { textContent: labels }),
    ),
    within,
  );
}

// Each kind of input, with how a change of it is told.
const INPUTS = {
  words: (input, id, set) => field(input, id, typed(input, id, set)),
  formula: (input, id, set) => field(input, id, typed(input, id, set, "formula")),
  rows(input, id, set) {
    const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
    const onchange = ({ target }) => set(lines(target.value));
    const value = input.value.join("\n");
    const box = part(id, "textarea", { id, rows: input.value.length + 1, defaultValue: value, value, onchange });
    return field(input, id, box, "one on each line");
  },
  number(input, id, set) {
    const bounded = (value) => Math.min(input.high, Math.max(input.low, value));
    const box = part(id, "input", {
      id,
      inputMode: "numeric",
      defaultValue: String(input.value),
      value: String(input.value),
      onchange() {
        const typed = box.value.trim().replace("−", "-");
        if (/^[-+]?\d+$/.test(typed)) put(Number(typed));
        else box.value = box.defaultValue;
      },
    });
    function put(value) {
      box.value = bounded(value);
      set(bounded(value));
    }
    const step = (sign, words, by) =>
      part(`${id} ${sign}`, "button", {
        type: "button",
        textContent: sign,
        "aria-label": `${words}: ${input.label}`,
        "aria-disabled": String(bounded(input.value + by) === input.value),
        onclick: () => bounded(Number(box.value) + by) !== Number(box.value) && put(Number(box.value) + by),
      });
    const within = [step("−", "One less", -1), box, step("+", "One more", 1)];
    return field(input, id, part(`${id} stepper`, "div", { className: "stepper" }, within), "", "field number");
  },
  one(input, id, set) {
    const letters = input.choices.reduce((sum, [, label]) => sum + label.length, 0);
    if (letters <= LETTERS) return group(input, id, "segments", "radio", (value) => value === input.value, (value) => set(value));
    const options = input.choices.map(([value, label]) =>
      part(`${id} ${value}`, "option", { value, textContent: label, selected: value === input.value }),
    );
    return field(input, id, part(id, "select", { id, onchange: ({ target }) => set(target.value) }, options));
  },
  some(input, id, set) {
    const values = input.choices.map(([one]) => one);
    const change = (value, checked) => set(values.filter((one) => (one === value ? checked : input.value.includes(one))));
    return group(input, id, "options", "checkbox", (value) => input.value.includes(value), change);
  },
  tick(input, id, set) {
    const box = part(id, "input", { type: "checkbox", checked: input.value, onchange: ({ target }) => set(target.checked) });
    const label = part(`${id} label`, "label", {}, part(`${id} words`, "span", { textContent: input.label }), box);
    return part(`${id} field`, "div", { className: "field switch" }, label);
  },
};
const LETTERS = 24; // of choices that stand in a row

function typed({ value }, id, set, className = "") {
  const onchange = ({ target }) => set(target.value);
  return part(id, "input", { id, className, autocomplete: "off", defaultValue: value, value, onchange });
}

function field(input, id, control, hint = "", className = "field text") {
  const label = part(`${id} label`, "label", { htmlFor: id, textContent: input.label });
  return part(
    `${id} field`,
    "div",
    { className },
    part(`${id} place`, "div", { className: "label" }, label, hint && part(`${id} hint`, "small", { textContent: hint })),
    control,
  );
}

function group(input, id, className, type, checked, change) {
  const boxes = input.choices.map(([value, label]) =>
    part(
      `${id} ${value}`,
      "label",
      {},
      part(`${id} ${value} box`, "input", {
        type,
        name: id,
        value,
        checked: checked(value),
        onchange: ({ target }) => change(value, target.checked),
      }),
      part(`${id} ${value} words`, "span", { textContent: label }),
    ),
  );
  const label = part(`${id}-label`, "span", { id: `${id}-label`, textContent: input.label });
  return part(
    `${id} field`,
    "div",
    { className: "field choice", role: "group", "aria-labelledby": `${id}-label` },
    part(`${id} place`, "div", { className: "label" }, label),
    part(`${id} boxes`, "div", { className }, boxes),
  );
}

export function begin(page) {
  outward = page;
  draw();
}
