import { z } from 'zod';
import { Protection } from './bank-input.js';
import { EVEN_DISPOSITION, Disposition } from './disposition.js';
import { BankName } from './ids.js';
import { ERASED } from './erased.js';
import { DEFAULT_PRIVACY } from './privacy.js';
import { Instant } from './time.js';
import { UTC } from './zone.js';
import { Share, type Of, type SchemaOf } from './schema.js';

const bankSettingsShape = z.strictObject({
  /** How it reflects. Never affects facts. */
  disposition: Disposition,
  /** The last change that was reflected on; 0 before the first reflection. */
  reflectedUpTo: z.number(),
  /** The IANA time zone of its people; times without an offset are in it. */
  zone: z.string(),
  /** Whether a language model extracts facts from memories. */
  facts: z.boolean(),
  /** Whose memory it is, if set explicitly; null if it is at most learned from what is said. */
  owner: z.string().nullable(),
  /** When it dreams by itself: `off`, `idle`, or a time of day. */
  dreamAt: z.string(),
  /** A night retracts what was unused for this many days; 0 for nothing. */
  clearAfterDays: z.number(),
  /** Only memories below this importance are retracted. */
  clearBelow: Share,
  /** When it was deleted; null while it is not. It is hidden, and gone 30 days later. */
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

/** Unset ones have their defaults; an owner whose name was erased from the past is none. */
export function withDefaults(set: Partial<BankSettings>): BankSettings {
  if (Object.keys(set).length === 0) return UNSET;
  const { owner = null } = set;
  return { ...UNSET, ...set, owner: owner?.includes(ERASED) === true ? null : owner };
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
