// The dice's own thread: a stage on the canvas that the page hands over.
import { stage } from "./stage.mjs";

let dice;
addEventListener("message", ({ data: [call, ...given] }) => {
  if (call !== "begin") return dice[call](...given);
  try {
    dice = stage(given[0], new OffscreenCanvas(1, 1), (message) => postMessage(message));
    postMessage({ said: "ready" });
  } catch (error) {
    postMessage({ said: "impossible", why: error.message });
  }
});
