import type { Alongside } from '../domain/change.js';
import type { Module, ScoredMemory } from '../kernel/module.js';
import type { LinkedDraft } from './draft.js';
import type { Pending } from './pending.js';
import type { Verb } from '../domain/change.js';
import type { StoredClaim } from '../domain/conflict.js';
import type { BankName, IdPrefix, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { StepTimer } from '../domain/step-timer.js';
import type { Instant } from '../domain/time.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Stemmer } from '../language/stem.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { PicturePorts } from '../spaces/read-picture.js';
import type { BatchVectors } from './batch-vectors.js';

/** A memory about to be written, with what a module needs to derive its consequences. */
export interface NewMemory {
  readonly draft: LinkedDraft;
  readonly memory: Memory;
  readonly context: PlanContext;
  /** What the batch has written so far. */
  readonly pending: Pending;
}

/** A module as remember sees it. */
export type RememberModule = Pick<
  Module<{
    question: never;
    result: ScoredMemory;
    draft: NewMemory;
    bank: never;
    stored: never;
    memory: never;
  }>,
  'name' | 'budgetMs' | 'records' | 'onRemember'
>;

export interface PlanContext {
  readonly modules: readonly RememberModule[];
  readonly bank: BankName;
  readonly state: BankState;
  readonly vectors: BatchVectors;
  readonly causal: CausalSpace;
  readonly pictures: Pick<PicturePorts, 'space'>;
  readonly code: CodeSpace;
  readonly stemmer: Stemmer;
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly timer: StepTimer;
  /** The memory being released from quarantine: the only input is its text, and keeps its id. */
  readonly released?: Memory;
  readonly alongside?: Alongside;
  /** A dry run: ids of new memories name nothing. */
  readonly rehearsal?: true;
  /** Quarantined memories under the inputs' hashes. */
  readonly held: ReadonlyMap<string, Memory>;
  /** Current memories under the inputs' hashes: more than one where the same words told of several times. */
  readonly stored: ReadonlyMap<string, readonly Memory[]>;
  readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
  /** Committed claims under any of these keys, up to a maximum per key. */
  /** The name of the bank's user; null if unknown. */
  readonly owner: string | null;
  readonly claimsUnder: (keys: readonly string[], limit: number) => Promise<readonly StoredClaim[]>;
}
