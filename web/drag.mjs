// Somebody's line is dragged to another place in the order of acting. The buttons Earlier and Later do the same by keys.
const EDGE = 72; // pixels from the window's edges within which the page scrolls along
const PACE = 10; // pixels that it scrolls in a frame
const SETTLED = 1_000; // milliseconds after which the lines lie as the page has them, whether it was drawn anew or not

export function drag(grip, { pointerId, clientY }) {
  const line = grip.closest("li");
  const lines = [...line.parentElement.children].filter((one) => one.querySelector(":scope > .grip"));
  const boxes = lines.map((one) => one.getBoundingClientRect());
  const middles = boxes.map(({ top, height }) => top + height / 2);
  const from = lines.indexOf(line);
  const began = clientY + scrollY;
  let [at, to, frame] = [clientY, from, 0];

  function lay() {
    const by = at + scrollY - began;
    const middle = middles[from] + by;
    to = from;
    while (to + 1 < lines.length && middle > middles[to + 1]) to += 1;
    while (to > 0 && middle < middles[to - 1]) to -= 1;
    lines.forEach((one, place) => {
      const makesRoom = place > from && place <= to ? -1 : place < from && place >= to ? 1 : 0;
      one.style.translate = `0 ${one === line ? by : makesRoom * boxes[from].height}px`;
    });
  }

  function follow() {
    if (!line.isConnected) return end();
    const beyond = at < EDGE ? -PACE : at > innerHeight - EDGE ? PACE : 0;
    if (beyond) scrollBy(0, beyond);
    lay();
    frame = requestAnimationFrame(follow);
  }

  const clear = () => lines.forEach((one) => one.style.removeProperty("translate"));

  function end() {
    cancelAnimationFrame(frame);
    line.classList.remove("dragged");
    for (const [type, listener] of heard) removeEventListener(type, listener, true);
  }

  function drop() {
    end();
    if (to === from || !line.isConnected) return clear();
    grip.dataset.by = lines[to].querySelector(".grip").value - grip.value;
    grip.click();
    grip.dataset.by = 0;
    setTimeout(clear, SETTLED);
  }

  function giveUp() {
    end();
    clear();
  }

  const heard = [
    ["pointermove", (event) => (at = event.clientY)],
    ["pointerup", drop],
    ["pointercancel", giveUp],
    ["keydown", ({ key }) => key === "Escape" && giveUp()],
  ];
  try {
    grip.setPointerCapture(pointerId);
  } catch {
    return; // it was let go meanwhile
  }
  for (const [type, listener] of heard) addEventListener(type, listener, true);
  line.classList.add("dragged");
  follow();
}
