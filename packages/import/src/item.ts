import type { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { ImportFormat, ReaderName } from '@mneme/core/domain/import-export.js';
import { inPlainWords, RememberInput } from '@mneme/core/domain/input.js';
import { clockText, datedPeriod, type Instant, offsetOf } from '@mneme/core/domain/time.js';

/** Position of an item in its file. */
export interface Place {
  /** Its first line, from 1. A file that is one JSON value counts as one line. */
  readonly line: number;
  /**
   * UTF-8 bytes of the file that it used, with everything skipped since the item before. Their sum measures progress;
   * blank text after the last item is not counted.
   */
  readonly bytes: number;
}

/** An input for a memory, valid by the schema `RememberInput`. */
interface MemoryItem extends Place {
  readonly ok: true;
  readonly input: RememberInput;
}

/**
 * Why a well-formed entry is no memory: instructions to a model; a message without words, such as a bare tool call;
 * tool output; a client's own records; a regenerated answer; a system notice; a picture, a recording or a file
 * without text in the export.
 */
const SKIP_REASONS = [
  'system prompt',
  'no text',
  'tool output',
  'bookkeeping',
  'other branch',
  'notice',
  'attachment',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

interface SkippedItem extends Place {
  readonly ok: true;
  readonly skipped: SkipReason;
}

/** An entry that cannot be read. Reading continues after it. */
export interface MalformedItem extends Place {
  readonly ok: false;
  /** `malformed_import`: the place, the problem, the value (shortened), and the fix. */
  readonly error: MnemeError;
}

/** One entry of an imported file. Distinguish the first two by `'skipped' in item`. */
export type ImportItem = MemoryItem | SkippedItem | MalformedItem;

export interface ReadOptions {
  /** The file or feed, as in the memories' provenance; a longer name is cut to its last 200 characters. */
  readonly origin: string;
  /** Time of entries where the text states none. */
  readonly fallbackTime: Instant;
  /** The one sample to read of a data set with several. Default: all. Other formats ignore it. */
  readonly sample?: string | undefined;
  /** Names of people by id, for folders that list them in a separate file. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** Turns the text of a file into memory inputs. Pure: the caller opens the file and passes its decoded text. */
export interface ImportReader<Name extends ImportFormat = ReaderName> {
  readonly name: Name;
  /** One sentence for a person choosing a format. */
  readonly describes: string;
  /** File name extensions, lower case with the dot. */
  readonly extensions: readonly string[];
  /** Whether a file that starts with `head` is likely in this format. */
  looksLike(path: string, head: string): boolean;
  /** Chunks may be cut anywhere. Rejects only when `chunks` does: unreadable entries become items. */
  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem>;
}

/** A place that has a name besides its line, as in `session_3, turn D3:14`. */
export interface NamedPlace extends Place {
  readonly name?: string;
}

/** An error at a place: a clause without a full stop, the offending value, and the fix. */
export interface Fault {
  readonly problem: string;
  readonly hint: string;
  readonly value?: unknown;
  readonly field?: string;
}

type Unchecked = { readonly [Field in keyof RememberInput]?: unknown };

/** Validates the fields that a reader extracted, so that an error can still name the line. */
export function toItem(place: NamedPlace, fields: Unchecked): ImportItem {
  const content = typeof fields.content === 'string' ? wellFormed(fields.content) : fields.content;
  if (typeof content === 'string' && content.trim() === '') return skipped(place, 'no text');
  const parsed = RememberInput.safeParse({ ...fields, content }, { error: inPlainWords });
  if (parsed.success) return { ok: true, line: place.line, bytes: place.bytes, input: parsed.data };
  const [field] = parsed.error.issues[0]?.path ?? [];
  const value = field === undefined ? content : fields[field as keyof Unchecked];
  const fault = faultOf(parsed.error, 'entry', '', value);
  return malformed(place, { ...fault, hint: `Mend ${fault.field} there, or leave it out.` });
}

/** What is wrong with an entry that does not fit its schema; `whole` is what the entry itself is called. */
export function faultOf(error: z.ZodError, whole: string, hint: string, value: unknown) {
  const [issue] = error.issues;
  const field = (issue?.path ?? []).join('.') || whole;
  return { problem: `${field}: ${issue?.message ?? 'is not valid'}`, hint, field, value };
}

export function skipped(place: Place, reason: SkipReason): SkippedItem {
  return { ok: true, line: place.line, bytes: place.bytes, skipped: reason };
}

export function malformed(
  { line, bytes, name }: NamedPlace,
  { problem, hint, value, field }: Fault,
): MalformedItem {
  const error = new MnemeError('malformed_import', `${name ?? `Line ${line}`}: ${problem}.`, {
    hint,
    ...(value === undefined ? {} : { value: shortened(value) }),
    ...(field === undefined ? {} : { field }),
  });
  return { ok: false, line, bytes, error };
}

/** An origin that fits the schema; a long path keeps its end, which identifies it best. */
export function shortOrigin(origin: string): string {
  const trimmed = origin.trim();
  return trimmed.length > 200 ? `…${wellFormed(trimmed.slice(-199))}` : trimmed;
}

/** Replaces lone surrogates, which UTF-8 cannot store; exports cut by length contain them. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function shortened(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 77).replace(/\p{Surrogate}$/u, '')}…` : text;
}

/** Threshold between epoch seconds and milliseconds: 1973 in milliseconds, the year 5138 in seconds. */
const FIRST_MILLISECONDS = 1e11;
const LAST_INSTANT = 8.64e15;
/** Longer texts are not parsed: no time is that long, and matching them costs time. */
const LONGEST = 80;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2025-02-03`, `2025-02-03T18:12:00.5+01:00`, `2025/02/03 (Mon) 18:12`. */
const YEAR_FIRST =
  /^(?<year>\d{4})([-/])(?<month>\d{1,2})\2(?<day>\d{1,2})(?:(?:[T,]|\s|\([A-Za-z]+\))+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>[.,]\d+)?)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?$/i;
/** `1:56 pm on 8 May, 2023`. */
const TIME_FIRST =
  /^(?<hour>\d{1,2}):(?<minute>\d{2})\s*(?<half>[ap])\.?m\.?\s+on\s+(?<day>\d{1,2})\s+(?<month>[A-Za-z]{3,9}),?\s+(?<year>\d{4})$/i;
/** `Mon, 03 Feb 2025 18:12:00 GMT`: free-form dates are accepted only with a zone, as others depend on the machine. */
const ZONED = /\d{4}.*\d{1,2}:\d{2}.*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\)?$/i;

/**
 * Parses a time as found in files: ISO 8601, epoch seconds or milliseconds, and the notations of the supported data
 * sets. Without a zone it is UTC, so that a file means the same on every machine. Undefined: not a time.
 */
export function readTime(value: unknown): Instant | undefined {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.length > LONGEST) return undefined;
  if (/^-?\d{9,}(\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  const parts = (YEAR_FIRST.exec(text) ?? TIME_FIRST.exec(text))?.groups;
  if (parts !== undefined) return fromParts(parts);
  return ZONED.test(text) ? inRange(Date.parse(text)) : undefined;
}

/** An instant; or an ISO 8601 text: a date alone, or a time with the offset of the local clock that showed it. */
export type Stated = Instant | string;

/**
 * {@link readTime}, but keeps a date alone (interpreted in the bank's zone) and a stated offset, which says whose day
 * it is. A zero offset is dropped: programs write UTC by default, so it says nothing of the speaker.
 */
export function readStated(value: unknown): Stated | undefined {
  const instant = readTime(value);
  if (instant === undefined || typeof value !== 'string') return instant;
  if (datedPeriod(value) !== null) return value.trim();
  const offset = offsetOf(value.trim().replace(/([+-]\d{2})$/, '$1:00'));
  return offset === null || offset === 0 ? instant : clockText(instant, offset);
}

function fromEpoch(count: number): Instant | undefined {
  return inRange(Math.abs(count) < FIRST_MILLISECONDS ? count * 1_000 : count);
}

function fromParts(parts: Readonly<Record<string, string | undefined>>): Instant | undefined {
  const [year, day, minute, second] = [parts.year, parts.day, parts.minute, parts.second].map(
    (digits) => Number(digits ?? 0),
  );
  const month = monthNumber(parts.month ?? '');
  const hour = hourOfDay(Number(parts.hour ?? 0), parts.half?.toLowerCase());
  if (year === undefined || day === undefined || minute === undefined || second === undefined)
    return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that its month does not have would roll over into the next: reject it.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const fraction = Number(`0${(parts.fraction ?? '').replace(',', '.')}`);
  return inRange(
    date.getTime() +
      ((hour * 60 + minute - zoneMinutes(parts.zone)) * 60 + second + fraction) * 1_000,
  );
}

/** 1 to 12; 0 for a word that names no month. */
function monthNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function zoneMinutes(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -size : size;
}

function inRange(instant: number): Instant | undefined {
  return Number.isFinite(instant) && Math.abs(instant) <= LAST_INSTANT
    ? Math.round(instant)
    : undefined;
}

/** Assigns each turn of a file its position and time within its session. */
export class SessionClock {
  private readonly sessions = new Map<string, { position: number; latest: Stated }>();

  constructor(private readonly fallback: Instant) {}

  /**
   * A stated time is kept as it is, with its offset. A turn without one takes the latest of its session so far, to
   * stay in order; the first of a session takes the session's start where known, else the fallback.
   */
  next(
    session: string,
    stated: Stated | undefined,
    startedAt?: Stated,
  ): { readonly position: number; readonly saidAt: Stated } {
    const before = this.sessions.get(session);
    const saidAt = stated ?? before?.latest ?? startedAt ?? this.fallback;
    const position = before === undefined ? 0 : before.position + 1;
    const latest =
      before !== undefined && momentOf(before.latest) > momentOf(saidAt) ? before.latest : saidAt;
    this.sessions.set(session, { position, latest });
    return { position, saidAt };
  }
}

/** For ordering only: bare dates of a file share one clock. */
const momentOf = (stated: Stated): Instant => new Date(stated).getTime();
