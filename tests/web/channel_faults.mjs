// Each call of the connections at a table of three fails: `node channel_faults.mjs FOLDER`, which has channel.mjs. Whatever
// fails, what is said on a connection is heard whole and in order, or both ends are told that it has ended, in words or none.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { heal, later, opener, outside, playAll } from "./outside.mjs";

const open = opener(process.argv[2]);
const set = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

let timers = [];
set("setTimeout", (work, _, ...given) => timers.push(() => work(...given)));
const settle = async () => {
  for (let turn = 0; turn < 60; turn++) await new Promise(setImmediate);
};
set("addEventListener", () => {});
set("navigator", { locks: { request: (_, __, held) => later("locks.request", () => held()) } });
// Node's own streams pack in other threads, which no story could wait for.
const packing = (name, pack) =>
  set(name, function () {
    const parts = [];
    return outside(name, () => new TransformStream({
      transform: (part) => void parts.push(part),
      flush: (stream) => stream.enqueue(new Uint8Array(pack(Buffer.concat(parts)))),
    }));
  });
packing("CompressionStream", deflateRawSync);
packing("DecompressionStream", inflateRawSync);

// A channel, and a connection, that reach the other one with the same number once both are described.
const made = [];
class Channel {
  readyState = "connecting";
  bufferedAmount = 0;
  constructor(connection) {
    this.connection = connection;
  }
  send(piece) {
    const { other } = this.connection;
    outside("channel.send", () => setImmediate(() => other.channel.readyState === "open" && other.channel.onmessage({ data: piece.buffer })));
  }
}
class Connection {
  connectionState = "new";
  iceConnectionState = "new";
  constructor() {
    outside("RTCPeerConnection", () => made.push(this));
  }
  static generateCertificate = () => later("generateCertificate", () => ({ expires: Infinity }));
  createDataChannel() {
    return outside("createDataChannel", () => (this.channel = new Channel(this)));
  }
  createOffer() {
    return later("createOffer", () => ({ sdp: "a=ice-ufrag:x\na=ice-pwd:y" }));
  }
  setLocalDescription() {
    return later("setLocalDescription", () => {
      this.localDescription = { sdp: String(made.indexOf(this)) };
      setImmediate(() => this.onicecandidate?.({ candidate: null }));
    });
  }
  setRemoteDescription({ sdp }) {
    return later("setRemoteDescription", () => {
      this.other = made[Number(sdp)];
      if (this.other.other !== this) return;
      for (const { channel } of [this, this.other]) setImmediate(() => channel.readyState === "connecting" && ((channel.readyState = "open"), channel.onopen()));
    });
  }
  addIceCandidate() {
    return later("addIceCandidate", () => {});
  }
  close() {
    for (const one of [this, this.other]) {
      if (!one?.channel || one.channel.readyState === "closed") continue;
      one.channel.readyState = "closed";
      if (one !== this) setImmediate(() => one.channel.onclose?.());
    }
  }
}
set("RTCPeerConnection", Connection);

async function tab(name, problems) {
  const [{ carry: carried, watch }] = await open("channel.mjs");
  const told = [];
  const carry = async (command) => {
    try {
      await carried(command);
    } catch (error) {
      problems.push(`${name} could not ${command.do}: ${error.message}`);
    }
  };
  watch((what, number, text) => told.push([what, number, String(text)]));
  const of = (what, number) => told.filter(([kind, peer]) => kind === what && peer === number).map(([, , text]) => text);
  return { name, carry, told, of, said: {} };
}
const offer = (seat, peer, more = {}) => seat.carry({ do: "offer", peer, stun: "", most: 1000, ...more });
const say = (seat, peers, text) => {
  for (const peer of peers) if (seat.of("opened", peer).length) (seat.said[peer] ??= []).push(text);
  seat.carry({ do: "tell", to: peers, text });
};
const LONG = Array.from({ length: 30_000 }, (_, place) => String.fromCharCode(97 + ((place * place * 7) % 26))).join("");

async function story() {
  [timers, made.length] = [[], 0];
  const problems = [];
  const hub = await tab("hub", problems);
  const guests = [await tab("Ann", problems), await tab("Bo", problems)];
  const ways = guests.map((guest, place) => [guest, 1, place + 1]);
  const meet = async ([guest, theirs, ours], more) => {
    offer(hub, ours);
    offer(guest, theirs, more);
    await settle();
    const [one, other] = [hub.of("offered", ours)[0], guest.of("offered", theirs)[0]];
    for (const [seat, peer, offered] of [[hub, ours, one], [guest, theirs, other]]) {
      if (!offered && !seat.of("closed", peer)[0]) problems.push(`${seat.name} is never told what became of a connection`);
    }
    if (!one || !other) return;
    hub.carry({ do: "connect", peer: ours, sdp: other });
    guest.carry({ do: "connect", peer: theirs, sdp: one });
    await settle();
  };
  for (const way of ways) await meet(way);
  say(hub, [1, 2], "short");
  say(hub, [1, 2], LONG);
  say(hub, [1, 2], "after");
  for (const [guest, peer] of ways) say(guest, [peer], `${LONG}${guest.name}`);
  await settle();
  ways.push([guests[0], 2, 3]);
  guests[0].carry({ do: "hang-up", peers: [1] });
  for (const timer of timers.splice(0)) timer();
  await meet(ways[2], { user: "u", password: "p" });
  say(guests[0], [2], "again");
  await settle();
  say(hub, [2, 3], "good night");
  await settle();
  heal();
  say(hub, [2, 3], "last");
  await settle();
  for (const [guest, theirs, ours] of ways) {
    for (const [one, from, other, to] of [[hub, ours, guest, theirs], [guest, theirs, hub, ours]]) {
      const [said, heard] = [one.said[from] ?? [], other.of("heard", to)];
      const ended = one.of("closed", from).length + other.of("closed", to).length || (guest === guests[0] && theirs === 1);
      const right = heard.every((text, place) => text === said[place] || text === "");
      if (!right || (heard.length < said.length && !ended)) problems.push(`${other.name} heard ${heard.length} of ${said.length} that ${one.name} said`);
    }
  }
  for (const seat of [hub, ...guests]) {
    for (const [what, , text] of seat.told) {
      if (what === "closed" && text && !/^[a-z][^\n]{10,}$/.test(text)) problems.push(`it is told as ${text}`);
    }
  }
  return problems;
}
await playAll(story);
