// Has the one file made that holds the whole app, in a worker, since packing takes seconds.
export async function taken() {
  const maker = new Worker(new URL("make.mjs", import.meta.url), { type: "module" });
  const { data } = await new Promise((resolve, reject) => {
    maker.addEventListener("message", resolve);
    maker.addEventListener("error", () => reject(new Error("The worker that makes it cannot be run")));
  });
  if (data.error) throw new Error(data.error);
  return data.file;
}
