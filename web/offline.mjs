// Registers the service worker and tells the reader when the site works offline and when a newer build waits.
const root = new URL(".", import.meta.url).href;

const NOT_STORED = "Not stored for offline use: the connection broke off, or there is no room.";

const settled = (worker) =>
  new Promise((resolve) => {
    const look = () => ["installed", "activated", "redundant"].includes(worker.state) && resolve(worker.state);
    worker.addEventListener("statechange", look);
    look();
  });

export async function workOffline(say, offerUpdate) {
  if (!navigator.serviceWorker) return say("This browser cannot store the site: it needs a connection.");
  const { serviceWorker } = navigator;

  const register = () => serviceWorker.register(`${root}sw.js`, { scope: root, updateViaCache: "none" });
  let registration;
  try {
    registration = await register();
  } catch (error) {
    return say(`Not stored for offline use: ${error.message}`);
  }

  // The first build waits as well, for a moment, and for nobody.
  const offer = (worker) => {
    if (registration.active && registration.active !== worker) offerUpdate(() => worker.postMessage("skip-waiting"));
  };
  const watch = async () => {
    const worker = registration.installing;
    const state = worker ? await settled(worker) : "";
    if (state === "redundant" && !registration.active) say(NOT_STORED);
    if (state === "installed") offer(worker);
  };
  if (registration.waiting) offer(registration.waiting);
  watch();
  registration.addEventListener("updatefound", watch);
  const look = () => {
    if (document.hidden) return;
    // A build that could not be stored has left no registration; without a connection the next look will do.
    registration.update().catch(register).catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);

  await serviceWorker.ready;
  say("Ready offline");
}
