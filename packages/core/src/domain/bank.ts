import { z } from 'zod';
import { ERASED } from './forgetting-and-merging.js';
import { BankName } from './ids.js';
import { DreamSchedule } from './night.js';
import { DEFAULT_PRIVACY, GUARD_MODES, PRIVACY_LEVELS, PrivacyLevel } from './privacy.js';
import { type Of, type SchemaOf, Share, shareInput, wholeNumber } from './schema.js';
import { Instant, UTC, ZoneName } from './time.js';

const degree = (what: string) =>
  z
    .int('must be a whole number, 1 to 5')
    .min(1, 'must be 1 to 5')
    .max(5, 'must be 1 to 5')
    .optional()
    .describe(`${what}, 1 to 5.`);

/** The parts of a bank's disposition that a caller changes; the others stay. */
export const DispositionInput = z.strictObject({
  scepticism: degree(
    'How much evidence an opinion or a principle needs, and how carefully it is worded',
  ),
  literalism: degree('How closely reflection keeps to the words that were said'),
  empathy: degree('How much room feelings get in a summary'),
});
export type DispositionInput = z.input<typeof DispositionInput>;

const dispositionShape = z.strictObject({
  scepticism: z.number(),
  literalism: z.number(),
  empathy: z.number(),
});
/** How a bank reflects, each part 1..5. It affects summaries, opinions and principles, never what was remembered. */
export interface Disposition extends Of<typeof dispositionShape> {}
export const Disposition: SchemaOf<Disposition, typeof dispositionShape> = dispositionShape;

export const EVEN_DISPOSITION: Disposition = Object.freeze({
  scepticism: 3,
  literalism: 3,
  empathy: 3,
});

/** Names of the assistant's side of a chat in logs and exports, where it has no name of its own. */
const ASSISTANTS: ReadonlySet<string> = new Set([
  'assistant',
  'ai',
  'ai assistant',
  'agent',
  'bot',
  'chatbot',
  'chatgpt',
  'copilot',
  'llm',
  'model',
  'system',
  'tool',
]);

/** Whether a speaker, by name, is the assistant's side of a chat. */
export function isAssistant(speaker: string): boolean {
  return ASSISTANTS.has(speaker.trim().toLowerCase());
}

const ownerShape = z.strictObject({ name: z.string(), known: z.enum(['named', 'learned']) });
/** Whose memory a bank is: set explicitly, or inferred from what is said, which may be wrong. */
export interface Owner extends Of<typeof ownerShape> {}
export const Owner: SchemaOf<Owner, typeof ownerShape> = ownerShape;

const LONGEST = 100;
/** Words that refer to the speaker without naming anybody. */
const NOBODY =
  /^(?:i|me|my|myself|we|us|you|he|she|they|(?:the )?(?:user|owner|human|speaker)|nobody|null|none|unknown)$/i;

/** The name of a bank's owner: one line, and a name of somebody. */
export const OwnerName = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST, `at most ${LONGEST} characters`)
  .refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), 'must have no control characters')
  .refine((name) => /\p{L}/u.test(name), 'must have a letter')
  .refine((name) => !NOBODY.test(name), 'must be a name: this word means whoever speaks')
  .refine((name) => !isAssistant(name), 'must be a person: this is what assistants are called');

/** The settings of a bank that a caller changes; the others stay. */
export const BankInput = z
  .strictObject({
    ...DispositionInput.shape,
    privacy: z
      .enum(PRIVACY_LEVELS)
      .optional()
      .describe(
        'What is taken out of all that comes in: off, secrets, standard (numbers and contact data, too) or strict (names and addresses, too).',
      ),
    tokens: z
      .boolean()
      .optional()
      .describe(
        'Puts tokens such as [card_1] in the place of values, which `reveal` turns back with the key of the vault.',
      ),
    zone: ZoneName.optional().describe(
      'The IANA time zone of its people, as in Europe/Berlin: what is said, and asked, without an offset is of it. Default: UTC.',
    ),
    owner: OwnerName.nullable()
      .optional()
      .describe(
        'Whose memory it is: “I”, “we” and “my” in the turns of the user are this person, as is whoever is called so. null takes the name back.',
      ),
    reading: z
      .boolean()
      .optional()
      .describe(
        'Whether the configured reader reads what is remembered into notes, in the background; the texts go to it.',
      ),
    dreamAt: DreamSchedule.optional().describe(
      'When it dreams by itself while a server has it open: off, idle, or a time of day in its time zone, such as 03:00.',
    ),
    clearAfterDays: wholeNumber(0, 36_500)
      .optional()
      .describe(
        'A night takes back what was not used for so many days and matters little; 0, the default, for nothing.',
      ),
    clearBelow: shareInput()
      .optional()
      .describe('Of that, what has an importance below this. Default: 0.2.'),
    guard: z
      .enum(GUARD_MODES)
      .optional()
      .describe(
        'What becomes of instructions hidden in what tools, agents and the web bring: off, note or quarantine.',
      ),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    message: 'name at least one setting, such as scepticism or privacy',
  });
export type BankInput = z.input<typeof BankInput>;

export const RevealInput = z.strictObject({
  text: z.string().min(1).max(1_000_000).describe('A text with tokens such as [card_1].'),
});

const protectionShape = z.strictObject({
  privacy: PrivacyLevel,
  tokens: z.boolean(),
  guard: z.enum(GUARD_MODES),
});
/** How a bank treats incoming texts. */
export interface Protection extends Of<typeof protectionShape> {}
export const Protection: SchemaOf<Protection, typeof protectionShape> = protectionShape;

const bankSettingsShape = z.strictObject({
  /** How it reflects. Never affects facts. */
  disposition: Disposition,
  /** The last change that was reflected on; 0 before the first reflection. */
  reflectedUpTo: z.number(),
  /** The IANA time zone of its people; times without an offset are in it. */
  zone: z.string(),
  /** Whether what is remembered is read into notes. */
  reading: z.boolean(),
  /** Whose memory it is, if set explicitly; null if it is at most learned from what is said. */
  owner: z.string().nullable(),
  /** When it dreams by itself: `off`, `idle`, or a time of day. */
  dreamAt: z.string(),
  /** A night retracts what was unused for this many days; 0 for nothing. */
  clearAfterDays: z.number(),
  /** Only memories below this importance are retracted. */
  clearBelow: Share,
  /** When it was deleted; null if it is not. It is hidden at once and purged 30 days later. */
  deletedAt: Instant.nullable(),
  ...Protection.shape,
});
/** A bank's settings; a change may put any part of them. */
export interface BankSettings extends Of<typeof bankSettingsShape> {}
export const BankSettings: SchemaOf<BankSettings, typeof bankSettingsShape> = bankSettingsShape;

const UNSET: BankSettings = Object.freeze({
  disposition: EVEN_DISPOSITION,
  reflectedUpTo: 0,
  zone: UTC,
  reading: false,
  owner: null,
  dreamAt: 'off',
  clearAfterDays: 0,
  clearBelow: 0.2,
  deletedAt: null,
  privacy: DEFAULT_PRIVACY,
  tokens: false,
  guard: 'quarantine',
});

/** Earlier versions called `reading` `facts`. */
interface FormerSettings {
  readonly facts?: boolean;
}

/** Fills unset settings with their defaults; an owner whose name was erased becomes null. */
export function withDefaults(set: Partial<BankSettings> & FormerSettings): BankSettings {
  if (Object.keys(set).length === 0) return UNSET;
  const { facts, owner = null, ...others } = set;
  return {
    ...UNSET,
    ...(facts === undefined ? {} : { reading: facts }),
    ...others,
    owner: owner?.includes(ERASED) === true ? null : owner,
  };
}

const bankShape = z.strictObject({
  name: BankName,
  createdAt: Instant,
  /** The encoder that fills the bank's semantic space. */
  encoder: z.string(),
  /** The number of the last committed change; 0 before the first. */
  sequence: z.number(),
  settings: BankSettings,
});
/** An isolated memory: one user, agent or project. Reads and writes in one bank never affect another. */
export interface Bank extends Of<typeof bankShape> {}
export const Bank: SchemaOf<Bank, typeof bankShape> = bankShape;
