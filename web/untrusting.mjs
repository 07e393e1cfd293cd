// In the worker nothing may become a script: where the browser knows trusted types, whoever tries is told by an error
// that it can catch, as Pyodide does when it looks where it is. The page has a policy of its own.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL(url) {
    throw new TypeError(`No script is loaded from ${url}`);
  },
});
