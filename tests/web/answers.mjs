// What web/post.mjs makes of answers, one after the other, run by Node: `node answers.mjs URL ANSWER...`.
const [module, first, ...more] = process.argv.slice(2);
const { boxed, start, update } = await import(module);

const heard = [];
const rules = {
  start: async (saved) => (heard.push(saved), first),
  update: async (message) => (heard.push(message), more.shift()),
};
const found = [await start(rules, boxed("log"), "", "")];
while (more.length) found.push(await update(rules, { value: boxed("long"), data: {} }));
console.log(JSON.stringify({ heard, found }));
