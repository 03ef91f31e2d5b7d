import type { Protection } from './bank-input.js';
import { EVEN_DISPOSITION, type Disposition } from './disposition.js';
import type { BankName } from './ids.js';
import { DEFAULT_PRIVACY } from './privacy.js';
import type { Instant } from './time.js';
import { UTC } from './zone.js';

/** What a bank carries beside its memories; a change may put any part of it. */
export interface BankSettings extends Protection {
  /** How it reflects. Facts are never coloured by it. */
  readonly disposition: Disposition;
  /** The change up to which everything was reflected on; 0 before the first reflection. */
  readonly reflectedUpTo: number;
  /** Where its people are: what tells no offset of its own is of this IANA time zone. */
  readonly zone: string;
  /** Whether a language model reads facts off what is remembered. */
  readonly facts: boolean;
  /** Whose memory it is, where that was named; null where it is at most learned from what is said. */
  readonly owner: string | null;
}

const UNSET: BankSettings = Object.freeze({
  disposition: EVEN_DISPOSITION,
  reflectedUpTo: 0,
  zone: UTC,
  facts: false,
  owner: null,
  privacy: DEFAULT_PRIVACY,
  tokens: false,
  guard: 'quarantine',
});

/** What was never set has its default. */
export function withDefaults(set: Partial<BankSettings>): BankSettings {
  return Object.keys(set).length === 0 ? UNSET : { ...UNSET, ...set };
}

/** An isolated memory: one user, agent or project. Nothing read or written in one bank can touch another. */
export interface Bank {
  readonly name: BankName;
  readonly createdAt: Instant;
  /** The encoder that fills the bank's semantic space. */
  readonly encoder: string;
  /** The number of the change that was committed last; 0 before the first. */
  readonly sequence: number;
  readonly settings: BankSettings;
}
