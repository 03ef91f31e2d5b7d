const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;

export const dayOf = (at: number): string => DAY.format(at);
export const exactly = (at: number): string => EXACT.format(at);

/** "3 minutes ago" for what is near, else the day. */
export function nearOrDay(at: number, now = Date.now()): string {
  const ago = at - now;
  const far = Math.abs(ago);
  if (far < MINUTE) return RELATIVE.format(Math.round(ago / 1000), 'second');
  if (far < HOUR) return RELATIVE.format(Math.round(ago / MINUTE), 'minute');
  if (far < DAY_MS) return RELATIVE.format(Math.round(ago / HOUR), 'hour');
  if (far < 7 * DAY_MS) return RELATIVE.format(Math.round(ago / DAY_MS), 'day');
  return DAY.format(at);
}

/** A moment as an input of a day and an hour takes it, by this machine's clock. */
export function localInput(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** A moment in short; in full where the pointer rests. */
export function Moment({
  at,
  clock = false,
}: {
  readonly at: number;
  /** With the hour. */
  readonly clock?: boolean;
}) {
  return (
    <time dateTime={new Date(at).toISOString()} title={EXACT.format(at)}>
      {nearOrDay(at)}
      {clock && `, ${CLOCK.format(at)}`}
    </time>
  );
}
