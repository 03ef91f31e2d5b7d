import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord, parseJson } from '@mneme/core/language/json/parse-json.js';
import {
  type ImportItem,
  malformed,
  type MalformedItem,
  type NamedPlace,
  type Place,
} from './item.js';
import { type Line, MAX_LINE, readLines, wholeText } from './read-text.js';
import { readTime } from './read-time.js';

/** One entry to be, before its share of the file is known. */
export type Entry = (place: Place) => ImportItem;

/** A data set may hold several samples; of one that was asked for, or stands alone, the sessions keep their own names. */
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

/** The samples to read, each with the prefix that its sessions' names need to stay apart. */
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

/** The place of an entry in a file that is one JSON value: people know it by its name in the data set. */
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

/** JSON keeps no positions, so each entry is given an even share of the file's bytes. */
function* withShares(
  entries: readonly Entry[],
  bytes: number,
): Generator<ImportItem, void, undefined> {
  const upTo = (count: number): number => Math.floor((bytes * count) / entries.length);
  for (const [index, entry] of entries.entries())
    yield entry({ line: 1, bytes: upTo(index + 1) - upTo(index) });
}

/** The items that a line completes; none where it only serves what follows, which then answers for its bytes. */
type ReadValue = (value: unknown, place: Place) => readonly ImportItem[];

/** Reads one JSON value a line, holding one line at a time; a line that cannot be read becomes an item that says why. */
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

export type Json = Record<string, unknown>;

/** The objects of a list; nothing for what is no list. */
export const recordsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** A text that fits a field of 200 characters; undefined for none. */
export function shortText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 200);
}

/** Tags of a list that fit. */
export function tagsIn(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : [];
  return [...new Set(listed.flatMap((tag: unknown) => shortText(tag) ?? []))].slice(0, 50);
}

/** The first of these fields that has a time which cannot be read, as what is wrong at a place. */
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

/** From when to when something held, where both are known and in order. */
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

/** Metadata holds plain values; what is nested stays as JSON text, what is null goes. */
export function flatMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(metadata).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  );
}

/**
 * The words of a message's content: a text, an array of parts as model APIs write them, or an object around either.
 * Parts without words (pictures, tool calls, reasoning) are left out. Null: nothing in it is of these shapes.
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
