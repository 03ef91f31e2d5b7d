import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord, parseJson } from '@mneme/core/language/parse-json.js';
import {
  type ImportItem,
  malformed,
  type MalformedItem,
  type NamedPlace,
  type Place,
} from './item.js';
import { type Line, MAX_LINE, readLines, wholeText } from './read-text.js';
import { readTime } from './read-time.js';

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
