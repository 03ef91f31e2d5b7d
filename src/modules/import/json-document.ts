import { MnemeError } from '../../domain/errors.js';
import type { ImportItem, MalformedItem, Place } from './item.js';
import { parseJson } from '../../language/json/parse-json.js';
import { malformed, type NamedPlace } from './to-item.js';
import { wholeText } from './whole-text.js';

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
