// Makes the one file from a built site, by the site's own script: `node onefile.mjs <site folder> <file> <address>`.
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file, address] = process.argv.slice(2);
const { assemble } = await import(pathToFileURL(resolve(folder, "onefile/assemble.mjs")));
await writeFile(file, await assemble((path) => readFile(join(folder, path)), address));
