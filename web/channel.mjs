// The connections to other devices at one table: a WebRTC data channel to each. What they say goes in pieces that every
// browser takes, long texts packed. None is made before the reader has opened a table or joined one.
import { boxed } from "./post.mjs";
import { forgetKey, keepKey, keptKey, TABLE } from "./store.mjs";

const PIECE = 16_000; // bytes
const [MORE, LAST, PACKED] = [0, 1, 2]; // what a piece begins with: more follow, or it is the last, or that of a packed text
const MOST_BYTES = 25_000_000; // of one message
const LONG = 10_000; // bytes that are worth packing: a log becomes a twentieth
const PACKING = "deflate-raw";
const MOST_IN_ALL = 100_000_000; // bytes in ten seconds: a log of 100,000 rolls has half of that
const WAITING = 1_000_000; // bytes that may wait to be sent
const FOUND = 2000; // milliseconds after which one address of a device is enough
const AGAIN = 3000; // milliseconds after which an address is tried anew
const KEY = { name: "ECDSA", namedCurve: "P-256" };

const ENDLESS = "it sent without end";
const NO_PIECE = "it sent pieces of another size than this app does";
const NO_WEBRTC = "this browser cannot connect to other devices (WebRTC is missing or switched off); use another one";

const peers = new Map();
let tell;
export const watch = (listener) => (tell = listener);

// With any connection, ready or made, this tab sits at a table.
let rise;
function sitDown() {
  if (rise) return;
  const risen = new Promise((resolve) => (rise = resolve));
  navigator.locks?.request(TABLE, { mode: "shared" }, () => risen).catch(() => {}); // refused to a file from the disk
}
function drop(number) {
  const peer = peers.get(number) ?? {};
  peers.delete(number);
  if (peers.size) return peer;
  rise?.();
  rise = undefined;
  return peer;
}

// Lets a device go, and tells why, once: its number may be another's by now.
function end(number, peer, why) {
  peer.connection.close();
  if (peers.get(number) !== peer) return;
  drop(number);
  tell("closed", number, why);
}

// Rolls of a game of one's own come from its frame.
addEventListener("own game rolled", ({ detail }) => rise && tell("game-told", 0, boxed(detail)));

export function leave() {
  for (const number of [...peers.keys()]) drop(number).connection.close();
}
addEventListener("pagehide", leave); // the others need not find out by waiting

// Puts pieces together again; what is too long ends the connection, as do more than `most` of them in ten seconds.
function listen(number, peer) {
  const { channel, most } = peer;
  let parts = [];
  let bytes = 0;
  let messages = [];
  const inAll = () => messages.reduce((sum, message) => sum + message.bytes, 0);
  channel.onmessage = ({ data }) => {
    if (peers.get(number) !== peer) return;
    const piece = new Uint8Array(data instanceof ArrayBuffer ? data : 0);
    if (piece.length > PIECE + 1 || piece.length <= (piece[0] === MORE ? PIECE : 0)) return end(number, peer, NO_PIECE);
    parts.push(piece.subarray(1));
    bytes += piece.length;
    if (bytes > MOST_BYTES) return end(number, peer, ENDLESS);
    if (piece[0] === MORE) return;
    const message = { at: performance.now(), bytes };
    messages = [...messages.filter(({ at }) => message.at - at < 10_000), message];
    if (messages.length > most || inAll() > MOST_IN_ALL) return end(number, peer, ENDLESS);
    const whole = joined(parts);
    [parts, bytes] = [[], 0];
    heard = heard.then(async () => {
      if (peers.get(number) !== peer) return;
      const text = piece[0] === PACKED ? await unpacked(whole).catch(() => "") : new TextDecoder().decode(whole);
      message.bytes = text === undefined ? Infinity : text.length;
      if (inAll() > MOST_IN_ALL) end(number, peer, ENDLESS);
      else tell("heard", number, boxed(text));
    });
  };
}
let heard = Promise.resolve(); // one after the other

// Not as a Blob, which is kept in another process and takes as long as all the rest.
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

const packed = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(PACKING));
  return new Response(stream).arrayBuffer();
};

// The text of a packed message; undefined if too long.
async function unpacked(message) {
  const parts = [];
  let bytes = 0;
  for (const stream = new Blob([message]).stream().pipeThrough(new DecompressionStream(PACKING)).getReader(); ; ) {
    const { done, value } = await stream.read();
    if (done) return new Blob(parts).text();
    parts.push(value);
    bytes += value.length;
    if (bytes > MOST_BYTES) return void stream.cancel();
  }
}

// All connections have one key, the same after a reload, if devices are to come back.
let key;
async function made() {
  const key = await RTCPeerConnection.generateCertificate(KEY);
  keepKey(key).catch(() => {}); // without it, all scan anew after a reload
  return key;
}
async function known() {
  const kept = await keptKey().catch(() => {});
  return kept?.expires > Date.now() ? kept : made();
}
function dropKey() {
  key = undefined;
  forgetKey().catch(() => {}); // where storage is refused, there is none
}

// With the secrets that another connection had (`user`, `password`), the other device takes this one for that. No standard
// has it: where a browser refuses, this connection ends.
async function describe(connection, user, password) {
  if (!user) return connection.setLocalDescription();
  const { sdp } = await connection.createOffer();
  const as = sdp.replace(/a=ice-ufrag:.*/g, `a=ice-ufrag:${user}`).replace(/a=ice-pwd:.*/g, `a=ice-pwd:${password}`);
  return connection.setLocalDescription({ type: "offer", sdp: as });
}

async function offer({ peer: number, stun, most, user, password }) {
  let connection, peer;
  try {
    key ??= user ? known() : made();
    const certificates = [await key];
    connection = new RTCPeerConnection({ iceServers: stun ? [{ urls: stun }] : [], certificates });
    const channel = connection.createDataChannel("table", { negotiated: true, id: 0 });
    Object.assign(channel, { binaryType: "arraybuffer", bufferedAmountLowThreshold: WAITING / 2 });
    peer = { connection, channel, most, sent: Promise.resolve(), waiting: 0 };
    peers.set(number, peer);
    sitDown();
    listen(number, peer);
    channel.onopen = () => peers.get(number) === peer && tell("opened", number, "");
    channel.onclose = () => end(number, peer, "");
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed" && channel.readyState === "open") end(number, peer, "");
    };
    const found = new Promise((resolve) => {
      let first, isLate;
      connection.onicecandidate = ({ candidate }) => {
        first ??= candidate;
        if (isLate || !candidate) resolve();
      };
      setTimeout(() => ((isLate = true), first && resolve()), FOUND);
    });
    await describe(connection, user, password);
    await found;
    if (peers.get(number) === peer) tell("offered", number, connection.localDescription.sdp);
  } catch {
    if (peer) return end(number, peer, NO_WEBRTC);
    connection?.close();
    tell("closed", number, NO_WEBRTC);
  }
}

function connect({ peer: number, sdp }) {
  const peer = peers.get(number);
  peer?.connection.setRemoteDescription({ type: "answer", sdp }).catch(() => end(number, peer, ""));
  if (peer) goOnTrying(number, peer, sdp);
}

// Firefox gives up after 11 seconds, but not while there is an address more to be tried, be it one that it knows.
function goOnTrying(number, peer, sdp) {
  const address = /^a=(candidate:)\S+( 1 udp )\d+(.+ typ host)/m.exec(sdp)?.slice(1);
  if (!address || peers.get(number) !== peer || peer.channel.readyState !== "connecting") return;
  const [kind, first, rest] = address;
  peer.tried = (peer.tried ?? 0) + 1;
  const candidate = `${kind}${1000 + peer.tried}${first}1${rest}`;
  if (peer.connection.iceConnectionState === "checking")
    peer.connection.addIceCandidate({ sdpMid: "0", candidate }).catch(() => {}); // else it has ended meanwhile
  setTimeout(goOnTrying, AGAIN, number, peer, sdp);
}

async function send({ channel }, bytes, last) {
  for (let start = 0; start < bytes.length || start === 0; start += PIECE) {
    if (channel.bufferedAmount > WAITING) await new Promise((resolve) => (channel.onbufferedamountlow = resolve));
    if (channel.readyState !== "open") return;
    const rest = bytes.subarray(start, start + PIECE);
    const piece = new Uint8Array(rest.length + 1);
    piece[0] = start + PIECE < bytes.length ? MORE : last;
    piece.set(rest, 1);
    channel.send(piece);
  }
}

// Says something to devices; tells when the milliseconds are over `within` which an answer is to come.
function tellPeers({ to, text, within, about }) {
  if (within) setTimeout(() => tell("waited", to[0], about), within);
  const bytes = new TextEncoder().encode(text);
  const whole = [bytes, LAST]; // which goes where it cannot be packed
  const short = bytes.length > LONG && packed(bytes).then((packed) => [new Uint8Array(packed), PACKED], () => whole);
  for (const number of to.filter((number) => peers.has(number))) {
    const peer = peers.get(number);
    const inTurn = async () => send(peer, ...((await short) || whole));
    const saying = short || peer.waiting ? peer.sent.then(inTurn) : send(peer, ...whole);
    peer.waiting += 1;
    peer.sent = saying.catch(() => end(number, peer, "")).then(() => (peer.waiting -= 1)); // or the other would lack it
  }
}

// Lets devices go, once all is on its way.
function hangUp({ peers: numbers }) {
  for (const number of numbers) {
    const { connection, sent } = drop(number);
    sent?.then(() => setTimeout(() => connection.close(), GOODBYE));
  }
}
const GOODBYE = 500; // milliseconds

// Says something at most `every` so many milliseconds: of what comes meanwhile, the last.
let pause, following;
function tellInTime(command) {
  if (!command.every) return tellPeers(command);
  if (pause) return void (following = command);
  tellPeers(command);
  pause = setTimeout(() => {
    const next = following;
    pause = following = undefined;
    if (next) tellInTime(next);
  }, command.every);
}

// Reads or keeps a game of one's own; the one file has none.
async function useGames({ what, game, text }) {
  try {
    const games = await import("./workshop/games.mjs");
    const found = what === "keep" ? (await games.put(game, text)).games : await games.text(game.key);
    tell(`game-${what}`, 0, boxed(JSON.stringify(found)));
  } catch ({ message }) {
    tell("game-refused", 0, message);
  }
}

const carriers = { offer, connect, tell: tellInTime, "hang-up": hangUp, "forget-key": dropKey, game: useGames };

export const carry = (command) => carriers[command.do](command);
