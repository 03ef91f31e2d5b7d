import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';
import {
  type ImportItem,
  malformed,
  type MalformedItem,
  type NamedPlace,
  type Place,
  readTime,
} from './item.js';

/** Maximum line length, in UTF-16 units. */
const MAX_LINE = 4 * 1024 * 1024;

/** Length of the sample that is kept of a line that is too long. */
const SAMPLE = 200;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line ending; of a line over the limit, its beginning. */
  readonly text: string;
  /** UTF-8 bytes with the line ending, and the byte order mark on the first line. */
  readonly bytes: number;
  readonly tooLong: boolean;
}

/** Splits text from chunks, cut anywhere, at LF or CRLF. Holds one line at a time. */
export async function* readLines(
  chunks: AsyncIterable<string>,
  limit = MAX_LINE,
): AsyncGenerator<Line, void, undefined> {
  const splitter = new LineSplitter(limit);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

class LineSplitter {
  private count = 0;
  private text = '';
  private bytes = 0;
  private tooLong = false;
  private half = '';

  private readonly sample: number;

  constructor(private readonly limit: number) {
    this.sample = Math.min(limit, SAMPLE);
  }

  *push(chunk: string): Generator<Line, void, undefined> {
    const whole = this.half + chunk;
    // A surrogate pair cut in two would be counted as six bytes instead of four.
    this.half = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(-1) : '';
    const text = whole.slice(0, whole.length - this.half.length);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.add(text.slice(start, end + 1));
      yield this.take();
      start = end + 1;
    }
    this.add(text.slice(start));
  }

  *end(): Generator<Line, void, undefined> {
    this.add(this.half);
    if (this.bytes > 0) yield this.take();
  }

  private add(part: string): void {
    this.bytes += Buffer.byteLength(part);
    if (this.tooLong) return;
    this.text += part;
    // Allowance of three units for a byte order mark and CRLF, which are not part of the line.
    if (this.text.length <= this.limit + 3) return;
    this.tooLong = true;
    this.text = this.text.slice(0, this.sample + 1);
  }

  private take(): Line {
    this.count += 1;
    const text = withoutEnd(this.count === 1 ? withoutMark(this.text) : this.text);
    const tooLong = this.tooLong || text.length > this.limit;
    const line: Line = {
      number: this.count,
      text: tooLong ? text.slice(0, this.sample) : text,
      bytes: this.bytes,
      tooLong,
    };
    this.text = '';
    this.bytes = 0;
    this.tooLong = false;
    return line;
  }
}

function withoutEnd(text: string): string {
  if (!text.endsWith('\n')) return text;
  return text.slice(0, text.endsWith('\r\n') ? -2 : -1);
}

/** Strips the byte order mark. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The longest document that is read as a whole, in UTF-8 bytes. */
const MAX_DOCUMENT = 256 * 1024 * 1024;

/** The lines of a document read as a whole, accounting for the bytes that each item used. */
export class DocumentLines {
  private told = 0;
  private readonly ends: readonly number[];

  constructor(readonly lines: readonly Line[]) {
    let end = 0;
    this.ends = lines.map(({ bytes }) => (end += bytes));
  }

  /** The place of an item from line `line` to line `lastLine`, both from 1. */
  place(line: number, lastLine: number): Place {
    const end = Math.max(this.told, this.ends[lastLine - 1] ?? 0);
    const bytes = end - this.told;
    this.told = end;
    return { line, bytes };
  }
}

/** Collects a document's lines; an oversized line or document gives an item instead. */
export async function documentLines(
  chunks: AsyncIterable<string>,
  limit = MAX_DOCUMENT,
): Promise<DocumentLines | MalformedItem> {
  const lines: Line[] = [];
  let bytes = 0;
  for await (const line of readLines(chunks)) {
    bytes += line.bytes;
    if (line.tooLong)
      return malformed(
        { line: line.number, bytes },
        {
          problem: 'the line is too long for a document',
          hint: 'Is it a text file? Break the line up.',
          value: line.text,
        },
      );
    if (bytes > limit)
      return malformed(
        { line: line.number, bytes },
        {
          problem: `the document is larger than ${limit} bytes`,
          hint: 'Split it into several files.',
        },
      );
    lines.push(line);
  }
  return new DocumentLines(lines);
}

/** The longest text that is read as a whole, in UTF-16 units; just below the limit of JavaScript strings. */
const MAX_WHOLE_TEXT = 500_000_000;

type WholeText =
  | {
      readonly ok: true;
      /** Without its byte order mark. */ readonly text: string;
      /** UTF-8 bytes of all of it. */ readonly bytes: number;
    }
  | { readonly ok: false; readonly item: MalformedItem };

/** Joins a file whose format must be parsed as a whole. */
export async function wholeText(
  chunks: AsyncIterable<string>,
  limit = MAX_WHOLE_TEXT,
): Promise<WholeText> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) {
      const fault = {
        problem: `the file is longer than ${limit} characters, and its format has to be read as a whole`,
        hint: 'Split it into several files.',
      };
      return { ok: false, item: malformed({ line: 1, bytes: 0, name: 'The file' }, fault) };
    }
    parts.push(chunk);
  }
  const text = parts.join('');
  return { ok: true, text: withoutMark(text), bytes: Buffer.byteLength(text) };
}

/** A pending entry: its share of the file's bytes is not known yet. */
export type Entry = (place: Place) => ImportItem;

/** A sample of a data set. Sessions get a prefix only where several samples are read. */
interface Sample<Content> {
  readonly id: string;
  readonly content: Content;
}

/** Reads a file that is one JSON value; `toEntries` may throw `malformed_import`. An empty file has no items. */
export async function* readJsonDocument(
  chunks: AsyncIterable<string>,
  toEntries: (json: unknown) => Entry[],
): AsyncGenerator<ImportItem, void, undefined> {
  const whole = await wholeText(chunks);
  if (!whole.ok) yield whole.item;
  if (!whole.ok || whole.text.trim() === '') return;
  const json = parseJson(whole.text);
  if (!json.ok) {
    const problem = `no valid JSON at column ${json.column}: ${json.reason}`;
    yield malformed(
      { line: json.line, bytes: whole.bytes },
      { problem, hint: 'The file has to hold one whole JSON value; was it cut off?' },
    );
    return;
  }
  const entries = entriesOf(json.value, toEntries);
  if ('ok' in entries) yield { ...entries, bytes: whole.bytes };
  else yield* withShares(entries, whole.bytes);
}

/** The samples to read, each with the prefix that keeps its sessions' names distinct. */
export function chooseSamples<Content>(
  samples: readonly Sample<Content>[],
  wanted: string | undefined,
): readonly (Sample<Content> & { readonly prefix: string })[] {
  const chosen = wanted === undefined ? samples : samples.filter(({ id }) => id === wanted);
  if (chosen.length === 0 && wanted !== undefined) {
    const ids = samples.map(({ id }) => id).join(', ');
    throw new MnemeError(
      'malformed_import',
      `The file holds no sample ${JSON.stringify(wanted)}.`,
      { field: 'sample', value: wanted, hint: `It holds ${ids || 'none'}.` },
    );
  }
  const alone = wanted !== undefined || samples.length === 1;
  return chosen.map((sample) => ({ ...sample, prefix: alone ? '' : `${sample.id}/` }));
}

/** Names an entry of a single-value JSON file: people know it by its name in the data set. */
export function named(place: Place, name: string): NamedPlace {
  return { ...place, name };
}

function entriesOf(json: unknown, toEntries: (json: unknown) => Entry[]): Entry[] | MalformedItem {
  try {
    return toEntries(json);
  } catch (error) {
    if (MnemeError.is(error)) return { ok: false, line: 1, bytes: 0, error };
    throw error;
  }
}

/** Parsed JSON has no positions, so each entry is assigned an equal share of the bytes. */
function* withShares(
  entries: readonly Entry[],
  bytes: number,
): Generator<ImportItem, void, undefined> {
  const upTo = (count: number): number => Math.floor((bytes * count) / entries.length);
  for (const [index, entry] of entries.entries())
    yield entry({ line: 1, bytes: upTo(index + 1) - upTo(index) });
}

/**
 * The items that a line completes; none where it only adds context for later lines, which then account for its bytes.
 */
type ReadValue = (value: unknown, place: Place) => readonly ImportItem[];

/** Reads one JSON value per line, holding one line at a time; an unreadable line becomes an item with the reason. */
export async function* readJsonLines(
  chunks: AsyncIterable<string>,
  read: ReadValue,
): AsyncGenerator<ImportItem, void, undefined> {
  let passedOver = 0;
  for await (const line of readLines(chunks)) {
    const place = { line: line.number, bytes: line.bytes + passedOver };
    const items = line.text.trim() === '' && !line.tooLong ? [] : readLine(line, place, read);
    passedOver = items.length === 0 ? place.bytes : 0;
    for (const [index, item] of items.entries())
      yield { ...item, bytes: index === 0 ? place.bytes : 0 };
  }
}

function readLine(line: Line, place: Place, read: ReadValue): readonly ImportItem[] {
  if (line.tooLong)
    return [
      malformed(place, {
        problem: `the line is longer than ${MAX_LINE} characters`,
        hint: 'Split the message; one memory holds 65,536 characters.',
        value: line.text,
      }),
    ];
  const json = parseJson(line.text);
  if (json.ok) return read(json.value, place);
  const hint = 'Mend the line, or take it out; every line has to hold one whole JSON object.';
  return [
    malformed(place, {
      problem: `no valid JSON at column ${json.column}: ${json.reason}`,
      hint,
      value: line.text,
    }),
  ];
}

export type Json = Readonly<Record<string, unknown>>;

/** The objects of a list; empty if it is no list. */
export const recordsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** A text without the spaces around it; null for none. */
export const trimmed = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Text cut to a field of 200 characters; undefined for none. */
export function shortText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 200);
}

/** At most 50 distinct, short tags. */
export function tagsIn(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : [];
  return [...new Set(listed.flatMap((tag: unknown) => shortText(tag) ?? []))].slice(0, 50);
}

/** An error item for the first of these fields with an unreadable time; null for none. */
export function badTimeAt(
  place: NamedPlace,
  record: Json,
  fields: readonly string[],
): MalformedItem | null {
  const field = fields.find(
    (each) => (record[each] ?? null) !== null && readTime(record[each]) === undefined,
  );
  return field === undefined
    ? null
    : malformed(place, {
        problem: `${field} cannot be read`,
        hint: 'Write it as 2025-02-03T18:12:00Z.',
        field,
        value: record[field],
      });
}

/** A validity interval; without an end unless both times are known and in order. */
export function heldBetween(
  from: unknown,
  to: unknown,
): { occurredFrom?: number; occurredTo?: number } {
  const [began, ended] = [readTime(from), readTime(to)];
  if (began === undefined) return {};
  return {
    occurredFrom: began,
    ...(ended !== undefined && ended > began ? { occurredTo: ended } : {}),
  };
}

/** Flattens metadata: nested values become JSON text, nulls are dropped. */
export function flatMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(metadata).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  );
}

/**
 * Extracts the text of a message's content: a string, an array of parts as in model APIs, or an object around either.
 * Parts without text (pictures, tool calls, reasoning) are left out. Null if the shape is unknown.
 */
export function messageText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (content === null) return '';
  if (Array.isArray(content))
    return content
      .map((part) => messageText(part) ?? '')
      .filter((text) => text !== '')
      .join('\n');
  if (!isRecord(content)) return null;
  const inner = content.text ?? content.content ?? content.parts ?? content.value;
  return inner === undefined ? '' : messageText(inner);
}
