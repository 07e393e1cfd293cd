// What web/trouble.mjs says, run by Node: `node trouble.mjs URL FAULT ERROR`, where a file of two comes with this fault.
const [module, fault, error] = process.argv.slice(2);

globalThis.document = { querySelector: () => ({ integrity: "whole" }) };
if (fault === "no WebAssembly") delete globalThis.WebAssembly;
const { reason } = await import(module);

// As browsers do: a hash that does not fit is no answer at all.
globalThis.fetch = async (address, { integrity }) => {
  const spoilt = String(address).endsWith("store.mjs");
  if (fault === "unreachable" || (spoilt && integrity && ["missing", "spoilt"].includes(fault))) throw new TypeError("Failed to fetch");
  const type = spoilt && fault === "type" ? "text/plain" : "text/javascript";
  return new Response("", { status: spoilt && fault === "missing" ? 404 : 200, headers: { "Content-Type": type } });
};
console.log(await reason(new Error(error), { "store.mjs": "sha256-one", "page.mjs": "sha256-other" }));
