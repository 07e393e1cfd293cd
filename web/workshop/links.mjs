// A text as what stands behind the # of a link, and back. What comes is read like a hostile file.
export const MOST = 6000; // characters that messengers let through
const MOST_TEXT = 100_000; // characters of a text
const PACKINGS = { ".": "deflate", "=": "deflate-raw" }; // as links are written, with a checksum; and as they once were

const piped = (bytes, through) => new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

export async function packed(text) {
  const bytes = new Uint8Array(await piped(new TextEncoder().encode(text), new CompressionStream(PACKINGS["."])));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#w.${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

// What chats do to a link is undone: escapes, line breaks and signs that nobody sees.
function unwrapped(hash) {
  const escapes = /(?:%[0-9a-f]{2})+/gi;
  const signs = (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  };
  return hash.replace(escapes, signs).replace(/[\s\p{Cf}]/gu, "");
}

// The text of a link, which ends before the first sign that none is written with; undefined where there is none. Rejects what
// cannot be read.
export async function unpacked(hash) {
  const [, beginning, letters] = unwrapped(hash).match(/^#w([.=])([\w-]*)/) ?? [];
  if (!beginning) return undefined;
  if (letters.length > MOST) throw new Error("it is too long");
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(PACKINGS[beginning])).getReader();
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
