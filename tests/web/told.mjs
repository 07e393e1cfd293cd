// Prints what a kept game tells those at a table of each given record, null for what it keeps to itself, and at which of the
// given times it may; as JSON.
import { argv } from "node:process";

const [, , module, given, times] = argv;
const { mayTell, told } = await import(module);
const game = { title: "Sum", hash: "0a" };
const rolls = JSON.parse(given).map(([record, steps]) => told(game, record, steps) ?? null);
console.log(JSON.stringify([rolls, JSON.parse(times).filter(mayTell)]));
