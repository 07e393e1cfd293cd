// Registers the service worker and tells the reader when the site works offline and when a newer build waits.
const root = new URL(".", import.meta.url).href;

// Has a service worker store what it lacks of its build; gives what keeps it from that, "" once everything is there.
const lacking = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("store", [port2]);
  });

// Older builds do not answer: gives "" once one is installed, for which it has stored everything. What is no whole build,
// such as an empty file, is installed as well, and nothing comes of it.
async function installed(worker) {
  while (worker.state !== "installed") await new Promise((change) => worker.addEventListener("statechange", change, { once: true }));
  const script = await fetch(worker.scriptURL, { cache: "no-store" }).then((answer) => answer.text(), () => "");
  return /^const FILES = .*\}\);\s*$/s.test(script) ? "" : new Promise(() => {});
}

export async function workOffline(say, offerUpdate) {
  if (!navigator.serviceWorker) return say("This browser cannot store the site: it needs a connection.");
  const { serviceWorker } = navigator;

  let said = "";
  function tell(problem) {
    const text = problem
      ? `Not stored for offline use: ${problem}. Until then the site needs a connection; it tries again by itself.`
      : "Ready offline";
    if (text !== said) say((said = text));
  }

  let registration;
  let offered;
  async function watch() {
    const { installing, waiting, active } = registration;
    const coming = installing ?? waiting;
    if (active) lacking(active).then(tell);
    if (!coming || coming === offered) return;
    offered = coming;
    const problem = await Promise.race([lacking(coming), installed(coming)]);
    if (active && !problem) offerUpdate(() => coming.postMessage("skip-waiting"));
    if (active) return; // which goes on
    if (!problem) await serviceWorker.ready; // the first build waits as well, for a moment, and for nobody
    tell(problem);
  }
  async function register() {
    registration = await serviceWorker.register(`${root}sw.js`, { scope: root, updateViaCache: "none" });
    registration.onupdatefound = watch;
    watch();
  }
  const refused = ({ name }) =>
    tell(name === "SecurityError" ? "this browser does not let the site store it" : "the file sw.js did not come as it was published");

  // A build that could not be stored has left no registration; without a connection the next look will do.
  const look = () => document.hidden || Promise.resolve(registration?.update()).catch(() => {}).then(register).catch(refused);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  await register().catch(refused);
}
