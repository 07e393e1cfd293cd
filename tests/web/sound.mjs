// What web/dice/sound.mjs does with sound that the browser has taken away, run by Node: `node sound.mjs URL`.
const [module] = process.argv.slice(2);

const contexts = [];
let played = 0;
class Part {
  connect = (to) => to;
}
globalThis.DynamicsCompressorNode = globalThis.GainNode = Part;
globalThis.AudioBufferSourceNode = class extends Part {
  start = () => (played += 1);
};
globalThis.AudioContext = class {
  state = "running";
  sampleRate = 8000;
  currentTime = 0;
  allowed = true;
  waiting = [];
  constructor() {
    contexts.push(this);
  }
  createBuffer = (channels, length) => ({ getChannelData: () => new Float32Array(length) });
  // As browsers do: it is answered when a tap has allowed it.
  resume() {
    return new Promise((done) => {
      this.waiting.push(done);
      if (this.allowed) this.tap();
    });
  }
  tap() {
    this.state = "running";
    for (const done of this.waiting.splice(0)) done();
  }
};
const { strike, wake } = await import(module);
const throwDice = () => strike([[500, 1, "felt"], [800, 0.5, "die"]], "classic");
const told = {};

await throwDice();
told.first = [contexts.length, played];

for (const state of ["suspended", "interrupted"]) {
  contexts[0].state = state;
  await wake(); // a tap
  await throwDice();
  told[state] = [contexts.length, contexts[0].state, played];
}

contexts[0].state = "closed";
await wake();
await throwDice();
told.closed = [contexts.length, played];

const [, last] = contexts;
Object.assign(last, { state: "suspended", allowed: false });
const long = strike([[0, 1, "felt"], [60_000, 1, "felt"]], "classic", performance.now() - 30_000); // begun without a tap
await Promise.resolve();
told.waits = played;
last.tap();
await long;
told.over = played;
console.log(JSON.stringify(told));
