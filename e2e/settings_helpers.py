"""Helpers of the tests of the settings, which other tests use too."""

LOCKS = """
let held = 0;
const count = (by) => { held += by; document.documentElement.dataset.held = held; };
const request = async () => {
  count(1);
  const lock = new EventTarget();
  lock.released = false;
  lock.release = async () => { if (!lock.released) count(-1); lock.released = true; };
  globalThis.takeAway = lock.release;
  return lock;
};
if (navigator.wakeLock) navigator.wakeLock.request = request; // a blank page has none in every browser
"""
"""A screen that is kept on `data-held` times; the browser takes that away with `takeAway`."""
