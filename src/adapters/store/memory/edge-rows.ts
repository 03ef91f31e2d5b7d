import type { Edge, NodeId } from '../../../domain/graph.js';
import { Groups, type Ledger } from './ledger.js';
import { Rows, type Row } from './rows.js';

/** The links of a bank, by their ids and by their ends. */
export class EdgeRows {
  readonly #rows: Rows<Edge>;
  readonly #from: Groups<NodeId, string>;
  readonly #to: Groups<NodeId, string>;

  constructor(ledger: Ledger) {
    this.#rows = new Rows(ledger);
    this.#from = new Groups(ledger);
    this.#to = new Groups(ledger);
  }

  get(id: string): Row<Edge> | undefined {
    return this.#rows.get(id);
  }

  put(id: string, row: Row<Edge>): void {
    this.#rows.put(id, row);
    this.#from.add(row.record.from, id);
    this.#to.add(row.record.to, id);
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    this.#from.delete(row.record.from, id);
    this.#to.delete(row.record.to, id);
  }

  all(): readonly Row<Edge>[] {
    return this.#rows.all();
  }

  after(num: number, limit: number): Row<Edge>[] {
    return this.#rows.after(num, limit);
  }

  /** The links from a node, and those to it. */
  sidesOf(node: NodeId): readonly (readonly Row<Edge>[])[] {
    return [this.#from, this.#to].map((side) =>
      [...side.of(node)].flatMap((id) => this.#rows.get(id) ?? []),
    );
  }

  /** Whether any link refers to the node. */
  names(node: string): boolean {
    return this.#from.of(node as NodeId).size > 0 || this.#to.of(node as NodeId).size > 0;
  }
}
