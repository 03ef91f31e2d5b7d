import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { BankCache } from '@mneme/core/kernel/module.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import { readMemoryValidity } from '@mneme/core/modules/validity/index.js';
import { CauseGraph } from './cause-graph.js';
import { linksOf, readRules, type Rule } from './rules.js';

/** Validity changes with time, too: the graph is rebuilt at most once a minute for that. */
const minuteOf = (now: Instant): number => Math.floor(now / 60_000);

/**
 * The causes that the memories of an opened bank state: each memory is read once, the graph is rebuilt when the bank
 * has changed.
 */
export class CauseIndex implements BankCache {
  readonly kept = true;
  readonly #read = new Map<
    MemoryId,
    { readonly version: number; readonly rules: readonly Rule[] }
  >();
  #graph: {
    readonly sequence: number;
    readonly minute: number;
    readonly graph: CauseGraph;
  } | null = null;

  constructor(private readonly bank: OpenedBank) {}

  /** The graph of what is valid now, or was at `asOf`: retracted and superseded memories are left out. */
  async graph(now: Instant, asOf?: Instant): Promise<CauseGraph> {
    const { state } = this.bank;
    await state.follow();
    const kept = this.#graph;
    if (asOf === undefined && kept?.sequence === state.sequence && kept.minute === minuteOf(now))
      return kept.graph;
    const { sequence } = state;
    const stated = (await this.#standing(now, asOf)).map((memory) => ({
      memory,
      rules: this.#rules(memory),
    }));
    const graph = new CauseGraph(linksOf(stated));
    if (asOf === undefined) this.#graph = { sequence, minute: minuteOf(now), graph };
    return graph;
  }

  async #standing(now: Instant, asOf: Instant | undefined): Promise<readonly Memory[]> {
    const { bank, store, state } = this.bank;
    const { index } = state;
    await state.notes.ready();
    const reasoned = [...state.notes.all()].filter(
      ({ note }) => note.because !== null || note.outcome !== null,
    );
    // Every memory that states a cause in words has a code in the causal space.
    const slots = new Set([...index.causal.keys(), ...reasoned.map(({ slot }) => slot)]);
    const ids = [...slots]
      .filter((slot) => asOf !== undefined || index.isLive(slot))
      .map((slot) => index.id(slot))
      .sort();
    const told = (await store.get(bank, ids, asOf)).filter(
      (memory) => memory.retractedAt === null && this.#rules(memory).length > 0,
    );
    const validity = await readMemoryValidity(told, {
      bank,
      now,
      profile: asOf === undefined ? {} : { asOf },
      state,
      ports: { store },
    });
    return told.filter(
      ({ id, supersededBy }) =>
        (asOf !== undefined || supersededBy === null) && validity.of(id).state !== 'superseded',
    );
  }

  #rules(memory: Memory): readonly Rule[] {
    const known = this.#read.get(memory.id);
    if (known?.version === memory.version) return known.rules;
    const rules = readRules(memory, this.bank.stemmer);
    this.#read.set(memory.id, { version: memory.version, rules });
    return rules;
  }
}
