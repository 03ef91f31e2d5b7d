import type { FactsSettings } from '../domain/facts.js';
import type { BankName, IdPrefix } from '../domain/ids.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Module } from '../kernel/module.js';
import type { WordVectors } from '../language/meaning/word-vectors.js';
import type { Relative } from '../language/lexicon/relatives.js';
import type { Stemmer } from '../language/stem.js';
import type { Clock } from '../ports/clock.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { Store } from '../ports/store.js';
import type { Wait } from '../ports/wait.js';
import type { Ranked } from '../recall/ranking/ranked.js';
import type { QuestionContext } from '../recall/recall-context.js';
import type { NewMemory } from '../remember/plan-context.js';
import type { TextEncoder } from '../spaces/text-encoder.js';

/** A bank as it is opened, for what of a module lives as long as it. */
export interface OpenedBank {
  readonly bank: BankName;
  readonly store: Store;
  readonly state: BankState;
  readonly clock: Clock;
  /** The built-in encoder; `state.encoder` names the one that fills the bank. */
  readonly encoder: TextEncoder;
  readonly stemmer: Stemmer;
  readonly readOnly: boolean;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** Work runs in turn with the bank's other writes. */
  readonly writes: { run<T>(work: () => Promise<T>): Promise<T> };
  /** Waits in the background: by itself it keeps no process going. */
  readonly rest: Wait;
  /** Bytes that the process has in memory. */
  readonly memoryInUse: () => number;
  /** Every module that is loaded. */
  readonly modules: readonly CapabilityModule[];
  /** Words and what they mean, read when they are first asked for. */
  readonly wordVectors: () => Promise<WordVectors>;
  /** Stems that mean the same as another, or belong to the same matter. */
  readonly relatives: (stem: string) => readonly Relative[];
  readonly languageModel?: LanguageModel;
  readonly facts: FactsSettings;
}

/** A bank as it lies in its store. */
export type StoredBank = Pick<OpenedBank, 'bank' | 'store'>;

/** A capability of this engine: what its hooks are handed is what recall and remember work with themselves. */
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

/** Keeps the names of a module's verbs, and holds it to the contract. */
export function defineModule<Operations extends object = object>(
  module: CapabilityModule<Operations>,
): CapabilityModule<Operations> {
  return module;
}
