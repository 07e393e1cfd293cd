// What web/store.mjs says of a database that does not open, run by Node: `node refused.mjs URL HOW NAME MESSAGE`.
const [module, how, name, message] = process.argv.slice(2);

class Refused extends Error {
  name = name;
}
globalThis.IDBKeyRange = {};
delete globalThis.BroadcastChannel; // Node would wait for messages
globalThis.indexedDB = {
  open() {
    const request = { result: { version: 1000, close() {} }, error: how === "null" ? null : new Refused(message) };
    const event = { newer: "onsuccess", blocked: "onblocked" }[how] ?? "onerror";
    if (how === "thrown") throw request.error;
    queueMicrotask(() => request[event]({ preventDefault() {} }));
    return request;
  },
};
const { saved } = await import(module);
await saved().catch((error) => console.log(error.message));
