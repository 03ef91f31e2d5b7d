import type { Embedding } from '../../domain/change.js';
import type { BankName, IdPrefix } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Disposition } from '../../domain/disposition.js';
import type { Entity } from '../../domain/graph.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { Stemmer } from '../../language/stem.js';
import type { Clock } from '../../ports/clock.js';
import type { LanguageModel } from '../../ports/language-model.js';
import type { Store } from '../../ports/store.js';
import type { Claim } from './claim.js';
import type { StatementReader } from './read-statements.js';
import type { StandingReflections } from './standing-reflections.js';

export interface ReflectPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** What indexes keep of a text. */
  readonly read: (memory: Memory) => { readonly terms: readonly string[]; readonly traits: number };
  /** The vector of a text in the bank's semantic space; null if there is none yet. */
  readonly embed: (memory: Memory, terms: readonly string[]) => Promise<Embedding | null>;
  /** Writes summaries; templates do if none is configured or it fails. */
  readonly languageModel?: LanguageModel;
  /** Queues a write with the bank's other writes. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ReflectOptions {
  /** Stops between two commits; what is committed stays. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One run of reflection: what every part of it reads. */
export interface ReflectRun {
  readonly bank: BankName;
  readonly state: BankState;
  readonly ports: ReflectPorts;
  readonly options: ReflectOptions;
  readonly disposition: Disposition;
  readonly statements: StatementReader;
  readonly existing: StandingReflections;
  /** The change that `existing` is level with. */
  readonly upTo: { sequence: number };
  /** Summaries requested from the language model, by their input. */
  readonly summaries: Map<string, Promise<readonly Claim[] | null>>;
  readonly notices: Set<string>;
}

/** A memory that something rests on, and why. */
export interface Ground {
  readonly memory: Memory;
  /** What it was read for: a predicate, `topic`, `cause`, `norm`. */
  readonly label: string;
}

/** The desired state of a reflection. */
export interface Wanted {
  /** Its identity: a new version under the same key replaces the old one. */
  readonly key: string;
  readonly kind: 'observation' | 'opinion' | 'principle';
  readonly about: Entity | null;
  readonly content: string;
  readonly confidence: number;
  readonly grounds: readonly Ground[];
  readonly against: readonly Ground[];
  /** Entities it names. */
  readonly mentions: readonly Entity[];
  readonly metadata: Readonly<Record<string, string | number>>;
}
