// Each call to what a device has fails, or never answers: clipboard, sharing, camera, screen, storage for good, installing, and a
// file that is read: `node device_faults.mjs FOLDER`, which has the site's modules. Whatever fails, who tapped is told what became
// of it, no camera goes on that nobody looks at, and all of it works once nothing fails any more.
import { mock } from "node:test";
import { failed, failing, heal, later, opener, outside, playAll, SILENT } from "./outside.mjs";

const open = opener(process.argv[2]);
const set = (values) => {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
const idle = async () => {
  for (let turn = 0; turn < 6; turn++) await new Promise(setImmediate);
};
// What comes of a promise within ten seconds, in words where it fails; undefined where nothing does.
async function within(doing) {
  let found;
  doing.then((answer) => (found = answer), ({ message }) => (found = message));
  for (let second = 0; second < 10 && found === undefined; second++) {
    await idle();
    mock.timers.tick(1000);
  }
  await idle();
  return found;
}

function world() {
  const here = { heard: {}, before: "", tracks: [], held: 0 };
  class Element {
    dataset = {};
    style = {};
    addEventListener() {}
    append() {}
    remove() {}
    click() {
      outside("link.click", () => (here.saved = true));
    }
    play = () => later("video.play", () => {});
    decode = () => later("image.decode", () => {});
    toBlob = (give) => outside("canvas.toBlob", () => give(new Blob(["picture"], { type: "image/png" })));
    getContext = () => outside("canvas.getContext", () => ({
      drawImage: () => outside("drawImage", () => {}),
      getImageData: () => outside("getImageData", () => here.before),
    }));
    [Symbol.toPrimitive] = () => "";
  }
  const listen = (type, heard) => (here.heard[type] = heard);
  const made = () => new Element();
  set({
    addEventListener: listen,
    document: {
      addEventListener: listen,
      getElementById: (id) => (id === "camera" && !here.looks ? null : made()),
      createElement: made,
      documentElement: Object.assign(made(), { requestFullscreen: () => later("requestFullscreen", () => {}) }),
      body: made(),
      hidden: false,
      adoptedStyleSheets: [],
    },
    removeEventListener() {},
    HTMLElement: Element,
    Image: Element,
    getComputedStyle: () => ({ getPropertyValue: () => "red" }),
    matchMedia: () => ({ matches: false }),
    location: new URL("https://example.org/pyrules/moonwalk/"),
    localStorage: { setItem: () => outside("local.setItem", () => {}) },
    ClipboardItem: class {
      constructor(content) {
        return outside("ClipboardItem", () => Object.assign(this, { content }));
      }
    },
  });
  Object.assign(URL, { createObjectURL: () => outside("createObjectURL", () => "blob:1"), revokeObjectURL() {} });
  const copy = (what) => (here.copied = what);
  const stream = () => {
    const track = { readyState: "live", stop: () => (track.readyState = "ended") };
    here.tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  const lock = () => {
    here.held += 1;
    const held = { released: false, release: () => later("lock.release", () => (held.released ||= Boolean(here.held--))) };
    return (here.lock = held);
  };
  set({
    navigator: {
      userAgent: "Node",
      vendor: "",
      maxTouchPoints: 0,
      clipboard: {
        write: ([item]) => later("clipboard.write", async () => copy(await Object.values(item.content)[0])),
        writeText: (text) => later("clipboard.writeText", () => copy(text)),
      },
      canShare: () => outside("canShare", () => true),
      share: ({ files, text, url }) => later("share", () => copy(files?.[0] ?? url ?? text)),
      mediaDevices: { getUserMedia: () => later("getUserMedia", stream) },
      wakeLock: { request: () => later("wakeLock.request", lock) },
      storage: { persist: () => later("persist", () => true), persisted: () => later("persisted", () => true) },
      vibrate: () => outside("vibrate", () => true),
    },
  });
  here.install = { preventDefault() {}, prompt: () => later("prompt", () => ({ outcome: "accepted" })) };
  return here;
}

// What the page's Python calls and does not wait for: it says what is thrown.
function call(does) {
  try {
    does();
  } catch {
    // said there
  }
}

// Whether a call did not answer that may take as long as a person does, or that nobody waits for.
const waits = (name) => !failing() && failed().includes(name);

const ENDS = ["copied", "refused", "shared", "closed", "picture copied", "picture saved"];
const SENTENCE = /^(the|this|it) [^\n]{5,}$/;
const LOOKS = { theme: "dark", left_handed: false, shortcuts: false };

async function story() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const problems = [];
  const here = world();
  const [page, platform, picture, codes] = await open("page.mjs", "platform.mjs", "picture.mjs", "codes.mjs");
  let facts = "";
  const told = [];
  codes.watch((on, _, value) => told.push(`${on} ${value}`));
  const ended = async (what, doing) => {
    const how = await within(doing);
    if (how === undefined && !waits("share")) problems.push(`${what}: nothing is told`);
    else if (how !== null && !ENDS.includes(how) && typeof how === "string" && !SENTENCE.test(how)) problems.push(`${what} is told as ${how}`);
    return how;
  };
  const copy = async (text) => {
    here.copied = undefined;
    const how = await ended("copying", page.copy({ text }, platform.begin("text")));
    const copied = here.copied instanceof Blob ? await here.copied.text() : here.copied;
    if (how === "copied" && copied !== text) problems.push(`${copied} is copied`);
    return how;
  };
  const scan = async (...seen) => {
    const begun = platform.begin("camera");
    [here.before, here.looks] = ["", true];
    const from = told.length;
    call(() => codes.carry({ do: "scan", on: "table", more: true }, begun));
    await idle();
    for (const text of seen) {
      here.before = text;
      for (let look = 0; look < 2; look++) mock.timers.tick(100), await idle();
    }
    here.tracks.at(-1)?.stop(); // somebody pulls it out
    for (let look = 0; look < 2; look++) mock.timers.tick(100), await idle();
    here.looks = false;
    mock.timers.tick(100);
    await idle();
    return told.slice(from);
  };

  within(platform.watch((known) => (facts = known)));
  await idle();
  call(() => platform.prefer({ ...LOOKS, awake: true }));
  await copy("one link");
  await ended("sharing", page.share("Roll", "a text", "https://example.org/", platform.begin("text")));
  await ended("a picture", picture.share({ title: "Roll", text: "", svg: "<svg/>", look: {} }, "", platform.begin("image")));
  delete navigator.canShare;
  await ended("a picture", picture.share({ title: "Roll", text: "", svg: "<svg/>", look: {} }, "", platform.begin("image")));
  call(() => platform.begin("screen"));
  call(() => platform.vibrate());
  call(() => platform.persist());
  call(() => here.heard.beforeinstallprompt(here.install));
  call(() => platform.install());
  await idle();
  const heard = await scan("one code", "another");
  const [last] = heard.slice(-1);
  if (!last && !waits("getUserMedia")) problems.push("nothing is told of the camera");
  if (last && !/^table-unscanned \w/.test(last)) problems.push(`the camera is told of as ${last}`);
  if (here.tracks.some(({ readyState }) => readyState === "live")) problems.push("a camera goes on");
  here.lock && (here.lock.released = true);
  call(() => here.heard.visibilitychange());
  await idle();
  call(() => platform.prefer({ ...LOOKS, awake: false }));
  await idle();

  const [hung, missing] = [waits("wakeLock.request") || waits("lock.release"), failed().includes("import")];
  heal();
  call(() => platform.prefer({ ...LOOKS, awake: true }));
  await idle();
  if ((!here.lock || here.lock.released) && !hung) problems.push("the screen goes out");
  if ((await copy("last")) !== "copied") problems.push("nothing can be copied any more");
  if (!missing && (await scan("last")).join() !== "table-scanned last,table-unscanned AbortError") problems.push("no code is read any more");
  if (here.tracks.some(({ readyState }) => readyState === "live")) problems.push("a camera goes on in the end");
  await within(platform.persist());
  if (!JSON.parse(facts || "{}").persisted) problems.push(`${facts} is what the app knows`);
  return problems;
}
await playAll(story, SILENT);
