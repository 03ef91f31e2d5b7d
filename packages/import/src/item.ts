import { MnemeError } from '@mneme/core/domain/errors.js';
import type { ImportFormat, ReaderName } from '@mneme/core/domain/import-export.js';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { Instant } from '@mneme/core/domain/time.js';

/** Where an item stands in its file. */
export interface Place {
  /** The line it starts on, from 1. A file that is one JSON value counts as one line. */
  readonly line: number;
  /**
   * UTF-8 bytes of the file that it used up, with all that was passed over since the item before it.
   * Their sum says how far the reading has come; blank text after the last item belongs to none.
   */
  readonly bytes: number;
}

/** A memory to be, valid by the schema `RememberInput`. */
interface MemoryItem extends Place {
  readonly ok: true;
  readonly input: RememberInput;
}

/**
 * Why a well-formed entry is no memory: instructions to a model; a message without words, such as a bare tool call; what a tool
 * printed; a client's own records; an answer that was asked for anew; what a program says of itself; a picture, a recording or a file
 * of which the export holds no text.
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

/** An entry that cannot be read. The reading goes on behind it. */
export interface MalformedItem extends Place {
  readonly ok: false;
  /** `malformed_import`: the place, what was wrong there, the value shortened, and the mend. */
  readonly error: MnemeError;
}

/** One entry of an imported file. Tell the first two apart by `'skipped' in item`. */
export type ImportItem = MemoryItem | SkippedItem | MalformedItem;

export interface ReadOptions {
  /** The file or feed, as the memories' provenance names it; of a longer one its last 200 characters are kept. */
  readonly origin: string;
  /** When it was said, where the text states no time. */
  readonly fallbackTime: Instant;
  /** The one sample to read of a data set that holds several. Default: all. Other formats ignore it. */
  readonly sample?: string | undefined;
  /** Names of people by the ids that the files have for them, where a folder says them once. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** Turns the text of a file into memory inputs. Pure: the caller opens the file and hands over its decoded text. */
export interface ImportReader<Name extends ImportFormat = ReaderName> {
  readonly name: Name;
  /** One sentence for a person who has to choose. */
  readonly describes: string;
  /** File name endings of its format, lower case with the dot. */
  readonly extensions: readonly string[];
  /** Whether a file that starts with `head` is likely one of its format. */
  looksLike(path: string, head: string): boolean;
  /** Chunks may be cut anywhere. Rejects only when `chunks` does: what cannot be read becomes an item. */
  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem>;
}

/** A place that a person may know by another name than its line, as in `session_3, turn D3:14`. */
export interface NamedPlace extends Place {
  readonly name?: string;
}

/** What is wrong at a place: a clause without a full stop, the value at fault, and the mend. */
export interface Fault {
  readonly problem: string;
  readonly hint: string;
  readonly value?: unknown;
  readonly field?: string;
}

type Unchecked = { readonly [Field in keyof RememberInput]?: unknown };

/** Checks what a reader took out of a file against the schema, so that a refusal can still name the line. */
export function toItem(place: NamedPlace, fields: Unchecked): ImportItem {
  const content = typeof fields.content === 'string' ? wellFormed(fields.content) : fields.content;
  if (typeof content === 'string' && content.trim() === '') return skipped(place, 'no text');
  const parsed = RememberInput.safeParse({ ...fields, content });
  if (parsed.success) return { ok: true, line: place.line, bytes: place.bytes, input: parsed.data };
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const field = path.join('.') || 'entry';
  return malformed(place, {
    problem: `${field}: ${issue?.message ?? 'is not valid'}`,
    hint: `Mend ${field} there, or leave it out.`,
    field,
    value: path.length === 0 ? content : fields[path[0] as keyof Unchecked],
  });
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

/** An origin that fits the schema: of a long path the end says most. */
export function shortOrigin(origin: string): string {
  const trimmed = origin.trim();
  return trimmed.length > 200 ? `…${wellFormed(trimmed.slice(-199))}` : trimmed;
}

/** Half a surrogate pair cannot be stored as UTF-8; exports that were cut by length carry such halves. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function shortened(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 77).replace(/\p{Surrogate}$/u, '')}…` : text;
}
