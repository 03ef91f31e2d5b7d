import type { ErrorCode } from '../domain/errors.js';
import type { Outcome } from '../domain/receipt.js';

/** One verb, done. */
export interface OperationDone {
  readonly tookMs: number;
  /** Null when it went well; `fault` for what is no `MnemeError`. */
  readonly error: ErrorCode | 'fault' | null;
  /** The input field at fault, by its path; never its value. */
  readonly field: string | null;
}

/** A verb under way. */
export interface OperationRun {
  /** Runs the verb's work, where what observes has to stand around it. */
  within<T>(work: () => T): T;
  end(done: OperationDone): void;
}

/** One pass through a flow, within a verb or in the background. */
export interface FlowTaken {
  readonly flow: 'recall' | 'remember';
  /** Milliseconds by step, in order. */
  readonly steps: Readonly<Record<string, number>>;
  /** Of a recall: whether the cache had the answer. */
  readonly cacheHit: boolean | null;
  /** Of a recall: a hash of its question, for telling slow ones apart without knowing them. */
  readonly queryHash: (() => string) | null;
  /** Of a remember: what became of each input. */
  readonly outcomes: readonly Outcome[];
}

/** Is told what the engine does and how long it takes: never content, keys or paths. Must not throw, and costs microseconds. */
export interface Observer {
  begin(operation: string): OperationRun;
  flow(taken: FlowTaken): void;
}

/** What a bank holds at the moment it is asked. */
export interface BankGauges {
  readonly memories: number;
  readonly forgotten: number;
  readonly entities: number;
  readonly contexts: number;
  readonly sessions: number;
  readonly edges: Readonly<Record<string, number>>;
  readonly changes: number;
  readonly fileBytes: number;
  /** Memories that the process's index holds. */
  readonly indexed: number;
  readonly cacheEntries: number;
}

/** Keeps figures of what was observed. */
export interface Metrics extends Observer {
  /** All figures in Prometheus' text format, version 0.0.4. */
  text(gauges: BankGauges): string;
}
