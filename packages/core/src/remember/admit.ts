import { onCalendar, startIn } from '../domain/occurrence.js';
import { MnemeError } from '../domain/errors.js';
import type { ParsedImageInput } from '../domain/image.js';
import type { ParsedNoteInput } from '../domain/note.js';
import { RememberInput, type ParsedRememberInput } from '../domain/input.js';
import { SOURCE_CONFIDENCE, type MemoryKind, type Provenance } from '../domain/memory.js';
import {
  datedPeriod,
  type Instant,
  isoSecond,
  offsetOf,
  offsetsOf,
  type Period,
  UTC,
  zoneOffset,
} from '../domain/time.js';
import { parseInput } from '../domain/parse-input.js';
import { scopeTags } from '../domain/scope.js';
import { requestedExpiry } from '../domain/expiry.js';
import { holdsRecalled, stripRecalled } from '../domain/recalled-text.js';
import { contentHash } from '../language/text-hash.js';

/** A validated input, free of our own recalled text, with every default filled in. */
export interface AdmittedInput {
  readonly content: string;
  /** See `Memory.contentHash`. */
  readonly hash: string;
  readonly kind: MemoryKind;
  readonly confidence: number;
  /** As given; null means it will be estimated from the text. */
  readonly importance: number | null;
  readonly position: number | null;
  readonly saidAt: Instant;
  /** The speaker's local time, as if it were UTC: dates in the text are read relative to it. */
  readonly local: Instant;
  /** The speaker's zone; null if the given offset is not that of the bank's zone at that moment. */
  readonly zone: string | null;
  /** Whether the caller gave the time of saying. */
  readonly timed: boolean;
  readonly occurred: { readonly from: Instant; readonly to: Instant } | null;
  /** The day, month or year on the calendar in which it was said, if the time given is no more precise; else null. */
  readonly saidOn: Period | null;
  readonly provenance: Provenance;
  readonly tags: readonly string[];
  /** Tags of its scope. They are ids, not text to be cleaned. */
  readonly scope: readonly string[];
  /** When it expires; null if it never does. */
  readonly expiresAt: Instant | null;
  readonly images: readonly ParsedImageInput[];
  /** Its structure, if it is a note. */
  readonly note: ParsedNoteInput | null;
  readonly metadata: NonNullable<ParsedRememberInput['metadata']>;
  /** Distinguishes it from memories with the same or synonymous words; null by default. */
  readonly apart: string | null;
  /** Memories whose recalled text was removed from the content. */
  readonly stripped: readonly string[];
}

/**
 * Validates and completes one input; without an offset, the speaker's clock is in `zone`, the bank's. Throws
 * `invalid_input` naming field, value and remedy. `content` may come out empty.
 */
export function admit(
  raw: unknown,
  now: Instant,
  path = 'input',
  zone: string = UTC,
): AdmittedInput {
  const offset = offsetsOf(zone);
  const input = parseInput(RememberInput, raw, path);
  const { text: content, ids: stripped } = stripRecalled(input.content);
  const metadata = withoutRecalled(input.metadata ?? {});
  const source = input.source ?? 'user';
  const kind =
    input.kind ??
    (input.note !== undefined
      ? 'note'
      : input.session !== undefined && input.speaker !== undefined
        ? 'experience'
        : 'fact');
  const saidAt = input.saidAt === undefined ? now : startIn(input.saidAt, offset);
  const speaker = input.speaker ?? null;
  const apart =
    input.distinct === true
      ? JSON.stringify(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))
      : null;
  return {
    content,
    hash: contentHash(content, kind, speaker, apart),
    kind,
    confidence: input.confidence ?? SOURCE_CONFIDENCE[source],
    importance: input.importance ?? null,
    position: input.position ?? null,
    saidAt,
    ...clockOf(input.saidAt, saidAt, zone),
    timed: input.saidAt !== undefined,
    saidOn: datedPeriod(input.saidAt),
    occurred:
      input.note === undefined
        ? occurredFrom(input, saidAt, path)
        : (occurredFrom(input, saidAt, path) ?? daysOf(input.note)),
    provenance: {
      source,
      speaker,
      session: input.session ?? null,
      turn: input.turn ?? null,
      origin: input.origin ?? null,
      saidAt,
    },
    tags: [...new Set(input.tags ?? [])],
    scope: scopeTags(input),
    expiresAt: requestedExpiry(input, now, path, offset) ?? null,
    images: input.images ?? [],
    note: input.note ?? null,
    metadata,
    apart,
    stripped,
  };
}

/** The speaker's local time, and the bank's zone unless the given offset is not the zone's at that moment. */
function clockOf(
  given: unknown,
  saidAt: Instant,
  zone: string,
): Pick<AdmittedInput, 'local' | 'zone'> {
  const [told, ofZone] = [offsetOf(given), zoneOffset(zone, saidAt)];
  return { local: saidAt + (told ?? ofZone), zone: told === null || told === ofZone ? zone : null };
}

/** When a note holds or happened; null if it states no day. */
function daysOf({ from, until }: ParsedNoteInput): AdmittedInput['occurred'] {
  const first = datedPeriod(from ?? until);
  const last = datedPeriod(until ?? from);
  return first === null || last === null ? null : { from: first.from, to: last.to };
}

/** Removes quoted memories from metadata values, such as a reason that quotes one. */
function withoutRecalled(metadata: AdmittedInput['metadata']): AdmittedInput['metadata'] {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' && holdsRecalled(value) ? stripRecalled(value).text : value,
    ]),
  );
}

/**
 * As precise as given: what began in "2019" happened in that year, and what ended before "2020" happened in the year
 * before, unless it was said before then.
 */
function occurredFrom(
  input: ParsedRememberInput,
  saidAt: Instant,
  path: string,
): AdmittedInput['occurred'] {
  if (input.occurredFrom === undefined && input.occurredTo === undefined) return null;
  const to = endOfOccurrence(input, saidAt);
  const from =
    input.occurredFrom !== undefined
      ? onCalendar(input.occurredFrom)
      : saidAt < to
        ? saidAt
        : startBefore(to, input.occurredTo);
  if (from >= to) {
    throw new MnemeError('invalid_input', `${path}.occurredTo: must be after occurredFrom.`, {
      field: `${path}.occurredTo`,
      value: input.occurredTo,
      hint: `Got ${isoSecond(to)}; it began ${isoSecond(from)}.`,
    });
  }
  return { from, to };
}

/** If start and end are the same day, the whole day is meant. */
function endOfOccurrence(
  { occurredFrom: from, occurredTo: to }: ParsedRememberInput,
  saidAt: Instant,
): Instant {
  if (to === undefined) return datedPeriod(from)?.to ?? onCalendar(from ?? saidAt) + 1;
  return to === from ? (datedPeriod(to)?.to ?? onCalendar(to)) : onCalendar(to);
}

/** The start of the year, month or day that ends at the given end. */
function startBefore(to: Instant, given: unknown): Instant {
  const precision = datedPeriod(given)?.precision;
  const last = new Date(to - 1).toISOString();
  const period =
    precision === undefined
      ? null
      : datedPeriod(
          last.slice(0, { year: 4, month: 7, day: 10 }[precision as 'year' | 'month' | 'day']),
        );
  return period?.from ?? to - 1;
}
