// A text as what stands behind the # of a link, and back. What comes is read like a hostile file.
export const MOST = 6000; // characters that messengers let through
const MOST_TEXT = 100_000; // characters of a text

const piped = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

export async function packed(text) {
  const bytes = new Uint8Array(await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#w=${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

// The text of a link; undefined where there is none. Rejects what cannot be read.
export async function unpacked(hash) {
  if (!hash.startsWith("#w=")) return undefined;
  const letters = hash.slice(3);
  if (letters.length > MOST) throw new Error("it is too long");
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
      if (size > MOST_TEXT) throw new Error();
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    throw new Error("it is damaged");
  }
}
