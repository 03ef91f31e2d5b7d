import { zoneOffset } from '../../domain/zone.js';
import { DAY, MINUTE, type Instant } from '../../domain/time.js';
import type { IdleState } from './note.js';

export interface Due {
  /** `off`, `idle` or a time of day. */
  readonly dreamAt: string;
  readonly zone: string;
  /** The number of the bank's last change. */
  readonly sequence: number;
}

/** Whether a night is due by the bank's own setting. A bank in which nothing happened since the last night has nothing to dream of. */
export function isDue(
  { dreamAt, zone, sequence }: Due,
  { night, past }: IdleState,
  now: Instant,
): boolean {
  if (dreamAt === 'off') return false;
  if (night !== null) return true;
  const [last] = past;
  if (last !== undefined && last.to !== null && sequence <= last.to) return false;
  if (sequence === 0) return false;
  if (dreamAt === 'idle') return true;
  const [hours = 0, minutes = 0] = dreamAt.split(':').map(Number);
  const local = now + zoneOffset(zone, now);
  const since = local - Math.floor(local / DAY) * DAY - (hours * 60 + minutes) * MINUTE;
  // A clock that went back since the last night makes none due twice: the next time of day does.
  const from = now - (since >= 0 ? since : since + DAY);
  return last?.startedAt === undefined || last.startedAt === null || last.startedAt < from;
}
