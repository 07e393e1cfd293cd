// The thread in which dice are read, so that the page goes on meanwhile.
import { readDice } from "./reader.mjs";

addEventListener("message", ({ data }) => postMessage(readDice(data)));
