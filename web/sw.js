// The service worker: stores every file of one build and serves that build until the reader asks for the next.
// The build puts `const FILES = {path: integrity, ...};` in front of this file.
// By hand, because Workbox would bring 325 npm packages for these lines.
const LANES = 4;
const scope = new URL(registration.scope);
const NAME = `pyrules ${scope.pathname}`;
const address = (path) => new URL(path, scope).href;

// The same path of two builds has two keys, so what did not change is fetched once and what did is never mixed.
const key = (path) => `${address(path)}?${FILES[path]}`;

async function fetchFile(path) {
  const fetchAs = async (cache) => {
    const response = await fetch(address(path), { integrity: FILES[path], cache });
    if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
    return response;
  };
  return fetchAs("default").catch(() => fetchAs("reload")); // an older build may still be in the browser's HTTP cache
}

async function store() {
  const cache = await caches.open(NAME);
  const stored = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.keys(FILES).filter((path) => !stored.has(key(path)));
  const lane = async () => {
    for (let path; (path = missing.pop()); ) await cache.put(key(path), await fetchFile(path));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

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

async function serve(path) {
  return (await (await caches.open(NAME)).match(key(path))) ?? fetchFile(path);
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => {
  if (event.data === "skip-waiting") event.waitUntil(skipWaiting());
});
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const path = event.request.method === "GET" ? fileAt(url) : undefined;
  if (path === undefined) return;
  const folder = path.endsWith("/index.html") && !/(\/|\/index\.html)$/.test(url.pathname);
  event.respondWith(folder ? Response.redirect(`${url.origin}${url.pathname}/${url.search}`) : serve(path));
});
