// Codes as pictures: drawn for another device's camera, and read by the camera of this one, which is asked for only then.
import { shared } from "./address.mjs";
import { encodeQR } from "./qr/index.js";

const QUIET = 4; // light squares around a code, as its standard asks for
const SIDE = 800; // of what is looked at, at most
const EVERY = 80; // milliseconds between two looks

let tell;
export const watch = (listener) => (tell = listener);

function draw({ on, peer, text, link }) {
  const rows = encodeQR(link ? shared(text) : text, "raw", { ecc: "low", border: QUIET }); // nothing soils a screen
  tell(on, peer, rows.map((row) => row.map(Number).join("")).join("\n"));
}

// What a code says that the camera has before it, other than the last one, shown on the page's canvas; "" once that is gone.
async function seen(video, decodeQR, last) {
  const [track] = video.srcObject.getVideoTracks();
  for (;;) {
    if (track.readyState === "ended") throw new DOMException("it was taken away", "AbortError");
    const canvas = document.getElementById("camera");
    if (!canvas) return "";
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
    [canvas.width, canvas.height] = [video.videoWidth * scale, video.videoHeight * scale];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const text = read(() => decodeQR(context.getImageData(0, 0, canvas.width, canvas.height)));
    if (text && text !== last) return text;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

function read(decode) {
  try {
    return decode();
  } catch {
    return ""; // there is none to be read yet
  }
}

// Tells what the camera sees: one code, or `more` of them, one after the other. A camera that was not asked for by itself may
// be missing (`quiet`).
async function scan({ on, more, quiet }, camera) {
  let stream;
  try {
    stream = await camera();
    const { decodeQR } = await import("./qr/decode.js").catch(() => Promise.reject(new DOMException("", "NetworkError")));
    const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
    video.play().catch(() => end(stream)); // nobody waits for what may never answer
    let text;
    do {
      text = await seen(video, decodeQR, text);
      tell(`${on}-${text ? "scanned" : "stopped"}`, 0, text);
    } while (more && text);
  } catch ({ name }) {
    tell(`${on}-${quiet && !stream && !/^Not(Allowed|Readable)/.test(name) ? "stopped" : "unscanned"}`, 0, name);
  }
  if (stream) end(stream);
}
const end = (stream) => stream.getTracks().forEach((track) => track.stop());

const carriers = { draw, scan };

// Carries out a command of the rules, with what the tap has begun for it.
export const carry = (command, begun) => carriers[command.do](command, begun);
