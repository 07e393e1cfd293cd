// A worker that makes the one file from what is stored of this site, and closes itself.
import { assemble } from "./assemble.mjs";
import { files } from "./files.mjs";

const site = new URL("..", import.meta.url).href;

async function read(path) {
  const answer = await fetch(site + path, { integrity: files[path] }).catch(() => undefined);
  if (!answer?.ok) throw new Error(`the file ${path} did not come as it was published: connect, then reload`);
  return new Uint8Array(await answer.arrayBuffer());
}

assemble(read, site)
  .then(
    (text) => postMessage({ file: new Blob([text]) }),
    ({ message }) => postMessage({ error: message }),
  )
  .finally(close);
