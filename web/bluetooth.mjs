// Dice that tell by Bluetooth how they fell, read as their makers describe it: Pixels (d4 to d20), and GoDice without a shell
// (d6). Loaded, and the browser asked, only when a person wants to connect one.
const PIXELS = {
  service: "a6b90001-7a5a-43f2-a962-350c8edc9b5b",
  notify: "a6b90002-7a5a-43f2-a962-350c8edc9b5b",
  write: "a6b90003-7a5a-43f2-a962-350c8edc9b5b",
};
const NORDIC = "6e400001-b5a3-f393-e0a9-e50e24dcca9e";
const OLDER_PIXELS = { service: NORDIC, notify: NORDIC, write: "6e400002-b5a3-f393-e0a9-e50e24dcca9e" };
const GODICE = { service: NORDIC, notify: "6e400003-b5a3-f393-e0a9-e50e24dcca9e" };
const GODICE_NAME = "GoDice_";

const [WHO_ARE_YOU, I_AM_A_DIE, ROLL_STATE] = [1, 2, 3]; // what a message of Pixels begins with
const [ROLLED, ROLLING] = [1, 3]; // states of a roll
const SIDES = [0, 4, 6, 8, 10, 0, 12, 20, 6]; // by the type of the die; a d00 and one with plus and minus are not read
const D4 = { 0: 1, 2: 2, 3: 3, 5: 4 }; // faces by their places: it is built as a d6
const OLDER_LENGTH = 22; // of what an older die says of itself

// What a Pixels die says: how many sides it has, and where it came to rest after it had rolled.
function pixels(tell) {
  let sides;
  let rolling = false;
  return (data) => {
    const [kind, state, place] = [data.getUint8(0), data.getUint8(1), data.getUint8(2)];
    // A newer die begins with its version, as long as it says, and has its type seven bytes into what follows.
    if (kind === I_AM_A_DIE) sides = SIDES[data.getUint8(data.byteLength === OLDER_LENGTH ? 3 : 1 + state + 6)];
    if (kind !== ROLL_STATE) return;
    if (rolling && state === ROLLED) tell(sides, face(sides, place));
    if (state === ROLLED || state === ROLLING) rolling = state === ROLLING;
  };
}
function face(sides, place) {
  if (sides === 4) return D4[place];
  return sides === 10 ? place || 10 : place + 1;
}

const STABLE = "S".charCodeAt(0); // it rolled and lies still, and here is where its weight pulls
const FLAT = 50; // of 64, how much it pulls through one face of a d6 that lies flat
const UP = [
  [6, 1],
  [3, 4],
  [2, 5],
]; // the face on top, by the axis along which it pulls and by the way

function goDice(tell) {
  return (data) => {
    if (data.getUint8(0) !== STABLE) return;
    const pull = [1, 2, 3].map((at) => data.getInt8(at));
    const axis = pull.findIndex((value) => Math.abs(value) >= FLAT);
    tell(6, UP[axis]?.[pull[axis] > 0 ? 0 : 1]);
  };
}

async function listen(device, hear) {
  const isGoDice = device.name?.startsWith(GODICE_NAME);
  const server = await device.gatt.connect();
  let of = isGoDice ? GODICE : PIXELS;
  const service = await server.getPrimaryService(of.service).catch((error) => {
    if (isGoDice) throw error;
    of = OLDER_PIXELS;
    return server.getPrimaryService(of.service);
  });
  const said = await service.getCharacteristic(of.notify);
  const read = (isGoDice ? goDice : pixels)(hear);
  said.addEventListener("characteristicvaluechanged", ({ target }) => {
    try {
      read(target.value);
    } catch {
      hear(); // shorter than it should be
    }
  });
  await said.startNotifications();
  if (of.write) await (await service.getCharacteristic(of.write)).writeValue(Uint8Array.of(WHO_ARE_YOU));
}

const near = new Set();
const FILTERS = [{ services: [PIXELS.service] }, { services: [NORDIC] }, { namePrefix: GODICE_NAME }];

// Has a person choose a die, and tells what becomes of it: `near`, `rested` with its sides and face, `unread`, `lost`, or why
// it is `missed`.
export async function connect(tell) {
  try {
    const device = await navigator.bluetooth.requestDevice({ filters: FILTERS, optionalServices: [PIXELS.service, NORDIC] });
    const name = String(device.name ?? "").slice(0, 40);
    if (!near.has(device)) {
      near.add(device);
      const lost = () => near.delete(device) && tell("die-lost", 0, name);
      device.addEventListener("gattserverdisconnected", lost, { once: true });
      await listen(device, (sides, up) => (sides && up <= sides ? tell("die-rested", sides, up) : tell("die-unread", 0, name))).catch((error) => {
        near.delete(device);
        device.removeEventListener("gattserverdisconnected", lost);
        throw error;
      });
    }
    tell("die-near", 0, name);
  } catch ({ name, message }) {
    tell("die-missed", 0, name === "NotFoundError" ? "" : String(message).slice(0, 200));
  }
}
