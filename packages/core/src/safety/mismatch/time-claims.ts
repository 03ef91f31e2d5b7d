import type { MentionedDate } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import { fieldOf, fields } from './fields.js';
import type { Disagreement, Described } from './disagreement.js';

const WRITTEN = fields(
  'date published publishedat publisheddate created createdat updated updatedat written timestamp',
);
const YEAR = 365 * DAY;
/** Tolerance for clock differences and time zones. */
const CLOCKS = 2 * DAY;
/**
 * How far a stated time may be from all dates in the text, by their precision; beyond ten times that it is
 * certainly wrong.
 */
const SLACK: Readonly<Record<MentionedDate['precision'], number>> = {
  minute: 60 * DAY,
  hour: 60 * DAY,
  day: 60 * DAY,
  weekend: 60 * DAY,
  week: 90 * DAY,
  month: YEAR,
  season: YEAR,
  year: 3 * YEAR,
  decade: 20 * YEAR,
};
const [FUTURE, APART, FAR_APART, BEFORE_ITS_TIME] = [0.4, 0.3, 0.5, 0.3];
/** Words about the future, which allow later dates. */
const AHEAD =
  /\b(?:will|shall|going to|plan(?:s|ned)?|until|till|by|due|valid|expires?|deadline|forecast|scheduled|expected|next|from|starting|wird|bis|geplant|ab|prévu|jusqu|hasta|previsto)\b/i;

/** Impossible times: in the future, far from the dates in the text, or before what the text is about. */
export function timeClaims({
  content,
  metadata,
  dates,
  saidAt,
  occurredFrom,
  occurredTo,
  recordedAt,
}: Described): Disagreement[] {
  const found: Disagreement[] = [];
  if (saidAt > recordedAt + CLOCKS)
    found.push({ weight: FUTURE, reason: `said on ${day(saidAt)}, which is yet to come` });
  const written = writtenAt(metadata);
  if (written !== null && written.at > recordedAt + CLOCKS)
    found.push({
      weight: FUTURE,
      reason: `${written.name} says ${day(written.at)}, which is yet to come`,
    });
  const named = dates.filter(
    (date) => !date.recurring && !date.approximate && /\d{4}/.test(date.text),
  );
  if (named.length === 0) return found;
  if (isGiven(occurredFrom, occurredTo, saidAt, dates)) {
    const excess = Math.min(
      ...named.map(
        (date) =>
          Math.max(0, date.from - occurredTo, occurredFrom - date.to) / SLACK[date.precision],
      ),
    );
    if (excess > 1)
      found.push({
        weight: excess > 10 ? FAR_APART : APART,
        reason: `said to have happened ${day(occurredFrom)}, but the text names ${named[0]?.text ?? ''}`,
      });
  }
  const known = written === null ? saidAt : Math.min(written.at, saidAt);
  if (named.every(({ from }) => from > known + YEAR) && !AHEAD.test(content))
    found.push({
      weight: BEFORE_ITS_TIME,
      reason: `dated ${day(known)}, but tells of ${named[0]?.text ?? ''}`,
    });
  return found;
}

/**
 * Whether the caller gave the time of the event: otherwise it is the only date of the text, or the moment
 * of saying.
 */
function isGiven(
  from: Instant,
  to: Instant,
  saidAt: Instant,
  dates: readonly MentionedDate[],
): boolean {
  return (
    !(from === saidAt && to === saidAt + 1) &&
    !dates.some((date) => date.from === from && date.to === to)
  );
}

function writtenAt(
  metadata: Described['metadata'],
): { readonly name: string; readonly at: Instant } | null {
  const field = fieldOf(metadata, WRITTEN);
  if (field === null || !/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(field.value)) return null;
  const at = Date.parse(field.value);
  return Number.isNaN(at) ? null : { name: field.name, at };
}

function day(instant: Instant): string {
  return new Date(instant).toISOString().slice(0, 10);
}
