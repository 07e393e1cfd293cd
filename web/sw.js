// The service worker: stores every file of one build and serves that build until the reader asks for the next.
// The build puts `const FILES = {path: integrity, ...};` in front of this file.
// By hand, because Workbox would bring 325 npm packages for these lines.
const LANES = 4;
const scope = new URL(registration.scope);
const NAME = `pyrules ${scope.pathname}`;
const address = (path) => new URL(path, scope).href;

// The same path of two builds has two keys, so what did not change is fetched once and what did is never mixed.
const key = (path) => `${address(path)}?${FILES[path]}`;

// A file from the network, as the build wrote it: the browser compares its hash. Its own HTTP cache may still have that of
// an older build.
async function fetchFile(path, ways = ["default", "reload"]) {
  for (const cache of ways) {
    const response = await fetch(address(path), { integrity: FILES[path], cache }).catch(() => undefined);
    if (response?.ok) return response;
  }
  throw new Error(`the file ${path} did not come as it was published`);
}

let storing;
async function storeMissing() {
  const cache = await caches.open(NAME);
  const stored = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.keys(FILES).filter((path) => !stored.has(key(path)));
  const lane = async () => {
    for (let path; (path = missing.pop()); ) await cache.put(key(path), await fetchFile(path));
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const broken = lanes.find(({ status }) => status === "rejected");
  if (broken) throw broken.reason; // what came all the same is there for the next time
}
function store() {
  storing ??= storeMissing().finally(() => (storing = undefined));
  return storing;
}

// Stores what is missing; gives what keeps it from that, "" once the build is there as a whole.
const lacking = () =>
  store().then(
    () => "",
    ({ name, message }) => (name === "QuotaExceededError" ? "there is no room on this device" : message),
  );

async function takeOver() {
  const cache = await caches.open(NAME);
  const mine = new Set(Object.keys(FILES).map(key));
  const others = registration.installing ? [] : await cache.keys(); // a build that is on its way counts on what is there
  for (const request of others) if (!mine.has(request.url)) await cache.delete(request);
  await clients.claim();
}

// The file an address of the site stands for; a folder stands for its index page.
function fileAt(url) {
  if (!url.href.startsWith(scope.href)) return undefined;
  const path = decodeURI(url.pathname.slice(scope.pathname.length));
  return [path, `${path}index.html`, `${path}/index.html`].find((file) => Object.hasOwn(FILES, file));
}

// What the browser has thrown away since is stored again; so is what the page asks for past every cache. Where the disk
// refuses what is stored, or has no room, the network has the file all the same.
async function serve(event, path) {
  const anew = event.request.cache === "reload";
  const cache = await caches.open(NAME).catch(() => {});
  const stored = anew ? undefined : await cache?.match(key(path)).catch(() => {});
  if (stored) return stored;
  const response = await fetchFile(path, anew ? ["reload"] : undefined);
  event.waitUntil(cache?.put(key(path), response.clone()).catch(() => {}));
  return response;
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => {
  if (event.data === "skip-waiting") event.waitUntil(skipWaiting());
  if (event.data === "store") event.waitUntil(lacking().then((problem) => event.ports[0].postMessage(problem)));
});
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const path = event.request.method === "GET" ? fileAt(url) : undefined;
  if (path === undefined) return;
  const folder = path.endsWith("/index.html") && !/(\/|\/index\.html)$/.test(url.pathname);
  event.respondWith(folder ? Response.redirect(`${url.origin}${url.pathname}/${url.search}`) : serve(event, path));
});
