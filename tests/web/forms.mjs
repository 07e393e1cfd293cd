// What is read of what a pen tells of forms; a list of such is handed in.
import { readFileSync } from "node:fs";
const { forms } = await import(process.argv[2]);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((told) => forms(told))));
