import { z } from 'zod';
import type { Of, SchemaOf } from './schema.js';

export const PRIVACY_LEVELS = ['off', 'secrets', 'standard', 'strict'] as const;
export const PrivacyLevel = z.enum(PRIVACY_LEVELS);
/**
 * What a bank takes out of all that comes in: nothing; keys, passwords, cards and social security numbers; also numbers and
 * addresses by which somebody is reached or known; also names of people and where they live.
 */
export type PrivacyLevel = z.infer<typeof PrivacyLevel>;

export const DEFAULT_PRIVACY: PrivacyLevel = 'secrets';

/** What was taken out, by kind; never a value. */
export type RedactionCounts = Readonly<Record<string, number>>;

const redactedEntryShape = z.strictObject({
  /** The line that the entry starts on, from 1; a file that is one JSON value counts as one line. */
  line: z.number(),
  /** Its number among the entries of the file, from 1. */
  entry: z.number(),
  redacted: z.record(z.string(), z.number()),
});
/** Where something was taken out of a file that was read. */
export interface RedactedEntry extends Of<typeof redactedEntryShape> {}
export const RedactedEntry: SchemaOf<RedactedEntry, typeof redactedEntryShape> = redactedEntryShape;

/** Both together. */
export function addRedactions(one: RedactionCounts, other: RedactionCounts): RedactionCounts {
  const sum: Record<string, number> = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

/** Kinds and numbers, never a value: `2 × card, 1 × password`. */
export function redactionsInWords(redacted: RedactionCounts): string {
  return Object.entries(redacted)
    .map(([kind, count]) => `${count} × ${kind.replaceAll('_', ' ')}`)
    .join(', ');
}

/** A value that was taken out and can be put back by who holds the key: a token stands in its place, as `[card_1]`. */
export interface SealedValue {
  readonly token: string;
  readonly kind: string;
  /** A keyed fingerprint of the value, by which the same value gets the same token; tells nothing without the key. */
  readonly print: string;
  /** Nonce, tag and ciphertext of AES-256-GCM, in base64url. */
  readonly sealed: string;
}

/** What stands where a value was taken out. */
const MARK = /\[(?:REDACTED:[a-z_]{2,20}|[a-z_]{2,20}_\d{1,7})\]/g;

/** The text with such marks blanked, of the same length: a mark is nobody's name. */
export function blankMarks(text: string): string {
  return text.includes('[') ? text.replace(MARK, (mark) => ' '.repeat(mark.length)) : text;
}
