"""Helpers of the tests of the keeping, which other tests use too."""

CHECKPOINT = r"""async () => {
  const at = (path) => import(new URL(path, document.querySelector("script[type=module]").src));
  const { saved } = await at("store.mjs");
  for (;;) {
    const [, checkpoint, ...records] = String(await saved()).split("\n");
    if (checkpoint) return records;
    await new Promise((done) => setTimeout(done, 100));
  }
}"""
"""The records of the log, once a checkpoint of them is stored."""
