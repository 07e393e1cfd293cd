// All that the app keeps on a device. What stores, bounds, exports or deletes any of it goes by this list, which
// docs/promises.md tells in the same order: the `database`, or how keys begin that lie beside it (`local`), the most, whether
// an export has it and whether *Delete* takes it; what lies in a database of its own has a module that does so.
const root = new URL(".", import.meta.url).pathname;
const database = `pyrules ${root}`;

export const KEPT = {
  log: { database, most: { events: 250_000, characters: 1_000_000 }, exported: true, deleted: true },
  settings: { database, deleted: true },
  key: { database, most: { days: 30 }, deleted: true },
  games: {
    database: `pyrules own ${root}`,
    most: { games: 50, text: 100_000, records: 20_000, characters: 50_000, setting: 500_000, settings: 5_000_000 },
    exported: true,
    deleted: true,
    beside: () => import("./workshop/games.mjs"),
  },
  drafts: { local: `${database} workshop`, most: { texts: 20 }, deleted: true },
  looks: { local: `${database} looks`, deleted: true },
  files: {},
};
