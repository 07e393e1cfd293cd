// What keeps Python from starting, in words, and a reload that gets past it. Fetched only then.
const root = new URL(".", import.meta.url).href;

const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };

// What is wrong with a file of the site, and what to do; undefined when it comes as the build wrote it.
async function wrong(file, integrity) {
  const fetched = async (settings) => {
    const answer = await fetch(root + file, settings);
    await answer.arrayBuffer(); // as far as it comes
    return answer;
  };
  const whole = await fetched({ integrity }).catch(() => undefined);
  const answer = whole ?? (await fetched({ integrity: "" }).catch(() => undefined)); // not the hash that boot.mjs has asked for
  if (!answer) {
    return `The file ${file} cannot be fetched: there is no connection to the site, or it was replaced there. Connect and reload.`;
  }
  if (!answer.ok) {
    return `The file ${file} is missing from the site (${answer.status}). Reload; if it stays missing, the site must be published again.`;
  }
  if (!whole) {
    return `The file ${file} did not come as it was published: it was cut short or changed on its way, as by a network that asks you to log in first. Log in there or connect to another, then reload; if it stays so, the site must be published again.`;
  }
  const type = answer.headers.get("Content-Type");
  const wanted = TYPES[file.split(".").at(-1)];
  if (wanted && !type?.includes(wanted.split("/")[1])) {
    return `The file ${file} comes as “${type}”, which browsers do not run. Its host must send it as “${wanted}”.`;
  }
  return undefined;
}

// `integrity` has the hash of every file that Python needs; without it, its own file is what did not come.
export async function reason(error, integrity) {
  if (typeof WebAssembly !== "object") {
    return "This browser has no WebAssembly, which Python needs. Use a current Firefox, Chrome, Edge or Safari, and leave any lockdown mode for this site.";
  }
  const listing = document.querySelector("link[href$='build.mjs']")?.integrity; // there is none in the one file
  const files = globalThis.onefile ? [] : Object.entries({ "build.mjs": listing, ...integrity });
  const found = files.map(async ([file, hash]) => (await wrong(file, hash)) ?? Promise.reject());
  const [last] = String(error?.message ?? error).trim().split("\n").slice(-1); // of a traceback, what went wrong
  const otherwise = `${last.replace(/\.$/, "")}. Reload the page; if that does not help, use another browser or leave private browsing.`;
  return Promise.any(found).catch(() => otherwise);
}

// Spoilt files, or those of an older build, may lie in the browser's caches, where a mere reload leaves them. A build that
// waits is whole.
export async function reloadAnew(integrity) {
  const used = performance.getEntriesByType("resource").map(({ name }) => name);
  const needed = ["build.mjs", ...Object.keys(integrity)].map((file) => root + file);
  const files = new Set([...used.filter((name) => name.startsWith(root)), ...needed]);
  const renew = async (file) => (await fetch(file, { cache: "reload" })).arrayBuffer();
  await Promise.allSettled([...files].map(renew));
  const { waiting } = (await navigator.serviceWorker?.getRegistration().catch(() => {})) ?? {};
  if (waiting) waiting.postMessage("skip-waiting"); // the page is loaded anew as it takes over
  else location.reload();
}
