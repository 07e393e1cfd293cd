// Registers the service worker and tells the reader when the site works offline and when a newer build waits.
const root = new URL(".", import.meta.url).href;

const settled = (worker) =>
  new Promise((resolve) => {
    const look = () => ["installed", "activated", "redundant"].includes(worker.state) && resolve(worker.state);
    worker.addEventListener("statechange", look);
    look();
  });

export async function workOffline(say, offerUpdate) {
  if (!navigator.serviceWorker) return say("This browser cannot store the site: it needs a connection.");
  const { serviceWorker } = navigator;

  let registration;
  try {
    registration = await serviceWorker.register(`${root}sw.js`, { scope: root, updateViaCache: "none" });
  } catch (error) {
    return say(`Not stored for offline use: ${error.message}`);
  }

  const offer = (worker) => offerUpdate(() => worker.postMessage("skip-waiting"));
  const watch = async () => {
    const worker = registration.installing;
    const state = worker ? await settled(worker) : "";
    if (state === "redundant" && !registration.active) say("Not stored for offline use: storage may be full.");
    if (state === "installed" && registration.active) offer(worker);
  };
  if (registration.waiting) offer(registration.waiting);
  watch();
  registration.addEventListener("updatefound", watch);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {}); // no connection: the next look will do
  });

  await serviceWorker.ready;
  say("Ready offline");
}
