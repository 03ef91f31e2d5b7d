import type { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { ImportFormat, ReaderName } from '@mneme/core/domain/import-export.js';
import { RememberInput } from '@mneme/core/domain/input.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { inPlainWords } from '@mneme/core/domain/parse-input.js';

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
