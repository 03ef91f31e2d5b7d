import { MnemeError } from '../domain/errors.js';
import type { ParsedImageInput } from '../domain/image.js';
import { instantOf, RememberInput, type ParsedRememberInput } from '../domain/input.js';
import { SOURCE_CONFIDENCE, type MemoryKind, type Provenance } from '../domain/memory.js';
import { datedPeriod, type Instant } from '../domain/time.js';
import { parseInput } from '../domain/parse-input.js';
import { scopeTags } from '../domain/scope.js';
import { endOf } from '../domain/expiry.js';
import { holdsRecalled, stripRecalled } from '../domain/recalled-text.js';
import { offsetOf, UTC, zoneOffset } from '../domain/zone.js';
import { contentHash } from '../language/content-hash.js';

/** An input that may go on: valid, free of our own recalled text, every default decided. */
export interface AdmittedInput {
  readonly content: string;
  /** See `Memory.contentHash`. */
  readonly hash: string;
  readonly kind: MemoryKind;
  readonly confidence: number;
  /** As given; null means: to be read off the text. */
  readonly importance: number | null;
  readonly position: number | null;
  readonly saidAt: Instant;
  /** What the speaker's calendar and clock showed then, as if that were UTC: dates in the text are read against it. */
  readonly local: Instant;
  /** Whether the caller told when it was said. */
  readonly timed: boolean;
  readonly occurred: { readonly from: Instant; readonly to: Instant } | null;
  /** Until when it may have been said: the end of the day, where a day was given. */
  readonly saidUntil: Instant;
  readonly provenance: Provenance;
  readonly tags: readonly string[];
  /** Tags that say whose it is. They are ids, and no text to be cleaned. */
  readonly scope: readonly string[];
  /** Until when it is of use; null where it stays. */
  readonly expiresAt: Instant | null;
  readonly images: readonly ParsedImageInput[];
  readonly metadata: NonNullable<ParsedRememberInput['metadata']>;
  /** What tells it from a memory of the same words, and from one that says the same in others; null where nothing does. */
  readonly apart: string | null;
  /** Memories whose recalled text was taken out of the content. */
  readonly stripped: readonly string[];
}

/**
 * Validates and completes one input; where it tells no offset, the speaker's clock is that of `zone`, the bank's. Throws
 * `invalid_input` naming field, value and mend. `content` may come out empty.
 */
export function admit(
  raw: unknown,
  now: Instant,
  path = 'input',
  zone: string = UTC,
): AdmittedInput {
  const input = parseInput(RememberInput, raw, path);
  const { text: content, ids: stripped } = stripRecalled(input.content);
  const metadata = withoutRecalled(input.metadata ?? {});
  const source = input.source ?? 'user';
  const kind =
    input.kind ??
    (input.session !== undefined && input.speaker !== undefined ? 'experience' : 'fact');
  const saidAt = input.saidAt === undefined ? now : instantOf(input.saidAt);
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
    local: saidAt + (offsetOf(input.saidAt) ?? zoneOffset(zone, saidAt)),
    timed: input.saidAt !== undefined,
    saidUntil: dated(raw, 'saidAt')?.to ?? saidAt + 1,
    occurred: occurredFrom(input, saidAt, raw),
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
    expiresAt: endOf(input, now, path) ?? null,
    images: input.images ?? [],
    metadata,
    apart,
    stripped,
  };
}

/** A reason that quotes a memory with its marks keeps its own words. */
function withoutRecalled(metadata: AdmittedInput['metadata']): AdmittedInput['metadata'] {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' && holdsRecalled(value) ? stripRecalled(value).text : value,
    ]),
  );
}

/**
 * As finely as it was given: what began in "2019" happened in that year, and what ended before "2020" did in the year before, unless it was
 * said before then.
 */
function occurredFrom(
  input: ParsedRememberInput,
  saidAt: Instant,
  raw: unknown,
): AdmittedInput['occurred'] {
  if (input.occurredFrom === undefined && input.occurredTo === undefined) return null;
  const to =
    input.occurredTo ?? dated(raw, 'occurredFrom')?.to ?? (input.occurredFrom ?? saidAt) + 1;
  const from = input.occurredFrom ?? (saidAt < to ? saidAt : startBefore(to, raw));
  if (from >= to) {
    throw new MnemeError('invalid_input', 'occurredTo must be after occurredFrom.', {
      field: 'occurredTo',
      value: input.occurredTo,
    });
  }
  return { from, to };
}

/** The start of the year, month or day that ends where the end was given. */
function startBefore(to: Instant, raw: unknown): Instant {
  const precision = dated(raw, 'occurredTo')?.precision;
  const last = new Date(to - 1).toISOString();
  const period =
    precision === undefined
      ? null
      : datedPeriod(
          last.slice(0, { year: 4, month: 7, day: 10 }[precision as 'year' | 'month' | 'day']),
        );
  return period?.from ?? to - 1;
}

function dated(
  raw: unknown,
  field: 'saidAt' | 'occurredFrom' | 'occurredTo',
): ReturnType<typeof datedPeriod> {
  return typeof raw === 'object' && raw !== null
    ? datedPeriod((raw as Record<string, unknown>)[field])
    : null;
}
