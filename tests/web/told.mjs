// Prints what a kept game tells those at a table of each given record, as JSON; null for what it keeps to itself.
import { argv } from "node:process";

const [, , module, given] = argv;
const { told } = await import(module);
const game = { title: "Sum", hash: "0a" };
console.log(JSON.stringify(JSON.parse(given).map(([record, steps]) => told(game, record, steps) ?? null)));
