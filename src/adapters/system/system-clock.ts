import type { Clock } from '../../ports/clock.js';

export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  ticks: () => performance.now(),
});
