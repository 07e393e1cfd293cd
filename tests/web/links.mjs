// What is read of links of the workshop, each given as JSON; prints a link to the text first, then the text of each, or why not.
const { packed, unpacked } = await import(process.argv[2]);
const [text, made] = JSON.parse(process.argv[3]);
const link = await packed(text);
const read = (hash) => unpacked(hash).then((found) => found ?? null, ({ message }) => message);
const ways = Object.entries(made).map(async ([name, old]) => [name, await read(old.replace("LINK", link.slice(1)))]);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const changed = Array.from(link).flatMap((letter, place) => {
  const at = LETTERS.indexOf(letter);
  const others = place < 3 ? [] : [LETTERS[(at + 1) % 64], LETTERS[(at + 17) % 64]];
  return others.map((other) => `${link.slice(0, place)}${other}${link.slice(place + 1)}`);
});
const others = (await Promise.all(changed.map(read))).filter((found) => found !== "it is damaged" && found !== text);
console.log(JSON.stringify([link, Object.fromEntries(await Promise.all(ways)), changed.length, others]));
