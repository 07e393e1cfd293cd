// What frames of a camera that follow one another agree on.
import { SURE } from "./confidence.mjs";

export const FRAMES = 3;
const STEADY = 0.5; // of its outline's side, how far a die may lie from where it lay in another frame

const sideOf = ({ outline: [[x, y], [toX, toY]] }) => Math.hypot(toX - x, toY - y);
const isSame = (die, other) => Math.hypot(die.x - other.x, die.y - other.y) < STEADY * sideOf(die);

// The dice of the last three frames that two of them show with one face, as the later of the two has them. One that another
// frame reads otherwise is never sure.
export function agreed(frames) {
  const last = frames.slice(-FRAMES);
  const found = [];
  for (const [nth, dice] of last.entries()) {
    for (const die of dice) {
      const seen = last.flatMap((other, place) => (place === nth ? [] : other.filter((one) => isSame(die, one)).map((one) => ({ place, face: one.face }))));
      const isLatest = !seen.some(({ place, face }) => place > nth && face === die.face);
      if (!isLatest || !seen.some(({ face }) => face === die.face)) continue;
      const dissents = seen.some(({ face }) => face !== die.face);
      found.push({ ...die, confidence: dissents ? Math.min(die.confidence, SURE - 0.01) : die.confidence });
    }
  }
  return found;
}
