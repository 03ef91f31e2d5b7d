import { percentile, mean } from '../retrieval-metrics.js';
import type { MemorySystem } from './memory-system.js';

/** What one system came to on one data set. */
export interface Row {
  readonly system: string;
  /** The table that it stands in: the data set, and how the memories were filled. */
  readonly over: string;
  /** By the name of the column; null where the system has no such answer. */
  readonly figures: Readonly<Record<string, number | null>>;
}

/** A figure of a claim: what it means, and which end of it is better. */
export interface Column {
  readonly name: string;
  readonly label: string;
  /** Null where neither end is better: what was used of a budget. */
  readonly better: 'higher' | 'lower' | null;
  readonly digits?: number;
}

/** One thing that is claimed, with what it is shown by. */
export interface Claim {
  readonly name: string;
  readonly title: string;
  /** What is measured and how, in a few sentences. */
  readonly says: string;
  readonly columns: readonly Column[];
  /** The column that is drawn, or several in groups. */
  readonly drawn: readonly string[];
  /** What it comes to, in a sentence. */
  headline?(rows: readonly Row[]): string;
  run(run: ProofRun): Promise<readonly Row[]>;
}

/** What a claim is run with. */
export interface ProofRun {
  readonly systems: readonly MemorySystem[];
  /** The folder with the data of others; null where none is given. */
  readonly data: string | null;
  /** At most so many talks of each data set. */
  readonly limit: number;
  /** Smallest inputs. */
  readonly quick: boolean;
  readonly log: (line: string) => void;
  /** Called with what was left out, and why. */
  readonly skip: (line: string) => void;
}

/** Beside the quality, what it takes. */
export const COSTS: readonly Column[] = [
  { name: 'tokens', label: 'tokens', better: 'lower', digits: 0 },
  { name: 'ms', label: 'ms', better: 'lower', digits: 1 },
  { name: 'kb', label: 'KB kept', better: 'lower', digits: 0 },
  { name: 'calls', label: 'calls', better: 'lower', digits: 1 },
];

/** What asking has cost: an entry a question, and the size of each filled memory. */
export class CostMeter {
  readonly #tokens: number[] = [];
  readonly #ms: number[] = [];
  readonly #calls: number[] = [];
  readonly #bytes: number[] = [];

  asked(tokens: number, ms: number, calls: number): void {
    this.#tokens.push(tokens);
    this.#ms.push(ms);
    this.#calls.push(calls);
  }

  kept(bytes: number | null): void {
    if (bytes !== null) this.#bytes.push(bytes);
  }

  /** Means, but the median of the milliseconds. */
  figures(): Row['figures'] {
    return {
      tokens: mean(this.#tokens),
      ms: percentile(this.#ms, 0.5),
      kb: this.#bytes.length === 0 ? null : mean(this.#bytes) / 1_024,
      calls: mean(this.#calls),
    };
  }
}

/** By what a memory is filled. */
export const FILLED = { turns: 'by turns', notes: 'by notes' } as const;
export type Filled = keyof typeof FILLED;
