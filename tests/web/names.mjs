// What is said of the names of texts, each given with a place as JSON: the name there, and how what is typed may go on.
import { readFileSync } from "node:fs";
const { nameAt, endings } = await import(process.argv[2]);
const [known, given] = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(given.map(([text, place]) => [nameAt(text, place), endings(text, place, known)])));
