// Carries messages to the rules' worker and answers back: each is written once and read once. The page's Python is handed
// objects, of which it reads what it needs and hands on the rest. A string would be copied into it, and it has no room for
// one of a few megabytes (a log of some thousand rolls): `boxed` makes it an object too.
export const boxed = (text) => Object(text);

const sent = {}; // the regions as the rules have sent them last, and the looks

// An answer has null for what stays as it was sent last.
async function read(asked) {
  const { regions, looks, ...answer } = JSON.parse(await asked);
  for (const [id, html] of Object.entries(regions)) regions[id] = html ?? sent[id];
  Object.assign(sent, regions);
  sent.looks = looks ?? sent.looks;
  return { ...answer, regions, looks: sent.looks };
}

export const start = (rules, saved, where, root) => read(rules.start(String(saved), where, root));
export const update = (rules, message) => read(rules.update(JSON.stringify(message)));
