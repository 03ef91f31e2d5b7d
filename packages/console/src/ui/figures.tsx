/** A number with its noun in singular or plural. */
export const one = (n: number, single: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? single : many}`;

const WHOLE = new Intl.NumberFormat('en');

export const count = (value: number): string => WHOLE.format(value);
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

/** A share from 0 to 1 as a small bar with a label. */
export function Meter({ share, label }: { readonly share: number; readonly label: string }) {
  const words = `${label} ${percent(share)}`;
  return (
    <span class="row" style={{ gap: '0.35rem' }} title={words}>
      <span class="meter" role="img" aria-label={words}>
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span class="number" aria-hidden="true">
        {percent(share)}
      </span>
    </span>
  );
}

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly words: string;
}

/** A bar chart; negative values extend to the left. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const high = Math.max(0, ...bars.map(({ value }) => value));
  const span = high - low || 1;
  const zero = (-low / span) * 100;
  return (
    <dl class="bars">
      {bars.map(({ name, value, words }) => (
        <>
          <dt>{name}</dt>
          <dd class="track" aria-hidden="true">
            <u style={{ left: `${zero}%` }} />
            <i
              class={value < 0 ? 'minus' : ''}
              style={{
                left: `${value < 0 ? zero + (value / span) * 100 : zero}%`,
                width: `${(Math.abs(value) / span) * 100}%`,
              }}
            />
          </dd>
          <dd class="number">{words}</dd>
        </>
      ))}
    </dl>
  );
}

const DAY_PARTS = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const DAY = new Intl.DateTimeFormat('en-GB', DAY_PARTS);
const CALENDAR = new Intl.DateTimeFormat('en-GB', { ...DAY_PARTS, timeZone: 'UTC' });
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;

/** The reader's day of a moment, or a day on the calendar (`2025-07-06`), the same for every reader. */
export const dayOf = (at: number | string): string =>
  typeof at === 'string' ? CALENDAR.format(Date.parse(at)) : DAY.format(at);
export const exactly = (at: number): string => EXACT.format(at);

/** "3 minutes ago" for recent times, else the day. */
function nearOrDay(at: number, now = Date.now()): string {
  const ago = at - now;
  const far = Math.abs(ago);
  if (far < MINUTE) return RELATIVE.format(Math.round(ago / 1000), 'second');
  if (far < HOUR) return RELATIVE.format(Math.round(ago / MINUTE), 'minute');
  if (far < DAY_MS) return RELATIVE.format(Math.round(ago / HOUR), 'hour');
  if (far < 7 * DAY_MS) return RELATIVE.format(Math.round(ago / DAY_MS), 'day');
  return DAY.format(at);
}

/** A time as the value of a `datetime-local` input, in local time. */
export function localInput(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** A time in short; in full on hover. */
export function Moment({
  at,
  clock = false,
}: {
  readonly at: number;
  /** Show the time of day. */
  readonly clock?: boolean;
}) {
  return (
    <time dateTime={new Date(at).toISOString()} title={EXACT.format(at)}>
      {nearOrDay(at)}
      {clock && `, ${CLOCK.format(at)}`}
    </time>
  );
}
