import type { Disposition } from '../domain/bank.js';
import type { ChangeParts } from '../domain/change.js';
import type { Edge } from '../domain/graph.js';
import type { LearnedId, MemoryId } from '../domain/ids.js';
import type { LearnedRecord } from '../domain/learned-record.js';
import type { Memory } from '../domain/memory.js';
import type { CurationTask } from '../domain/night.js';
import type { ScoreTerms } from '../domain/profile.js';
import type { BatchReceipt, Worth } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { Conflict, StoredClaim, Validity } from '../domain/validity.js';

/** Default time limit in milliseconds for one part of a module. */
export const BUDGET_MS = 2_000;

/** A value or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** A result while it is being scored; flows extend it. */
export interface ScoredMemory {
  readonly memory: Memory;
  /** The sum of its terms, in logits; results are sorted by it. */
  readonly logit: number;
  readonly terms: ScoreTerms;
}

/** Types that the flows pass to modules; each flow fills in its own. */
interface ModuleTypes {
  /** A parsed question and its bank. */
  readonly question: unknown;
  readonly result: ScoredMemory;
  /** A memory about to be written, and what its batch has written so far. */
  readonly draft: unknown;
  /** An open bank. */
  readonly bank: unknown;
  /** A bank as stored, open or not. */
  readonly stored: unknown;
  /** The object that a module's verbs are called on. */
  readonly memory: never;
}

/** A memory that a source of candidates found. */
export interface FoundMemory {
  readonly id: MemoryId;
  /** Higher is better; comparable within one answer of this source. */
  readonly score: number;
}

/** A recall path: adds memories that other paths may miss. They are scored like all others. */
export interface CandidateSource<Question> {
  /** Its name in the plan. */
  readonly name: string;
  /** Best first, any number; memories that the profile excludes are filtered out afterwards. */
  find(question: Question): Awaitable<readonly FoundMemory[]>;
}

/** One term of a result's score. */
export interface Term<Question, Result extends ScoredMemory> {
  readonly name: string;
  /** Minimum and maximum contribution in logits; values outside are clamped. */
  readonly range: readonly [number, number];
  /**
   * The contribution to each result, in the order of `results`, which are sorted by their other terms; null if the
   * term does not apply. May be called several times per answer, with different results.
   */
  weigh(results: readonly Result[], question: Question): Awaitable<ArrayLike<number> | null>;
}

/** Results in the order that a constraint requires. */
export interface Ordered<Result extends ScoredMemory> {
  /** All given results, possibly with some that no path found. Their scores do not change. */
  readonly results: readonly Result[];
  /** The validity of memories, null for one unknown to the module; null if nothing is contested. */
  readonly validity?: ((id: MemoryId) => Validity | null) | null;
  /** Set if the first result is exactly what was asked for: minimum log-odds that the bank knows the answer. */
  readonly knownAtLeast?: number;
  /** Set if the answer is no longer valid and nothing current replaces it. */
  readonly gone?: LapsedAnswer;
}

/** A former answer that is no longer valid. */
export interface LapsedAnswer {
  readonly verdict: 'lapsed' | 'unknown';
  readonly of: MemoryId;
  /** In words. */
  readonly why: string;
}

/**
 * A rule that the order must satisfy whatever the scores say. Constraints run last, in the order of the module list,
 * and the plan names them.
 */
export interface Constraint<Question, Result extends ScoredMemory> {
  readonly name: string;
  /** Runs each time candidates are ranked, or once on the answer, after a strategy has combined its rankings. */
  readonly on: 'ranking' | 'answer';
  order(results: readonly Result[], question: Question): Awaitable<Ordered<Result>>;
}

/** A record of a type that the module declares. */
export interface NewRecord {
  readonly type: string;
  /** Its key among records of its type. */
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What follows from remembering one memory; written in the same change. */
export interface Consequence {
  /** Memories that change, possibly including the new one. */
  readonly memories?: readonly Memory[];
  readonly edges?: readonly Edge[];
  readonly claims?: readonly StoredClaim[];
  readonly conflicts?: readonly Conflict[];
  /** Erased with the memory. */
  readonly records?: readonly NewRecord[];
  /** For the receipt. */
  readonly notes?: readonly string[];
  /** For the receipt, too: the value of the last module that returns one is used. */
  readonly worth?: Worth;
}

/** What is about to be erased. */
export interface Erased {
  readonly memories: ReadonlySet<MemoryId>;
  /** Whether a text names the person being erased. */
  names(text: string): boolean;
}

/** A problem for the maintainer of a file, and how to fix it. */
export interface Finding {
  readonly what: string;
  readonly mend: string;
}

/** Something that is due and waits for a person. */
export interface Reminder {
  readonly id: LearnedId;
  readonly kind: 'forecast';
  /** The text of whoever made it. */
  readonly content: string;
  readonly madeAt: Instant;
  readonly due: Instant;
  /** What is known about it and what to do, in the module's own words. */
  readonly says: string;
  /** A later memory that seems to resolve it. */
  readonly evidence: Memory | null;
}

/** A module's state while a bank is open: caches, and writes that are still pending. */
export interface BankPart {
  /**
   * Called after a commit with its receipts, to which it may add notes. The memories are already written; an error
   * becomes a note.
   */
  afterRemember?(batch: BatchReceipt): Awaitable<BatchReceipt>;
  /** Reminders due at that moment, the most urgent first; shown by `brief` and in the prospective layer. */
  remind?(now: Instant): Awaitable<readonly Reminder[]>;
  /** Called when somebody recalls or remembers, so that background work yields. */
  onAsked?(): void;
  /** Writes what is pending; called before the bank is flushed, erased from or closed. */
  flush?(): Promise<void>;
  /** Stops background work; called before the bank closes. */
  close?(): Promise<void>;
}

/** A module's cache: dropped when the bank closes, recomputed on demand. */
export interface BankCache {
  readonly kept: true;
}

/** Gives access to the modules' caches of an open bank. */
export interface BankCaches {
  /** By its class. Throws `unavailable` if no loaded module has one. */
  of<Part extends object>(kind: abstract new (...args: never[]) => Part): Part;
  /** Reminders of all modules. A part that fails is skipped and reported to `onFault`. */
  remind(
    now: Instant,
    onFault?: (module: string, why: string) => void,
  ): Promise<readonly Reminder[]>;
}

/** A job's position in its work, as JSON; null at the start. */
export type IdleCursor = Readonly<Record<string, unknown>> | null;

/** One change made by idle work, small enough for a person to review and undo separately. */
export interface IdleStep {
  /** The kind of step, in one word; steps of one kind are reported together. */
  readonly kind: string;
  /** The reason, with the ids of the memories it touches but none of their content. */
  readonly why: string;
  readonly put: ChangeParts;
}

/** The result of one turn of a job. */
export interface IdleRound {
  /** Where to continue; null when all is done. */
  readonly cursor: IdleCursor;
  readonly step?: IdleStep;
  /** Tasks it leaves to a person. */
  readonly asks?: readonly CurationTask[];
  /** Progress: how many items of how many are done. */
  readonly done: number;
  readonly total: number;
}

/** The limits of one turn. */
export interface IdleTurn {
  /** Whether the turn is over; polled every few milliseconds of work. */
  over(): boolean;
  /** The bank's last change when this run began, so that a job does not process its own output. */
  readonly upTo: number;
  readonly now: Instant;
}

/** Background work on a bank, in turns of some milliseconds. Each turn works on the bank's current state. */
export interface IdleJob<Bank> {
  readonly name: string;
  /** One line, for people. */
  readonly about: string;
  /** Raise it when the cursor changes meaning: cursors of other versions are discarded. */
  readonly version: number;
  turn(bank: Bank, cursor: IdleCursor, turn: IdleTurn): Awaitable<IdleRound>;
}

/** Classes that provide a memory's methods under a name, each constructed with a bank handle: `memory.goals`. */
type Facade = Readonly<Record<string, new (bank: never) => object>>;

/** A memory's own methods, each created from a bank handle: `memory.reflect()`. */
type Methods = Readonly<Record<string, (bank: never) => (...given: never[]) => unknown>>;

/**
 * A capability as one value: its name, its verbs, and its hooks into recall and remember. Nothing else of it is
 * visible outside. A failing module is named in the plan of the answer and never stops a recall.
 */
export interface Module<Types extends ModuleTypes = ModuleTypes, Operations = object> {
  readonly name: string;
  /** Time limit in milliseconds for each of its parts. Default: {@link BUDGET_MS}. */
  readonly budgetMs?: number;
  /** The types of its records. */
  readonly records?: readonly string[];
  /** Its verbs by name; every front end (CLI, servers) renders them. */
  readonly operations?: Operations;
  /** Verbs under their names of the previous version: still accepted, but listed nowhere. */
  readonly former?: object;
  /** Its methods in the library; their types join those of a memory by `declare module`. */
  readonly facade?: Facade;
  readonly methods?: Methods;
  readonly candidates?: readonly CandidateSource<Types['question']>[];
  readonly terms?: readonly Term<Types['question'], Types['result']>[];
  readonly constraints?: readonly Constraint<Types['question'], Types['result']>[];
  /**
   * Returns which of its own records mention what is being erased; records made only of erased memories are erased
   * anyway. An error stops the erasure before anything is deleted.
   */
  readonly onErase?: (
    erased: Erased,
    records: readonly LearnedRecord<'module'>[],
  ) => Awaitable<readonly LearnedId[]>;
  /** Recomputes memories without these links, which are about to be removed. */
  readonly onUnlink?: (
    links: readonly Edge[],
    bank: Types['stored'],
    disposition: Disposition,
  ) => Promise<readonly Memory[]>;
  /** What `doctor` reports about it. */
  readonly checks?: (bank: Types['stored']) => Awaitable<readonly Finding[]>;
  /** Called when a bank is opened; one part or several. The result lives no longer than that bank. */
  readonly openBank?: (
    bank: Types['bank'],
  ) => BankPart | BankCache | readonly (BankPart | BankCache)[];
  /**
   * Raises (above 0) or lowers candidates before the best are loaded, in logits, from past usage. Raised memories
   * become candidates.
   */
  readonly raise?: (question: Types['question']) => Awaitable<ReadonlyMap<MemoryId, number>>;
  /** Background work, within the limits that `modules/consolidation` sets. */
  readonly onIdle?: readonly IdleJob<Types['bank']>[];
  /** A `MnemeError` refuses the whole batch; any other error becomes a note on the receipt. */
  readonly onRemember?: (draft: Types['draft']) => Awaitable<Consequence | null>;
}

/**
 * `work` up to the time limit; a plain value is returned as it is, so that nobody waits for it. Rejects on timeout, and
 * a later result is dropped.
 */
export function inTime<T>(work: Awaitable<T>, milliseconds: number): Awaitable<T> {
  if (!isThenable(work)) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`gave no answer within ${milliseconds} ms`)),
      milliseconds,
    );
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Whether the value is a promise or another thenable. */
export function isThenable<T>(value: Awaitable<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
