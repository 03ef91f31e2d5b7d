import type { Edge } from '../../domain/graph.js';
import type { BankName } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import { createGraphSpace } from '../../spaces/e08-graph.js';
import { createEntitySpace } from '../../spaces/e11-entity.js';
import { HeldGraph } from '../../spaces/graph/held-graph.js';
import type { Space } from '../../spaces/space.js';

const JOURNAL_PAGE = 500;
/** Any number: it seeds the training, so that one bank always gives the same codes. */
const SEED = 1;

/**
 * The spaces derived from a bank's links. Loaded when one of them is first queried, then kept in step with
 * the journal.
 */
export class BankLinks {
  readonly #graph = new HeldGraph();
  readonly #entities = createEntitySpace({ seed: SEED });
  readonly graph: Space<Int8Array> = createGraphSpace(this.#graph);
  readonly entity: Space<Float32Array> = this.#entities;
  #sequence = -1;
  #following: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly bank: BankName,
  ) {}

  /** Reads what was committed since the last call. Calls are serialised. */
  follow(): Promise<void> {
    const turn = this.#following.then(() => (this.#sequence < 0 ? this.#load() : this.#catchUp()));
    this.#following = turn.catch(() => undefined);
    return turn;
  }

  async #load(): Promise<void> {
    // Read the sequence first: a link that arrives meanwhile is read again, and adding it twice is
    // harmless.
    const { sequence } = (await this.store.bank(this.bank)) ?? { sequence: 0 };
    const edges: Edge[] = [];
    for await (const page of this.store.edges(this.bank)) edges.push(...page);
    this.#take(edges);
    this.#sequence = sequence;
    await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const entries = await this.store.since(this.bank, this.#sequence, JOURNAL_PAGE);
      for (const { edges, removedEdges, sequence } of entries) {
        this.#graph.remove(removedEdges);
        this.#take(edges);
        this.#sequence = sequence;
      }
      if (entries.length < JOURNAL_PAGE) return;
    }
  }

  #take(edges: readonly Edge[]): void {
    this.#graph.put(edges);
    this.#entities.learn(edges);
  }
}
