import type { AccompanyingRecords, Verb } from '../domain/change.js';
import type { BankName, IdPrefix } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import type { ReadingSettings } from '../domain/reading.js';
import type { BatchReceipt } from '../domain/receipt.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Module } from '../kernel/module.js';
import type { Relative, Stemmer } from '../language/stem.js';
import type { Clock, Wait } from '../ports/system.js';
import type { LanguageModel, Reader } from '../ports/models.js';
import type { Store } from '../ports/store.js';
import type { Ranked } from '../recall/ranking/score.js';
import type { QuestionContext } from '../recall/recall-context.js';
import type { NewMemory } from '../remember/plan-context.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';

/** An open bank, for the parts of a module that live as long as it does. */
export interface OpenedBank {
  readonly bank: BankName;
  readonly store: Store;
  readonly state: BankState;
  readonly clock: Clock;
  /** The built-in encoder; `state.encoder` names the one the bank uses. */
  readonly encoder: TextEncoder;
  readonly stemmer: Stemmer;
  readonly readOnly: boolean;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** Queues work with the bank's other writes. */
  readonly writes: { run<T>(work: () => Promise<T>): Promise<T> };
  /** Waits in the background without keeping the process alive. */
  readonly rest: Wait;
  /** The process's memory use in bytes. */
  readonly memoryInUse: () => number;
  /** Every loaded module. */
  readonly modules: readonly CapabilityModule[];
  /** Stems that are synonymous with another or on the same subject. */
  readonly relatives: (stem: string) => readonly Relative[];
  /** Remembers texts and writes records in one change; call it within {@link writes}. */
  readonly tell: (
    inputs: readonly RememberInput[],
    verb: Verb,
    alongside: AccompanyingRecords,
  ) => Promise<BatchReceipt>;
  readonly languageModel?: LanguageModel;
  /** Reads new memories into notes, if configured. */
  readonly reader?: Reader;
  readonly reading: ReadingSettings;
}

/** A bank as stored. */
export type StoredBank = Pick<OpenedBank, 'bank' | 'store'>;

/** A module of this engine: its hooks receive the types that recall and remember work with. */
export type CapabilityModule<Operations = object> = Module<
  {
    question: QuestionContext;
    result: Ranked;
    draft: NewMemory;
    bank: OpenedBank;
    stored: StoredBank;
    memory: never;
  },
  Operations
>;

/** Identity function that checks a module against the contract and preserves the types of its verbs. */
export function defineModule<Operations extends object = object>(
  module: CapabilityModule<Operations>,
): CapabilityModule<Operations> {
  return module;
}
