import { MnemeError } from '../../domain/errors.js';
import type { Goal } from '../../domain/goal.js';
import { northStarOf } from '../../domain/goal-tree.js';
import type { BankName } from '../../domain/ids.js';
import {
  isWorthKeeping,
  latestFall,
  thinHistory,
  type Fall,
  type PurposeSample,
} from '../../domain/purpose-history.js';
import type { BatchReceipt } from '../../domain/receipt.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { BankPart } from '../../kernel/module.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import {
  overallAlignment,
  purposeVector,
  type PurposeVector,
  type SpaceLikeness,
} from '../../spaces/fingerprint/purpose.js';
import { PurposeTable } from '../../spaces/fingerprint/purpose-table.js';
import { hashText } from '../../language/hash-text.js';
import type { SpaceReader } from '../../bank/spaces/space-reader.js';

/** A bank's figure is the mean over this many of its latest memories. */
const LATEST = 50;
/** Samples are buffered up to this number, or until the bank is flushed or closed. */
const MAX_PENDING = 64;
/** Number of cached tables of purpose vectors, by recent use. */
const MAX_TABLES = 4;

export interface PurposeKeeperParts {
  readonly store: Store;
  readonly bank: BankName;
  readonly state: BankState;
  readonly clock: Clock;
  readonly readOnly: boolean;
  /** The spaces that take part. */
  readonly readers: readonly SpaceReader[];
}

export interface PurposeFigure {
  /** Mean alignment of the latest memories, 0..1. */
  readonly alignment: number;
  readonly memories: number;
}

/** The measurements of one goal, while its text and the spaces stay the same. */
interface History {
  readonly basis: string;
  readonly samples: PurposeSample[];
}

/**
 * Measures how well the bank's memories serve its goals, and records the history. All of it is derived
 * data; if lost, it starts over.
 */
export class PurposeTracker implements BankPart {
  readonly #tables = new Map<string, { readonly index: BankIndex; readonly table: PurposeTable }>();
  #history: History | null = null;
  #pending: PurposeSample[] = [];
  #announced = false;

  constructor(readonly parts: PurposeKeeperParts) {}

  async northStar(): Promise<Goal | null> {
    return northStarOf(await this.parts.store.goals(this.parts.bank));
  }

  /** Takes a sample, and notes on the receipts when alignment fell. */
  async afterRemember(batch: BatchReceipt): Promise<BatchReceipt> {
    const last = batch.receipts.findLastIndex(({ outcome }) => outcome === 'remembered');
    if (last < 0) return batch;
    try {
      const star = await this.northStar();
      if (star === null) return batch;
      await this.parts.state.follow();
      const fall = await this.sample(star);
      if (this.#pending.length >= MAX_PENDING) await this.flush();
      const alarmed = fall?.alarm === true;
      const news = alarmed && !this.#announced;
      this.#announced = alarmed;
      return news && fall !== null ? withNote(batch, last, describeFall(fall)) : batch;
    } catch (error) {
      if (!MnemeError.is(error)) throw error;
      return withNote(batch, last, `purpose was not measured: ${error.message}`);
    }
  }

  /** Measures the figure for the north star, stores it if it adds information, and returns the current fall. */
  async sample(star: Goal): Promise<Fall | null> {
    const figure = await this.figure(star.description);
    const { samples } = await this.#historyOf(star);
    if (figure === null) return latestFall(samples);
    const last = samples.at(-1);
    // Moments must differ, even if the clock does not advance between two writes.
    const sample = { at: Math.max(this.parts.clock.now(), (last?.at ?? -Infinity) + 1), ...figure };
    if (!isWorthKeeping(sample, last)) return latestFall([...samples, sample]);
    samples.push(sample);
    this.#pending.push(sample);
    return latestFall(samples);
  }

  /** The measurements for this north star, oldest first, including those of other processes. */
  async history(star: Goal): Promise<readonly PurposeSample[]> {
    await this.flush();
    if (!this.parts.readOnly) this.#history = null;
    return [...(await this.#historyOf(star)).samples];
  }

  /** Writes pending samples, and thins old ones. */
  async flush(): Promise<void> {
    const history = this.#history;
    if (history === null || this.#pending.length === 0 || this.parts.readOnly) return;
    const kept = new Set(thinHistory(history.samples, this.parts.clock.now()));
    const dropped = history.samples.filter((sample) => !kept.has(sample));
    const added = this.#pending.filter((sample) => kept.has(sample));
    this.#pending = [];
    await this.parts.store.recordPurpose(
      this.parts.bank,
      history.basis,
      added,
      dropped.map(({ at }) => at),
    );
    history.samples.splice(0, history.samples.length, ...kept);
  }

  /** The mean alignment of the latest current memories to a text; null if none of them can be compared. */
  async figure(text: string): Promise<PurposeFigure | null> {
    const { index } = this.parts.state;
    const slots: number[] = [];
    for (let slot = index.size - 1; slot >= 0 && slots.length < LATEST; slot--)
      if (index.isLive(slot) && !index.reflected.has(slot)) slots.push(slot);
    const alignments = (await this.vectors(text, slots)).flatMap(
      (vector) => overallAlignment(vector) ?? [],
    );
    if (alignments.length === 0) return null;
    return {
      alignment: alignments.reduce((sum, value) => sum + value, 0) / alignments.length,
      memories: alignments.length,
    };
  }

  /** The purpose vectors of memories towards a text, by slot. */
  async vectors(text: string, slots: readonly number[]): Promise<PurposeVector[]> {
    const columns = await Promise.all(
      this.parts.readers.map(async (reader) => ({
        space: reader.space,
        calibration: await reader.calibration(),
        values: reader.text(text)?.likenesses(slots),
      })),
    );
    return slots.map((_, at) =>
      purposeVector(
        columns.flatMap(({ space, calibration, values }): SpaceLikeness[] => {
          const likeness = values?.[at] ?? NaN;
          return Number.isNaN(likeness) ? [] : [{ space, likeness, calibration }];
        }),
      ),
    );
  }

  /** The purpose vectors of the whole bank towards a text; built once, then extended by new memories. */
  async table(text: string): Promise<PurposeTable> {
    const { index } = this.parts.state;
    const key = this.#basisOf(text);
    const known = this.#tables.get(key);
    const table = known?.index === index ? known.table : new PurposeTable();
    this.#tables.delete(key);
    this.#tables.set(key, { index, table });
    for (const oldest of this.#tables.keys()) {
      if (this.#tables.size <= MAX_TABLES) break;
      this.#tables.delete(oldest);
    }
    const from = table.size;
    const slots = Array.from({ length: index.size - from }, (_, at) => from + at);
    const vectors = await this.vectors(text, slots);
    vectors.forEach((vector, at) => table.put(from + at, vector));
    return table;
  }

  /** The alignment of a goal's own text with itself in each space: the purpose that serves it completely. */
  ideal(text: string): PurposeVector {
    const likenesses = this.parts.readers.flatMap((reader): SpaceLikeness[] =>
      reader.text(text) === null
        ? []
        : [{ space: reader.space, likeness: Infinity, calibration: { midpoint: 0, steepness: 1 } }],
    );
    return purposeVector(likenesses);
  }

  async #historyOf(star: Goal): Promise<History> {
    const basis = `${star.id}/${this.#basisOf(star.description)}`;
    if (this.#history?.basis !== basis) {
      await this.flush();
      this.#pending = [];
      this.#announced = false;
      this.#history = {
        basis,
        samples: [...(await this.parts.store.purposeSamples(this.parts.bank, basis))],
      };
    }
    return this.#history;
  }

  /** Figures are compared only while the text and everything that measures it stay the same. */
  #basisOf(text: string): string {
    return `${hashText(text, BASIS_SEED).toString(36)}/${this.parts.readers.map(({ id }) => id).join('+')}`;
  }
}

const BASIS_SEED = 0x811c9dc5;

export function describeFall({ from, to, since }: Fall): string {
  return `alignment to the north star fell from ${from.toFixed(2)} to ${to.toFixed(2)} since ${new Date(since).toISOString().slice(0, 10)}`;
}

function withNote(batch: BatchReceipt, at: number, note: string): BatchReceipt {
  return {
    ...batch,
    receipts: batch.receipts.map((receipt, place) =>
      place === at ? { ...receipt, notes: [...receipt.notes, note] } : receipt,
    ),
  };
}
