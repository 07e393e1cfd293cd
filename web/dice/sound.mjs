// Soft clicks where dice touch the table, made on the spot: a breath of noise through a narrow band.
const LASTS = 0.045; // seconds
const LOUDEST = 0.16;
const MOST = 14;

let context;
let noise;

function begin() {
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate * LASTS, context.sampleRate);
  const samples = noise.getChannelData(0);
  samples.forEach((_, at) => (samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 3));
}

// Plays `impacts` of a throw that began `ago` (in milliseconds): `[milliseconds after that, loudness (0 to 1)]`, the
// loudest ones where there are many.
export function strike(impacts, ago) {
  if (!context) begin();
  const heard = [...impacts].sort((a, b) => b[1] - a[1]).slice(0, MOST);
  for (const [time, loudness] of heard) {
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 900 + Math.random() * 900, Q: 1.2 });
    const volume = new GainNode(context, { gain: LOUDEST * loudness });
    source.connect(band).connect(volume).connect(context.destination);
    source.start(context.currentTime + Math.max(0, time - ago) / 1000);
  }
}
