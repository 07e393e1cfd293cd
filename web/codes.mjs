// Codes as pictures: drawn for another device's camera, and read by the camera of this one, which is asked for only then.
import { shared } from "./address.mjs";
import { encodeQR } from "./qr/index.js";

const QUIET = 4; // light squares around a code, as its standard asks for
const SIDE = 800; // of what is looked at, at most
const EVERY = 80; // milliseconds between two looks

let tell;
export const watch = (listener) => (tell = listener);

function draw({ on, peer, text, link }) {
  const rows = encodeQR(link ? shared(text) : text, "raw", { border: QUIET });
  tell(on, peer, rows.map((row) => row.map(Number).join("")).join("\n"));
}

// What a code says that the camera has before it, shown on the page's canvas; "" once that is gone.
async function seen(video, decodeQR) {
  for (;;) {
    const canvas = document.getElementById("camera");
    if (!canvas) return "";
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
    [canvas.width, canvas.height] = [video.videoWidth * scale, video.videoHeight * scale];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, EVERY)); // there is none to be read yet
    }
  }
}

async function scan({ on }, camera) {
  let stream;
  try {
    stream = await camera();
    const { decodeQR } = await import("./qr/decode.js");
    const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
    await video.play();
    const text = await seen(video, decodeQR);
    tell(`${on}-${text ? "scanned" : "stopped"}`, 0, text);
  } catch ({ name }) {
    tell(`${on}-unscanned`, 0, name);
  }
  for (const track of stream?.getTracks() ?? []) track.stop();
}

const carriers = { draw, scan };

// Carries out a command of the rules, given as JSON, with what the tap has begun for it.
export function carry(text, begun) {
  const command = JSON.parse(text);
  carriers[command.do](command, begun);
}
