import { z } from 'zod';
import { MemoryId } from './ids.js';
import { type Of, OldCursor, pageInput, type SchemaOf, Share } from './schema.js';

export const PRIVACY_LEVELS = ['off', 'secrets', 'standard', 'strict'] as const;
export const PrivacyLevel = z.enum(PRIVACY_LEVELS);
/**
 * What a bank removes from all input: nothing; keys, passwords, cards and social security numbers; also numbers and
 * addresses by which somebody is reached or identified; also names of people and where they live.
 */
export type PrivacyLevel = z.infer<typeof PrivacyLevel>;

export const DEFAULT_PRIVACY: PrivacyLevel = 'secrets';

/** What was removed, by kind; never a value. */
export type RedactionCounts = Readonly<Record<string, number>>;

const redactedEntryShape = z.strictObject({
  /** The line that the entry starts on, from 1; a file that is a single JSON value counts as one line. */
  line: z.number(),
  /** Its number among the entries of the file, from 1. */
  entry: z.number(),
  redacted: z.record(z.string(), z.number()),
});
/** Where something was removed from a file that was read. */
export interface RedactedEntry extends Of<typeof redactedEntryShape> {}
export const RedactedEntry: SchemaOf<RedactedEntry, typeof redactedEntryShape> = redactedEntryShape;

/** The sum of both. */
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

/** A removed value that the holder of the key can restore: a token replaces it, as `[card_1]`. */
export interface SealedValue {
  readonly token: string;
  readonly kind: string;
  /** A keyed fingerprint, so that equal values get the same token; reveals nothing without the key. */
  readonly print: string;
  /** Nonce, tag and ciphertext of AES-256-GCM, in base64url. */
  readonly sealed: string;
}

/** Placeholders for removed values. */
const MARK = /\[(?:REDACTED:[a-z_]{2,20}|[a-z_]{2,20}_\d{1,7})\]/g;

/** The text with placeholders blanked, of the same length: a placeholder is nobody's name. */
export function blankMarks(text: string): string {
  return text.includes('[') ? text.replace(MARK, (mark) => ' '.repeat(mark.length)) : text;
}

/** The group of a finding; a bank's policy says which groups are removed. */
export type PersonalGroup = 'secret' | 'contact' | 'identity';

/** Every kind of personal data that is detected, with its group. The kind replaces the value in the text. */
export const PERSONAL_KINDS = {
  api_key: 'secret',
  token: 'secret',
  password: 'secret',
  private_key: 'secret',
  seed_phrase: 'secret',
  card: 'secret',
  ssn: 'secret',
  national_id: 'contact',
  iban: 'contact',
  email: 'contact',
  phone: 'contact',
  ip: 'contact',
  mac: 'contact',
  coordinates: 'contact',
  crypto_address: 'contact',
  birth_date: 'contact',
  passport: 'contact',
  driver_licence: 'contact',
  account: 'contact',
  name: 'identity',
  address: 'identity',
} as const satisfies Record<string, PersonalGroup>;
export type PersonalKind = keyof typeof PERSONAL_KINDS;

/** The highest level at which values of a group are left in. */
const KEEPING: Readonly<Record<PersonalGroup, PrivacyLevel>> = {
  secret: 'off',
  contact: 'secrets',
  identity: 'standard',
};

/**
 * One line on what was removed, by kind and number, and the setting that would leave it in; never a value. Empty if
 * nothing was. `sealed`: tokens stand for the values.
 */
export function redactionSummary(redacted: RedactionCounts, sealed = false): string {
  const kinds = redactionsInWords(redacted);
  if (kinds === '') return '';
  if (sealed) return `taken out: ${kinds}; tokens stand for the values, mneme reveal restores them`;
  const levels = Object.keys(redacted).map(
    (kind) => KEEPING[PERSONAL_KINDS[kind as PersonalKind] ?? 'secret'],
  );
  const level = PRIVACY_LEVELS.find((each) => levels.includes(each)) ?? 'off';
  return `taken out: ${kinds}; to keep the like from now on: mneme bank configure --privacy ${level}`;
}

export const GUARD_MODES = ['off', 'note', 'quarantine'] as const;

/**
 * What to do with text that tries to command its reader: nothing; note it on the receipt; quarantine it until it is
 * reviewed.
 */
export type GuardMode = (typeof GUARD_MODES)[number];

const quarantineShape = z.strictObject({
  /** `rejected`: reviewed and excluded; it can still be released. */
  status: z.enum(['held', 'rejected']),
  /** How certain the guard is, 0..1. */
  score: Share,
  /** The signals that fired, in words. */
  reasons: z.array(z.string()),
});
/** Why a memory is quarantined. Such a memory is shown, listed and reviewed, but never recalled. */
export interface Quarantine extends Of<typeof quarantineShape> {}
export const Quarantine: SchemaOf<Quarantine, typeof quarantineShape> = quarantineShape;

const held = z
  .array(MemoryId)
  .min(1, 'name at least one memory')
  .max(500, 'at most 500 at once')
  .optional();

export const QuarantineInput = z.strictObject({
  release: held.describe('Of what is held back, the memories to let in.'),
  reject: held.describe('Of what is held back, the memories to turn away for good.'),
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
  ...pageInput('Most memories of a page.', 50, 500),
  after: OldCursor,
});
export type QuarantineInput = z.input<typeof QuarantineInput>;
