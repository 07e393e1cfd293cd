// What thrown dice sound like: a thud on felt, a knock at the wooden edge, a clack of two dice. Each is computed once, as
// a body that rings and dies away under a breath of noise, and then played as often as dice meet something.
const LASTS = 0.16; // seconds
const LOUDEST = 0.2;
const MOST = 18; // heard of one throw, the loudest ones
const LATE = 100; // milliseconds by which an impact may be heard late
const OUT_OF_TUNE = 0.09; // no two of a kind are quite alike

// How each kind rings, as [Hz, seconds until it is gone, share], and its noise as [brightness (0 to 1), seconds, share].
const KINDS = {
  felt: { rings: [[96, 0.09, 0.7], [171, 0.05, 0.25]], noise: [0.06, 0.05, 0.9] },
  edge: { rings: [[236, 0.12, 0.5], [611, 0.07, 0.3], [1130, 0.035, 0.15]], noise: [0.3, 0.012, 0.35] },
  die: { rings: [[1920, 0.03, 0.35], [3150, 0.022, 0.25], [4870, 0.014, 0.12]], noise: [0.7, 0.006, 0.3] },
};
// How dice of a look differ from those of resin: how high they sound, and how long they ring.
const BODIES = { wood: [0.8, 0.8], bone: [0.92, 0.8], gems: [1.18, 1.1], metal: [1.3, 2.2] };
// A few dice at once, for those who switch the sound on.
const SAMPLE = [[0, 0.9, "felt"], [60, 0.7, "die"], [150, 0.55, "edge"], [190, 0.5, "felt"], [300, 0.25, "felt"]];

let context;
let out;
const made = new Map();

// A phone suspends or closes the sound of a page that is out of sight, and gives it back with a tap alone: resolves once
// there is sound.
export async function wake() {
  if (!context || context.state === "closed") begin();
  if (context.state !== "running") await context.resume().catch(() => {}); // refused: the next tap asks again
}

function begin() {
  context = new AudioContext();
  out = new DynamicsCompressorNode(context, { threshold: -18, ratio: 6 }); // many dice are no louder than a few
  out.connect(context.destination);
}

function compute({ rings, noise: [bright, fades, share] }, [pitch, longer]) {
  const rate = context.sampleRate;
  const buffer = context.createBuffer(1, rate * LASTS, rate);
  const samples = buffer.getChannelData(0);
  let dull = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / rate;
    dull += bright * (Math.random() * 2 - 1 - dull);
    let sum = (share * dull * Math.exp(-time / (fades / 3))) / Math.sqrt(bright);
    for (const [pitched, rung, part] of rings) {
      sum += part * Math.sin(2 * Math.PI * pitched * pitch * time) * Math.exp(-time / ((rung * longer) / 4));
    }
    samples[at] = sum * Math.min(1, time * 2000) * Math.min(1, (LASTS - time) * 40); // no click at either end
  }
  return buffer;
}

function sound(kind, look) {
  const key = `${kind} ${look}`;
  if (!made.has(key)) made.set(key, compute(KINDS[kind], kind === "felt" ? [1, 1] : (BODIES[look] ?? [1, 1])));
  return made.get(key);
}

// Plays `impacts` of a throw of dice of a look that began when `performance.now()` said so: `[milliseconds after that,
// loudness (0 to 1), "felt", "edge" or "die"]`. What is over when sound comes back is not heard.
export async function strike(impacts, look, began = performance.now()) {
  await wake();
  const ago = performance.now() - began;
  const heard = impacts.filter(([time]) => time > ago - LATE).sort((a, b) => b[1] - a[1]).slice(0, MOST);
  for (const [time, loudness, kind] of heard) {
    const playbackRate = 1 + (Math.random() * 2 - 1) * OUT_OF_TUNE;
    const source = new AudioBufferSourceNode(context, { buffer: sound(kind, look), playbackRate });
    source.connect(new GainNode(context, { gain: LOUDEST * loudness ** 1.3 })).connect(out);
    source.start(context.currentTime + Math.max(0, time - ago) / 1000);
  }
}

export async function sample(look) {
  await wake(); // however long that takes: it begins then
  await strike(SAMPLE, look);
}
