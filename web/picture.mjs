// Draws a roll's picture as a PNG and hands it on. It is fetched when somebody shares one.
import { download, putOn, soon } from "./page.mjs";

const TYPE = "image/png";

// The dice have their colours from the style sheet: a picture names them as it does (`var(--d8)`).
function coloured(svg, look) {
  const die = document.createElement("i");
  die.className = "dice";
  Object.assign(die.dataset, look);
  die.hidden = true;
  document.body.append(die);
  const style = getComputedStyle(die);
  const found = svg.replaceAll(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  die.remove();
  return found;
}

async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await soon(image.decode());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await soon(new Promise((give) => canvas.toBlob(give, TYPE)));
  if (!blob) throw new Error("this browser does not draw the picture");
  return blob;
}

// Shares it with other apps; where they take no files, it is put on the clipboard, and where that cannot be, saved.
// "closed" when the reader thought better of it.
export async function share({ title, text, svg, look }, url, begun) {
  const name = `${title.match(/[\p{L}\p{N}]+/gu).join("-").slice(0, 60)}.png`;
  const file = new File([await drawn(coloured(svg, look))], name, { type: TYPE });
  const what = { files: [file], title, text: url ? `${text}\n${url}` : text };
  if (navigator.canShare?.(what)) {
    try {
      await navigator.share(what);
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "closed";
    }
  }
  try {
    await putOn(file, begun, () => navigator.clipboard.write([new ClipboardItem({ [TYPE]: file })]));
    return "picture copied";
  } catch {
    download({ name, type: TYPE, text: file });
    return "picture saved";
  }
}
