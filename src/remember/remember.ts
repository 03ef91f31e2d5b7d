import type { Verb } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName, IdPrefix } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { BatchReceipt } from '../domain/receipt.js';
import { StepTimer } from '../domain/step-timer.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Stemmer } from '../language/stem.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { TextEncoder } from '../spaces/text-encoder.js';
import { admit, type AdmittedInput } from './admit.js';
import { planBatch } from './plan-batch.js';

export interface RememberPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly encoder: TextEncoder;
  readonly causal: CausalSpace;
  readonly code: CodeSpace;
  /** Loads what reading this text's code needs; at once for a text without any. */
  readonly readyForCode: (text: string) => Promise<void>;
  readonly stemmer: Stemmer;
  readonly newId: (prefix: IdPrefix) => string;
}

export interface RememberOptions {
  readonly verb: Verb;
  readonly actor: string;
}

/** So often a batch is planned anew when another process commits first. */
const MOST_TRIES = 50;
/** So many statements about one subject are compared with a new one. */
const MOST_FACTS = 50;

/**
 * Capability U1: admit → duplicates → read → link → embed → cluster → relate → one atomic commit. The batch is one
 * change: all of it is in or nothing is. Errors: `invalid_input` before anything is written; those of the store's commit.
 */
export async function remember(raw: readonly unknown[], bank: BankName, state: BankState, ports: RememberPorts, options: RememberOptions): Promise<BatchReceipt> {
  const { store, clock } = ports;
  const timer = new StepTimer(() => clock.ticks());
  const now = clock.now();
  const admitted = timer.run('admit', () => raw.map((input, at) => admit(input, now, raw.length === 1 ? 'input' : `inputs.${at}`)));
  for (const { content } of admitted) await timer.wait('code', () => ports.readyForCode(content));
  for (let attempt = 1; ; attempt++) {
    await timer.wait('follow', () => state.follow());
    // A recall may take the caches further while this batch is planned; the plan rests on what they held now.
    const { sequence: expectedSequence } = state;
    const stored = await timer.wait('duplicates', () => liveByHash(store, bank, admitted));
    const plan = await planBatch(admitted, {
      bank,
      state,
      encoder: ports.encoder,
      causal: ports.causal,
      code: ports.code,
      stemmer: ports.stemmer,
      newId: ports.newId,
      now,
      ...options,
      timer,
      stored,
      load: (ids) => store.get(bank, ids),
      facts: (subject) => store.neighbours(bank, [subject], ['relational'], MOST_FACTS),
    });
    const { change } = plan;
    if (change === null) return { receipts: plan.receipts.map((receipt) => ({ ...receipt, sequence: state.sequence })), sequence: state.sequence, timings: timer.times };
    try {
      const sequence = await timer.wait('commit', () => store.commit(change, { expectedSequence }));
      return { receipts: plan.receipts.map((receipt) => ({ ...receipt, sequence })), sequence, timings: timer.times };
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MOST_TRIES) throw error;
    }
  }
}

/** The standing memory of each hash; what was forgotten may be remembered afresh. */
async function liveByHash(store: Store, bank: BankName, admitted: readonly AdmittedInput[]): Promise<ReadonlyMap<string, Memory>> {
  const found = await store.findByHash(bank, [...new Set(admitted.map((input) => input.hash))]);
  return new Map(found.filter((memory) => memory.retractedAt === null).map((memory) => [memory.contentHash, memory]));
}
