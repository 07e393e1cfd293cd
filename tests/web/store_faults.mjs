// Every call to what stores the log, settings, games and drafts fails once, at each place of a story: `node store_faults.mjs
// FOLDER [MOST]`, which has the site's modules. Tells as JSON how many calls the story makes, and what went wrong by which
// fault; it ends once so much did.
import "fake-indexeddb/auto";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, most = Infinity] = process.argv.slice(2);

const HOW = ["throws", "is full", "fails from then on", "is killed"];
let [calls, at, how, dead] = [[], Infinity, "", () => {}];

// Counts a call, and says how it fails: "" where it does not.
function fault(name) {
  calls.push(name);
  const due = calls.length === at || (how === "fails from then on" && calls.length > at);
  return due ? how : "";
}
const refuse = (name) => {
  throw new DOMException("the disk is gone", name);
};

function wrap(owner, method, name, { transaction, own = () => true } = {}) {
  const real = owner[method];
  owner[method] = function (...given) {
    if (!own(given)) return real.apply(this, given);
    const now = fault(`${name}.${method}`);
    if (now === "throws" || now === "fails from then on") refuse("UnknownError");
    const ends = now && transaction?.(this);
    if (now && !ends) refuse("QuotaExceededError");
    const answer = real.apply(this, given);
    if (ends) ends._abort("QuotaExceededError");
    if (now === "is killed") dead();
    return answer;
  };
}
const ASKED = ["add", "put", "get", "getKey", "getAll", "getAllKeys", "count", "delete", "clear", "openKeyCursor"];
for (const method of ASKED) wrap(IDBObjectStore.prototype, method, "store", { transaction: (store) => store.transaction });
wrap(IDBDatabase.prototype, "transaction", "database", { own: ([, mode]) => mode !== "versionchange" });
wrap(IDBFactory.prototype, "open", "browser");

const set = (values) => {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(globalThis, name, { value, configurable: true });
};

function storage() {
  const held = {};
  const methods = {
    getItem: (key) => held[key] ?? null,
    setItem: (key, value) => void (held[key] = String(value)),
    removeItem: (key) => void delete held[key],
  };
  for (const method of Object.keys(methods)) wrap(methods, method, "local");
  return new Proxy(held, { get: (_, key) => methods[key] ?? held[key] });
}
set({ document: { addEventListener() {}, hidden: false } });
const locks = { query: async () => (fault("locks.query") ? refuse("UnknownError") : { held: [] }), request: async () => {} };
set({ navigator: { locks } });
globalThis.BroadcastChannel = class {
  postMessage() {
    if (fault("tabs.postMessage")) refuse("UnknownError");
  }
};

// A tab that is opened now has modules of its own, which know nothing of those before: its number stands in their addresses.
const site = pathToFileURL(folder).href;
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    const { search } = new URL(context.parentURL ?? site);
    return found.url.startsWith(site) && !found.url.includes("?") ? { ...found, url: found.url + search } : found;
  },
});
let tabs = 0;
async function tab() {
  const own = tabs++;
  const [store, games, drafts] = await Promise.all(
    ["store.mjs", "workshop/games.mjs", "workshop/drafts.mjs"].map((file) => import(`${site}/${file}?${own}`)),
  );
  return { store, games, drafts };
}

const line = (id) => JSON.stringify({ id });
const TEXT = "system('luck', 'Luck')";
const GAME = { id: "luck", title: "Luck", about: "" };
const append = (...ids) => ids.map((id) => ({ do: "append", event: line(id) }));
const keep = (key, value) => ({ do: "keep", key, value });
const replaced = (...ids) => ({ do: "rewrite", events: JSON.stringify(ids.map(line)), of: 99 });

// What a person does one after the other. `log` is what the log has once a step is done, by what it had; `beside` what else is
// there by then: games with their rolls, and drafts.
const STORY = [
  { log: (log) => [...log, "a"], do: ({ store }) => store.commit(append("a")) },
  { set: ["name", "Ann"], do: ({ store }) => store.commit([keep("name", "Ann")]) },
  { log: (log) => [...log, "b", "c"], set: ["name", "Bo"], do: ({ store }) => store.commit([...append("b", "c"), keep("name", "Bo")]) },
  { draft: TEXT, do: ({ drafts }) => drafts.save(TEXT) },
  { game: 0, do: async ({ games }, known) => void (known.key = await games.keep(GAME, TEXT)) },
  { game: 1, do: ({ games }, { key }) => (key ? games.write({ key, hash: "" }, append("r")) : null) },
  { file: true, do: async ({ store }, known) => (known.file = (await store.withGames({ text: "{}\n" })).text) },
  { log: () => ["d"], do: ({ store }) => store.commit([replaced("d")]) },
  { game: 1, do: ({ store }, { file }) => (file ? store.bring(JSON.parse(file).games) : null) },
  { log: (log) => [...log, "e"], do: ({ store }) => store.commit(append("e")) },
  { do: ({ store }) => store.missed() },
];
const ERASED = [...STORY, { erased: true, log: () => [], do: ({ store }) => store.commit([{ do: "erase", of: 99 }]) }];

const SENTENCE = /^[a-zA-Z][^\n]{10,}$/;
const RAW = /undefined|\bnull\b|NaN|\[object|\bat .*:\d/;

async function play(story) {
  const [shown, problems] = [{ at: 0, tried: [[]], settings: {}, games: undefined, draft: false }, []];
  let killed = false;
  const end = new Promise((resolve) => (dead = () => resolve((killed = true))));
  const [{ store }, { games, drafts }, known] = [await tab(), await tab(), {}]; // the app's page, and the workshop's
  const here = { store, games, drafts };
  await Promise.race([store.saved().catch(() => {}), end]);
  let log = [];
  for (const step of story) {
    if (killed) break;
    if (step.log) log = step.log(log);
    if (step.log) shown.tried.push(log);
    if (step.erased) Object.assign(shown, { settings: {}, games: undefined, draft: false }); // some of it may go before the rest
    let done = false;
    const doing = (async () => step.do(here, known))().then(
      (answer) => (done = answer !== null),
      ({ message }) => SENTENCE.test(message) && !RAW.test(message) ? undefined : problems.push(`it is told as ${message}`),
    );
    await Promise.race([doing, end]);
    if (!done || killed) continue;
    if (step.log) shown.at = shown.tried.length - 1;
    if (step.set) shown.settings[step.set[0]] = step.set[1];
    if (step.game !== undefined && known.key) shown.games = Math.max(shown.games ?? 0, step.game);
    shown.draft ||= Boolean(step.draft);
    shown.erased = Boolean(step.erased);
  }
  return { shown, problems };
}

// What is there for the next visit, against what was shown as saved.
async function check({ shown, problems }) {
  const { store, games, drafts } = await tab();
  const [settings, , ...records] = String(await store.saved()).split("\n");
  const there = JSON.stringify(records.map((one) => JSON.parse(one).id));
  const later = shown.tried.slice(shown.at).map((log) => JSON.stringify(log));
  if (!later.includes(there)) problems.push(`the log has ${there}, shown was ${later[0]}`);
  const name = JSON.parse(settings).name;
  if (shown.settings.name && ![shown.settings.name, "Bo"].includes(name)) problems.push(`the name is ${name}`);
  const found = await games.exported();
  if (shown.games !== undefined && !(found.length === 1 && found[0].records.length >= shown.games)) problems.push("a game is gone, or there twice");
  if (found.length > 1) problems.push("a game is there twice");
  if (shown.erased && (found.length || drafts.drafts().length || name)) problems.push("what was deleted is there");
  if (shown.draft && drafts.drafts()[0]?.text !== TEXT) problems.push("a draft is gone");
  await store.commit(append("last"));
  if (!String(await (await tab()).store.saved()).endsWith(line("last"))) problems.push("nothing can be written any more");
  return problems;
}

const uncaught = [];
process.on("unhandledRejection", (error) => uncaught.push(`not caught: ${error?.message ?? error}`));

async function run(story, place, kind) {
  set({ indexedDB: new IDBFactory(), localStorage: storage(), sessionStorage: storage() });
  [calls, at, how] = [[], place, kind];
  const played = await play(story);
  const made = calls;
  at = Infinity;
  const problems = await check(played);
  await new Promise(setImmediate);
  return { made, problems: [...problems, ...uncaught.splice(0)] };
}

const wrong = [];
let [tries, told] = [0, 0];
// Of the story that ends with all deleted, the calls that are more: what it deletes could not be looked for otherwise.
for (const story of [STORY, ERASED]) {
  const { made, problems } = await run(story, Infinity, "");
  wrong.push(...problems.map((problem) => `nothing fails: ${problem}`));
  for (const kind of HOW) {
    for (let place = told + 1; place <= made.length && wrong.length < most; place++) {
      const found = await run(story, place, kind);
      tries += 1;
      for (const problem of found.problems) wrong.push(`call ${place}, ${made[place - 1]}, ${kind}: ${problem}`);
    }
  }
  told = made.length;
}
console.log(JSON.stringify({ calls: told, tries, wrong }));
process.exit();
