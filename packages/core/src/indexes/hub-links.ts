/** A node with fewer edges is read anew as fast as it is looked up. */
const HUB = 256;
/** Hubs whose edges are kept; beyond, all are forgotten and kept anew. */
const MOST = 10_000;

/**
 * The strongest edges of nodes that have many, such as a person whom a whole bank is about: a walk that meets one reads fifty edges
 * instead of sorting all. Forgotten when an edge of the node changes, and all of them when a memory is retracted or restored, as that
 * takes its edges along.
 */
export class HubLinks {
  readonly #kept = new Map<number, Map<number, readonly number[]>>();
  #retractions = 0;

  get(node: number, roles: number, retractions: number): readonly number[] | undefined {
    if (retractions !== this.#retractions) {
      this.#kept.clear();
      this.#retractions = retractions;
    }
    return this.#kept.get(node)?.get(roles);
  }

  /** Keeps what {@link get} just did not have; `count` is how many edges it was chosen from. */
  keep(node: number, roles: number, edges: readonly number[], count: number): void {
    if (count < HUB) return;
    if (this.#kept.size >= MOST) this.#kept.clear();
    const byRoles = this.#kept.get(node) ?? new Map<number, readonly number[]>();
    byRoles.set(roles, edges);
    this.#kept.set(node, byRoles);
  }

  drop(...nodes: readonly number[]): void {
    for (const node of nodes) this.#kept.delete(node);
  }
}
