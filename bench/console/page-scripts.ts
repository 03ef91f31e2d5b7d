/** Runs in the page, as text: what compiles this file would put names of its own into functions. */

/** Of each key and click, how long until the page had painted what it did: `measured`. */
export const TIME_INTERACTIONS = `
globalThis.measured = [];
for (const type of ['click', 'keydown', 'input'])
  addEventListener(type, ({ timeStamp }) => {
    requestAnimationFrame(() => {
      // A task after the frame: by then it is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => measured.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  }, { capture: true });
`;

/** Counts frames from now on: `counted`. */
export const COUNT_FRAMES = `
globalThis.counted = { frames: 0, longest: 0 };
let last = performance.now();
requestAnimationFrame(function frame() {
  const now = performance.now();
  counted.longest = Math.max(counted.longest, now - last);
  last = now;
  counted.frames += 1;
  requestAnimationFrame(frame);
});
`;
