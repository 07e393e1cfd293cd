// Dice on one canvas: lays them, throws them, draws only while something moves, and draws less when that is too slow.
import { renderer } from "./renderer.mjs";
import { impacts, lastOf, placesOf, plan, pose, randomFrom, settled } from "./tumble.mjs";

const SLOW = 26; // milliseconds between frames above which fewer pixels are drawn
const COARSEST = 0.75; // pixels for each CSS pixel
const MOST_PIXELS = 2.4e6;

const later = globalThis.requestAnimationFrame ?? ((frame) => setTimeout(frame, 16)); // some workers have no frames
const same = (die, other) => die.sides === other?.sides && die.face === other.face && die.kind === other.kind;

// `tell` hears `{said: "laid"}` once laid dice can be seen, `{said: "drawn", roll, at, impacts}` with a throw's first
// frame, drawn `at` these milliseconds of the clock, what is heard, and the `places` of dice that come to lie where they
// fall, `{said: "settled", roll, dice}` with each frame in
// which some come to lie still, by their places, `{said: "rest", roll, frames, lasted}` when all do,
// `{said: "lost"}` when the browser took the canvas away, `{said: "ready"}` when it gave it back and `{said: "impossible"}`
// when a frame cannot be drawn.
// Throws an error where WebGL 2 is missing.
export function stage(canvas, paper, tell) {
  let drawing = renderer(canvas, paper);
  let tray = { width: 0, height: 0, ratio: 1 };
  let shown = ""; // the size and sharpness that the canvas has
  let dice = [];
  let motions = [];
  let roll; // the throw under way

  const draw = (time) => {
    if (drawing && tray.width) drawing.draw(motions.map((motion) => ({ ...pose(motion, time), die: motion.die, told: time >= settled(motion) })));
  };
  const soon = (draws) =>
    later(() => {
      try {
        draws();
      } catch (error) {
        reportError(error);
        tell({ said: "impossible" });
      }
    });
  const finest = () => Math.min(tray.ratio, Math.sqrt(MOST_PIXELS / (tray.width * tray.height || 1)));
  function sharpen(ratio) {
    const wanted = [tray.width, tray.height, ratio];
    if (wanted.join() !== shown) drawing?.resize(...wanted);
    shown = wanted.join();
  }

  // Tells which dice have come to lie still since the last frame: only then is seen how they count.
  function settle(time) {
    const lie = roll.settles.flatMap((at, nth) => (at > roll.told && at <= time ? [nth] : []));
    roll.told = time;
    if (lie.length) tell({ said: "settled", roll: roll.seed, dice: lie });
  }

  function rest() {
    const { seed, frames, began } = roll;
    roll = undefined;
    sharpen(finest());
    draw(Infinity);
    tell({ said: "rest", roll: seed, frames, lasted: performance.now() - began });
  }

  function frame(of) {
    if (roll !== of) return;
    const now = performance.now();
    if (now >= roll.began + roll.ends) return rest();
    roll.late = now - roll.last > SLOW ? roll.late + 1 : 0;
    roll.last = now;
    if (roll.late > 2) {
      roll.ratio = Math.max(Math.min(COARSEST, finest()), roll.ratio * 0.7);
      roll.late = 0;
    }
    sharpen(roll.ratio);
    draw(now - roll.began);
    settle(now - roll.began);
    roll.frames += 1;
    soon(() => frame(of));
  }

  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault(); // or it would never be restored
    drawing = undefined;
    if (roll) rest();
    tell({ said: "lost" });
  });
  canvas.addEventListener("webglcontextrestored", () => {
    drawing = renderer(canvas, paper);
    shown = "";
    tell({ said: "ready" });
  });

  return {
    // Lays dice in a tray of `{width, height, ratio}`; the dice that are there already go on moving to new places.
    lay(next, into) {
      tray = into;
      if (dice.length === next.length && dice.every((die, nth) => same(die, next[nth]))) {
        motions = motions.map((motion, nth) => ({ ...motion, die: { ...motion.die, ...next[nth] } }));
      } else {
        if (roll) rest();
        const still = next.map((die) => ({ ...die, before: 0, landings: [] }));
        motions = plan(still, tray, "full", randomFrom(next.length));
      }
      dice = next;
      if (roll) return;
      sharpen(finest());
      draw(Infinity);
      soon(() => tell({ said: "laid" }));
    },

    // Throws the dice that have landings; `seed` names the throw and decides how they fly, never where they land.
    roll(seed, next, into, pace) {
      if (roll) rest();
      tray = into;
      dice = next;
      motions = plan(next, tray, pace, randomFrom(seed));
      const now = performance.now();
      const settles = motions.map(settled);
      roll = { seed, began: now, last: now, ends: lastOf(motions), settles, told: -1, frames: 1, late: 0, ratio: finest() };
      sharpen(roll.ratio);
      draw(0);
      const at = performance.timeOrigin + performance.now();
      tell({ said: "drawn", roll: seed, at, impacts: impacts(motions), places: placesOf(motions) });
      settle(0);
      const of = roll;
      soon(() => frame(of));
    },

    skip() {
      if (roll) rest();
    },

    release: () => drawing?.release(),
  };
}
