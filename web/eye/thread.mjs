// The reader, in a thread of its own, one picture after the other. Where it fails or does not answer, that is told, and the next
// picture has another.
const PATIENCE = 20_000; // milliseconds

export function readerThread(fail) {
  const script = new URL("worker.mjs", import.meta.url);
  let worker, asked, late;
  function end() {
    clearTimeout(late);
    worker?.terminate();
    worker = undefined;
  }
  function stop() {
    end();
    fail();
  }
  function begin() {
    const one = globalThis.onefile?.worker(`import("${script}")`) ?? new Worker(script, { type: "module" });
    [worker, asked] = [one, []];
    one.addEventListener("message", ({ data }) => {
      if (one !== worker) return;
      clearTimeout(late);
      asked.shift()?.(data);
    });
    for (const type of ["error", "messageerror"]) one.addEventListener(type, () => one === worker && stop());
  }
  async function read(picture) {
    clearTimeout(late);
    late = setTimeout(stop, PATIENCE);
    try {
      if (!worker) begin();
      worker.postMessage(picture);
    } catch (error) {
      stop();
      throw error;
    }
    return new Promise((answer) => asked.push(answer));
  }
  begin(); // while the camera is asked for
  return { read, end };
}
