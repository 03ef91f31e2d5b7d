import { MnemeError } from '../domain/errors.js';
import { LAST_INSTANT } from '../domain/instant-input.js';
import type { Clock } from '../ports/system.js';

/** A clock in whole milliseconds, as stored; `otherwise` supplies missing `ticks`. Throws `invalid_input` for a time out of range. */
export function wholeClock(clock: Pick<Clock, 'now'> & Partial<Clock>, otherwise: Clock): Clock {
  const whole: Clock = {
    now: () => {
      const now: unknown = clock.now();
      if (typeof now === 'number' && Math.abs(now) <= LAST_INSTANT) return Math.floor(now);
      throw refused('now', now, 'epoch milliseconds, up to the year 9999');
    },
    ticks: () => {
      const ticks: unknown = clock.ticks === undefined ? otherwise.ticks() : clock.ticks();
      if (typeof ticks === 'number' && Number.isFinite(ticks)) return ticks;
      throw refused('ticks', ticks, 'milliseconds');
    },
  };
  // Fail before anything is opened.
  whole.now();
  return whole;
}

function refused(method: string, value: unknown, wanted: string): MnemeError {
  return new MnemeError('invalid_input', `clock.${method}: must be ${wanted}.`, {
    field: `clock.${method}`,
    value: String(value),
    hint: `The clock that was given says ${String(value)}; give one such as { now: () => Date.now(), ticks: () => performance.now() }.`,
  });
}
