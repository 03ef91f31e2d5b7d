import type { ErrorCode } from '../domain/errors.js';
import type { Outcome } from '../domain/receipt.js';

/** A finished verb. */
export interface OperationDone {
  readonly tookMs: number;
  /** Null on success; `fault` for anything but a `MnemeError`. */
  readonly error: ErrorCode | 'fault' | null;
  /** The path of the input field at fault; never its value. */
  readonly field: string | null;
  /** The memories of a memory operation; absent for other verbs, and for those that failed. */
  readonly touched?: TouchedMemories;
}

/** A verb as an operation on memories, by OpenTelemetry's conventions for generative AI. */
export interface MemoryCall {
  readonly name:
    | 'search_memory'
    | 'create_memory'
    | 'update_memory'
    | 'delete_memory'
    | 'create_memory_store'
    | 'delete_memory_store';
  /** A pseudonym of the bank; its name if content may be told. */
  readonly store: string;
  /** What was asked; null unless content may be told. */
  readonly query: string | null;
}

/** One memory of an operation. */
export interface MemoryRecord {
  readonly id: string | null;
  readonly content: string | null;
  readonly score: number | null;
}

export interface TouchedMemories {
  readonly count: number;
  /** Of a single memory. */
  readonly id: string | null;
  /** Null unless content may be told. */
  readonly records: readonly MemoryRecord[] | null;
}

/** A running verb. */
export interface OperationRun {
  /** Runs the verb's work; an observer may wrap it. */
  within<T>(work: () => T): T;
  end(done: OperationDone): void;
}

/** One pass through a flow, within a verb or in the background. */
export interface FlowTaken {
  readonly flow: 'recall' | 'remember';
  /** Milliseconds by step, in order. */
  readonly steps: Readonly<Record<string, number>>;
  /** For a recall: whether the answer came from the cache. */
  readonly cacheHit: boolean | null;
  /** For a recall: a hash of its question, to tell slow ones apart without knowing their text. */
  readonly queryHash: (() => string) | null;
  /** For a remember: the outcome of each input. */
  readonly outcomes: readonly Outcome[];
  /** For a remember: the reward of each input that was scored, −1..1. */
  readonly rewards: readonly number[];
}

/** Receives what the engine does and how long it takes: never content (unless `traceContent` is on), keys or paths. Must not throw, nor take more than microseconds. */
export interface Observer {
  begin(operation: string, call?: MemoryCall): OperationRun;
  flow(taken: FlowTaken): void;
}

/** Current figures of a bank. */
export interface BankGauges {
  readonly memories: number;
  readonly forgotten: number;
  readonly entities: number;
  readonly contexts: number;
  readonly sessions: number;
  readonly edges: Readonly<Record<string, number>>;
  readonly changes: number;
  readonly fileBytes: number;
  /** Memories in the process's index. */
  readonly indexed: number;
  readonly cacheEntries: number;
}

/** Collects metrics from observations. */
export interface Metrics extends Observer {
  /** All metrics in Prometheus' text format, version 0.0.4. */
  text(gauges: BankGauges): string;
}
