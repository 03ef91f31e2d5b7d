import type { Disposition } from '@mneme/core/domain/bank.js';
import type { Embedding } from '@mneme/core/domain/change.js';
import type { Entity } from '@mneme/core/domain/graph.js';
import type { BankName, IdPrefix } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { BankState } from '@mneme/core/indexes/bank-state.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import type { StatementReader } from './read-statements.js';
import type { LanguageModel } from '@mneme/core/ports/models.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { Clock } from '@mneme/core/ports/system.js';

export interface ReflectPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** Terms and traits of a text, for the indexes. */
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
  readonly existing: CurrentReflections;
  /** The sequence number that `existing` is current as of. */
  readonly upTo: { sequence: number };
  /** Summaries requested from the language model, by their input. */
  readonly summaries: Map<string, Promise<readonly Claim[] | null>>;
  readonly notices: Set<string>;
}

/** A memory that something rests on, and why. */
export interface Ground {
  readonly memory: Memory;
  /** What it is evidence of: a predicate, `topic`, `cause`, `norm`. */
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

/** One sentence of a summary, with the memories it rests on. */
export interface Claim {
  readonly text: string;
  /** Newest first, never empty. */
  readonly memories: readonly Memory[];
  readonly label: string;
}

/** The current reflections, by identity and by owner; updated with what this run writes. */
export class CurrentReflections {
  readonly #byKey = new Map<string, Memory[]>();
  readonly #keysOf = new Map<string, Set<string>>();

  constructor(memories: Iterable<Memory>) {
    this.reset(memories);
  }

  /** Resets to the current reflections. */
  reset(memories: Iterable<Memory>): void {
    this.#byKey.clear();
    this.#keysOf.clear();
    for (const memory of memories) this.note(memory);
  }

  /** Adds or removes a version of a reflection. */
  note(memory: Memory): void {
    const key = String(memory.metadata['key'] ?? '');
    const others = (this.#byKey.get(key) ?? []).filter(({ id }) => id !== memory.id);
    const standing =
      memory.retractedAt === null
        ? [...others, memory].sort((a, b) => a.recordedAt - b.recordedAt)
        : others;
    this.#byKey.set(key, standing);
    const owner = ownerOf(key);
    const keys = this.#keysOf.get(owner) ?? new Set();
    this.#keysOf.set(owner, standing.length > 0 ? keys.add(key) : without(keys, key));
  }

  /** Those with one identity, newest last; several only if an earlier one was restored. */
  of(key: string): readonly Memory[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Those with keys that start with `kind:owner`. */
  ownedBy(kind: string, owner: string): readonly Memory[] {
    return [...(this.#keysOf.get(`${kind}:${owner}`) ?? [])].flatMap((key) => this.of(key));
  }

  all(): readonly Memory[] {
    return [...this.#byKey.values()].flat();
  }
}

/** `opinion:e_1:tea` is owned by `opinion:e_1`, `principle:norm:…` by `principle:norm`. */
function ownerOf(key: string): string {
  return key.split(':', 2).join(':');
}

function without(keys: Set<string>, key: string): Set<string> {
  keys.delete(key);
  return keys;
}
