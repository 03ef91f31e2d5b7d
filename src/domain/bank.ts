import { z } from 'zod';
import { Protection } from './bank-input.js';
import { EVEN_DISPOSITION, Disposition } from './disposition.js';
import { BankName } from './ids.js';
import { DEFAULT_PRIVACY } from './privacy.js';
import { Instant } from './time.js';
import { UTC } from './zone.js';
import { Share, type Of, type SchemaOf } from './schema.js';

const bankSettingsShape = z.strictObject({
  /** How it reflects. Facts are never coloured by it. */
  disposition: Disposition,
  /** The change up to which everything was reflected on; 0 before the first reflection. */
  reflectedUpTo: z.number(),
  /** Where its people are: what tells no offset of its own is of this IANA time zone. */
  zone: z.string(),
  /** Whether a language model reads facts off what is remembered. */
  facts: z.boolean(),
  /** Whose memory it is, where that was named; null where it is at most learned from what is said. */
  owner: z.string().nullable(),
  /** When it dreams by itself: `off`, `idle`, or a time of day. */
  dreamAt: z.string(),
  /** A night takes back what was not used for so many days; 0 for nothing. */
  clearAfterDays: z.number(),
  /** Of that, only what matters less than this. */
  clearBelow: Share,
  /** When it was deleted; null while it is not. It is hidden, and gone 30 days later. */
  deletedAt: Instant.nullable(),
  ...Protection.shape,
});
/** What a bank carries beside its memories; a change may put any part of it. */
export interface BankSettings extends Of<typeof bankSettingsShape> {}
export const BankSettings: SchemaOf<BankSettings, typeof bankSettingsShape> = bankSettingsShape;

const UNSET: BankSettings = Object.freeze({
  disposition: EVEN_DISPOSITION,
  reflectedUpTo: 0,
  zone: UTC,
  facts: false,
  owner: null,
  dreamAt: 'off',
  clearAfterDays: 0,
  clearBelow: 0.2,
  deletedAt: null,
  privacy: DEFAULT_PRIVACY,
  tokens: false,
  guard: 'quarantine',
});

/** What was never set has its default. */
export function withDefaults(set: Partial<BankSettings>): BankSettings {
  return Object.keys(set).length === 0 ? UNSET : { ...UNSET, ...set };
}

const bankShape = z.strictObject({
  name: BankName,
  createdAt: Instant,
  /** The encoder that fills the bank's semantic space. */
  encoder: z.string(),
  /** The number of the change that was committed last; 0 before the first. */
  sequence: z.number(),
  settings: BankSettings,
});
/** An isolated memory: one user, agent or project. Nothing read or written in one bank can touch another. */
export interface Bank extends Of<typeof bankShape> {}
export const Bank: SchemaOf<Bank, typeof bankShape> = bankShape;
