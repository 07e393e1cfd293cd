// Each call of the service worker to caches, network and pages fails: `node worker_faults.mjs SOURCE`. Whatever fails, a page
// gets the file of its own build or none, gets it where the network has it, and all is there once nothing fails any more.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { failed, heal, later, playAll } from "./outside.mjs";

const source = readFileSync(process.argv[2], "utf8");
const scope = "https://example.org/pyrules/";
const OLD = { "index.html": "old page", "app.css": "looks" };
const NEW = { "index.html": "new page", "app.css": "looks", "more.mjs": "more" };
const WORDS = /^the file \S+ did not come as it was published$|^there is no room on this device$/;

function world() {
  const kept = new Map();
  const cache = {
    keys: () => later("cache.keys", () => [...kept.keys()].map((url) => ({ url }))),
    put: (key, response) => later("cache.put", () => void kept.set(key, response)),
    match: (key) => later("cache.match", () => kept.get(key)),
    delete: (request) => later("cache.delete", () => kept.delete(request.url)),
  };
  const here = { kept, online: true, files: OLD };
  const answer = (body) => ({ ok: true, body, clone: () => answer(body) });
  const fetched = async (address, { integrity }) => {
    const body = here.files[address.slice(scope.length)];
    if (!here.online || body !== integrity) throw new TypeError("Failed to fetch");
    return answer(body);
  };
  const worker = (files) => {
    const heard = {};
    runInNewContext(`const FILES = ${JSON.stringify(files)};\n${source}`, {
      registration: { scope, installing: null },
      caches: { open: () => later("caches.open", () => cache) },
      clients: { claim: () => later("clients.claim", () => {}) },
      addEventListener: (type, listener) => (heard[type] = listener),
      fetch: (address, settings) => later("fetch", () => fetched(address, settings)),
      skipWaiting: () => later("skipWaiting", () => {}),
      URL,
      Response,
    });
    const dispatch = async (type, more = {}) => {
      let [waits, answers] = [[], undefined];
      heard[type]({ ...more, waitUntil: (until) => waits.push(until), respondWith: (told) => (answers = told) });
      const told = await Promise.resolve(answers).then((found) => found?.body, (error) => error);
      const ends = await Promise.allSettled(waits); // the browser catches what an event waits for
      return { told, fails: ends.some(({ status }) => status === "rejected") };
    };
    return {
      files,
      dispatch,
      ask: (path, cache = "default") => dispatch("fetch", { request: { url: scope + path, method: "GET", cache } }),
      store: async () => {
        let said;
        await dispatch("message", { data: "store", ports: [{ postMessage: (problem) => (said = problem) }] });
        return said;
      },
    };
  };
  return { here, worker };
}

async function story() {
  const problems = [];
  const { here, worker } = world();
  const begin = async (files) => {
    const found = worker(files);
    if ((await found.dispatch("install")).fails) return undefined;
    await found.dispatch("activate");
    return found;
  };
  const visit = async (active) => {
    for (const [path, body] of Object.entries(active?.files ?? {})) {
      const { told } = await active.ask(path);
      const there = here.online && here.files[path] === body && !failed().includes("fetch");
      if (typeof told === "string" ? told !== body : there) problems.push(`${path} came as ${told}`);
    }
  };
  let active = await begin(OLD);
  await visit(active);
  here.kept.delete([...here.kept.keys()][0]); // as browsers do where room is short
  await visit(active);
  if (active) await active.ask("app.css", "reload");
  const said = (await active?.store()) ?? "";
  if (said && !WORDS.test(said) && !/gone/.test(said)) problems.push(`it is told as ${said}`);
  here.files = NEW;
  await visit(active);
  const next = worker(NEW);
  if (!(await next.dispatch("install")).fails) {
    await next.dispatch("message", { data: "skip-waiting" });
    await next.dispatch("activate");
    active = next;
  }
  await visit(active);
  heal();
  active = await begin(NEW);
  if (!active) return [...problems, "the build is not stored once nothing fails"];
  if (await active.store()) problems.push("the build is not stored once nothing fails");
  here.online = false;
  await visit(active);
  for (const [path, body] of Object.entries(NEW)) {
    const { told } = await active.ask(path);
    if (told !== body) problems.push(`without a connection ${path} came as ${told}`);
  }
  if (here.kept.size !== Object.keys(NEW).length) problems.push("an old file is kept for good");
  return problems;
}
await playAll(story);
