import { MnemeError } from '../../domain/errors.js';
import { RememberInput } from '../../domain/input.js';
import type { ImportItem, MalformedItem, Place, SkippedItem, SkipReason } from './item.js';

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
