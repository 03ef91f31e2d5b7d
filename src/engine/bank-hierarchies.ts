import { z } from 'zod';
import type { Edge, NodeId } from '../domain/graph.js';
import type { BankName } from '../domain/ids.js';
import { EdgeFollower } from '../indexes/edge-follower.js';
import type { Store } from '../ports/store.js';
import { Hierarchy, type Step } from '../spaces/hierarchy/hierarchy.js';

/** Which links a hierarchy is made of. */
export const HierarchyRelation = z.enum(['is_a', 'part_of', 'any']);
export type HierarchyRelation = z.infer<typeof HierarchyRelation>;

const ROLES = ['is_a', 'part_of'] as const;
/** Any number: it decides where training starts, and the same bank is to give the same answer. */
const SEED = 1;

/**
 * The hierarchies of one bank: of its `is_a` links, of its `part_of` links, of both. A cache that follows the bank's links; new
 * ones extend it, and when links have gone it is made anew.
 */
export class BankHierarchies {
  readonly #hierarchies = new Map<HierarchyRelation, Hierarchy>();
  readonly #links = new Map<string, Edge>();
  readonly #follower: EdgeFollower;
  #edges: Edge[] = [];

  constructor(store: Store, bank: BankName) {
    this.#follower = new EdgeFollower(store, bank, ROLES);
  }

  /** Takes in what has become of the bank's links since the last call. */
  async follow(): Promise<void> {
    await this.#follower.follow(({ anew, edges }) => {
      if (anew) {
        this.#hierarchies.clear();
        this.#links.clear();
        this.#edges = [];
      }
      for (const edge of edges) this.#links.set(`${edge.from} ${edge.role} ${edge.to}`, edge);
      this.#edges.push(...edges);
      for (const [relation, hierarchy] of this.#hierarchies) hierarchy.extend(stepsOf(edges, relation));
    });
  }

  of(relation: HierarchyRelation): Hierarchy {
    let hierarchy = this.#hierarchies.get(relation);
    if (hierarchy === undefined) {
      hierarchy = new Hierarchy({ seed: SEED });
      hierarchy.extend(stepsOf(this.#edges, relation));
      this.#hierarchies.set(relation, hierarchy);
    }
    return hierarchy;
  }

  /** The link behind a step of a hierarchy. */
  link(child: string, parent: string, relation: HierarchyRelation): Edge | undefined {
    const roles = relation === 'any' ? ROLES : [relation];
    return roles.map((role) => this.#links.get(`${child} ${role} ${parent}`)).find((edge) => edge !== undefined);
  }

  /** Whether the node has a link of either kind. */
  has(node: NodeId): boolean {
    return this.of('any').has(node);
  }
}

function stepsOf(edges: readonly Edge[], relation: HierarchyRelation): Step[] {
  return edges.filter(({ role }) => relation === 'any' || role === relation).map(({ from, to }) => ({ child: from, parent: to }));
}
