import type { ChangeParts } from '../domain/change.js';
import type { Conflict, StoredClaim } from '../domain/conflict.js';
import type { CurationTask } from '../domain/curation-task.js';
import type { Edge } from '../domain/graph.js';
import type { LearnedId, MemoryId } from '../domain/ids.js';
import type { LearnedRecord } from '../domain/learned/record.js';
import type { Memory } from '../domain/memory.js';
import type { BatchReceipt } from '../domain/receipt.js';
import type { ScoreTerms } from '../domain/score-terms.js';
import type { Standing } from '../domain/standing.js';
import type { Instant } from '../domain/time.js';
import type { Worth } from '../domain/worth.js';

/** So long, in milliseconds, one part of a module is waited for that says nothing else. */
export const BUDGET_MS = 2_000;

/** A value at once, or later. */
export type Awaitable<T> = T | Promise<T>;

/** A result while it is scored; flows have richer ones of their own. */
export interface ScoredMemory {
  readonly memory: Memory;
  /** The sum of its terms, in logits: results stand in the order of it. */
  readonly logit: number;
  readonly terms: ScoreTerms;
}

/** What the floors below hand to a module: each flow fills in types of its own. */
export interface ModuleTypes {
  /** A question as it is understood, and the bank it is asked of. */
  readonly question: unknown;
  readonly result: ScoredMemory;
  /** A memory that is about to be written, and what its batch has written so far. */
  readonly draft: unknown;
  /** A bank while it is open. */
  readonly bank: unknown;
  /** A bank as it lies in its store, opened or not. */
  readonly stored: unknown;
  /** What the verbs of a module are called on. */
  readonly memory: never;
}

/** A memory that a source of candidates found. */
export interface FoundMemory {
  readonly id: MemoryId;
  /** Higher is better; comparable within one answer of this source. */
  readonly score: number;
}

/** A recall path: brings memories in that other paths may not find. They are scored like all others. */
export interface CandidateSource<Question> {
  /** How the plan names it. */
  readonly name: string;
  /** The best first, as many as it likes; what the profile does not admit is left out for it. */
  find(question: Question): Awaitable<readonly FoundMemory[]>;
}

/** One summand of a result's score. */
export interface Term<Question, Result extends ScoredMemory> {
  readonly name: string;
  /** The least and the most it adds, in logits; what lies beyond is cut off. */
  readonly range: readonly [number, number];
  /**
   * What each result gains or loses, in the order of `results`, which is by their other terms; null where it has nothing to say. Recall may
   * ask several times for one answer, for other results each time.
   */
  weigh(results: readonly Result[], question: Question): Awaitable<ArrayLike<number> | null>;
}

/** Results in the order that a constraint wants. */
export interface Ordered<Result extends ScoredMemory> {
  /** All that were given, perhaps with some that no path found. Their places keep their scores. */
  readonly results: readonly Result[];
  /** How memories hold that have others of their kind beside them; null where nothing is contested. */
  readonly standing?: ((id: MemoryId) => Standing) | null;
  /** What leads is just what was asked for: log-odds that the bank knows the answer. */
  readonly knownAtLeast?: number;
}

/** What must hold of the order whatever the scores say. Constraints run last, in the order of the list of modules, and the plan names them. */
export interface Constraint<Question, Result extends ScoredMemory> {
  readonly name: string;
  /** Runs whenever candidates were ranked, or once on the answer, after a strategy has put rankings together. */
  readonly on: 'ranking' | 'answer';
  order(results: readonly Result[], question: Question): Awaitable<Ordered<Result>>;
}

/** A record of a module's own, of a type that it declares. */
export interface NewRecord {
  readonly type: string;
  /** What it is found by, among those of its type. */
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What follows from remembering one memory; written in the same change. */
export interface Consequence {
  /** Memories that change, the new one perhaps among them. */
  readonly memories?: readonly Memory[];
  readonly edges?: readonly Edge[];
  readonly claims?: readonly StoredClaim[];
  readonly conflicts?: readonly Conflict[];
  /** Erased with the memory. */
  readonly records?: readonly NewRecord[];
  /** For the receipt. */
  readonly notes?: readonly string[];
  /** For the receipt, too: the last module that weighs it is heard. */
  readonly worth?: Worth;
}

/** What is about to be erased. */
export interface Erased {
  readonly memories: ReadonlySet<MemoryId>;
  /** Whether a text names the person who is erased. */
  names(text: string): boolean;
}

/** What somebody who looks after a file should know, and what can be done about it. */
export interface Finding {
  readonly what: string;
  readonly mend: string;
}

/** What of a module lives as long as an opened bank: its caches, and what waits to be written down. */
export interface BankPart {
  /** After a commit, with its receipts, to which it may add notes. The memories are in already: what it throws becomes a note. */
  afterRemember?(batch: BatchReceipt): Awaitable<BatchReceipt>;
  /** Somebody asks or tells: what goes on in the background steps aside. */
  onAsked?(): void;
  /** Writes down what waits, before the bank is flushed, erased from or closed. */
  flush?(): Promise<void>;
  /** Stops what it does in the background, before the bank closes. */
  close?(): Promise<void>;
}

/** What of a module is only kept while a bank is open: answers that are found out again when they are gone. */
export interface KeptPart {
  readonly kept: true;
}

/** Where a job stands in its work, as JSON; null at its beginning. */
export type IdleCursor = Readonly<Record<string, unknown>> | null;

/** One change that idle work makes: so small that a person can judge it, and take it back alone. */
export interface IdleStep {
  /** What sort of step, in a word: steps of one sort are told together. */
  readonly kind: string;
  /** In words, with the ids of the memories it touches; nothing of what they say. */
  readonly why: string;
  readonly put: ChangeParts;
}

/** What a job came to in one turn. */
export interface IdleRound {
  /** Where it goes on; null when there is nothing left to look at. */
  readonly cursor: IdleCursor;
  readonly step?: IdleStep;
  /** What it leaves to a person. */
  readonly asks?: readonly CurationTask[];
  /** Of how much it has looked at how much, for progress. */
  readonly done: number;
  readonly total: number;
}

/** What a turn may cost. */
export interface IdleTurn {
  /** Whether the turn is over: asked every few milliseconds of work. */
  over(): boolean;
  /** Where the job stood when its night began: what it makes itself is not looked at again. */
  readonly upTo: number;
  readonly now: Instant;
}

/** Work on a bank that nobody waits for, in turns of some milliseconds. What a turn finds is judged by what the bank holds at that moment. */
export interface IdleJob<Bank> {
  readonly name: string;
  /** In one line, for people. */
  readonly about: string;
  /** Rises when its cursor changes its meaning: what a newer version left is not gone on with. */
  readonly version: number;
  turn(bank: Bank, cursor: IdleCursor, turn: IdleTurn): Awaitable<IdleRound>;
}

/**
 * A capability as one value: what it is called, its verbs, and where it takes part in recall and remember. Nothing else of it is known
 * outside. What a module does wrong is named in the plan of the answer and never stops a recall.
 */
export interface Module<Types extends ModuleTypes = ModuleTypes, Operations = object> {
  readonly name: string;
  /** So long one part of it is waited for, in milliseconds. Default: {@link BUDGET_MS}. */
  readonly budgetMs?: number;
  /** Types of the records that it keeps. */
  readonly records?: readonly string[];
  /** Its verbs by name; doors render them. */
  readonly operations?: Operations;
  readonly candidates?: readonly CandidateSource<Types['question']>[];
  readonly terms?: readonly Term<Types['question'], Types['result']>[];
  readonly constraints?: readonly Constraint<Types['question'], Types['result']>[];
  /**
   * Which records of its own tell of what is erased, beside those that were made of erased memories alone, which go anyhow. What it
   * throws stops the erasure before anything is gone.
   */
  readonly onErase?: (
    erased: Erased,
    records: readonly LearnedRecord<'module'>[],
  ) => Awaitable<readonly LearnedId[]>;
  /** What `doctor` tells of it. */
  readonly checks?: (bank: Types['stored']) => Awaitable<readonly Finding[]>;
  /** Made when a bank is opened. Nothing of a module lives longer than that bank. */
  readonly openBank?: (bank: Types['bank']) => BankPart | KeptPart;
  /** Raises (above 0) or lowers candidates before the best are loaded, in logits: what use has taught. Those raised are candidates by it. */
  readonly raise?: (question: Types['question']) => Awaitable<ReadonlyMap<MemoryId, number>>;
  /** What it does while nobody asks, under the limits of a night (`modules/idle`). */
  readonly onIdle?: readonly IdleJob<Types['bank']>[];
  /** A `MnemeError` refuses the whole batch; whatever else it throws is told on the receipt. */
  readonly onRemember?: (draft: Types['draft']) => Awaitable<Consequence | null>;
}
