import { z } from 'zod';
import type { Verb } from '../domain/change.js';
import type { Edge, NodeId } from '../domain/graph.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Store } from '../ports/store.js';
import { createGraphSpace, HeldGraph } from '../spaces/e08-graph.js';
import { createEntitySpace } from '../spaces/e11-entity.js';
import { Hierarchy, type Step } from '../spaces/hierarchy.js';
import type { Space } from '../spaces/space.js';

const JOURNAL_PAGE = 500;
/** Seeds the training, so that one bank always gives the same codes; any number will do. */
const SEED = 1;

/** The spaces derived from a bank's links. Loaded when one of them is first queried, then follows the journal. */
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
    // Read the sequence first: a link that arrives meanwhile is read twice, which is harmless.
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

/** The links that a hierarchy is built from. */
export const HierarchyRelation = z.enum(['is_a', 'part_of', 'any']);
export type HierarchyRelation = z.infer<typeof HierarchyRelation>;

const ROLES = ['is_a', 'part_of'] as const;
/** Seeds the training, so that one bank always gives the same answer; any number will do. */
const HIERARCHY_SEED = 1;

/** Changes that only add links; any other may remove or restore some. */
const ADDING: ReadonlySet<Verb> = new Set([
  'remember',
  'import',
  'observe',
  'reflect',
  'configure',
]);
const HIERARCHY_PAGE = 500;

/**
 * The hierarchies of one bank: of its `is_a` links, of its `part_of` links, and of both. A cache that follows the
 * journal: new links extend it; when links may have disappeared, it is rebuilt from the known links.
 */
export class BankHierarchies {
  readonly #hierarchies = new Map<HierarchyRelation, Hierarchy>();
  /** All links of the bank with these roles, in order of arrival, including those of forgotten memories. */
  readonly #known = new Map<string, Edge>();
  /** Those without evidence, or whose evidence is live. */
  readonly #standing = new Map<string, Edge>();
  #sequence = -1;
  #following: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly bank: BankName,
    /** Whether a memory is live, as of the last change. */
    private readonly isLive: (memory: MemoryId) => boolean,
  ) {}

  /**
   * Reads the bank's new links up to the change that `isLive` reflects; later ones are read by the next call. Calls
   * are serialised.
   */
  follow(sequence: number): Promise<void> {
    const turn = this.#following.then(() =>
      this.#sequence < 0 ? this.#load(sequence) : this.#catchUp(sequence),
    );
    this.#following = turn.catch(() => undefined);
    return turn;
  }

  async #load(sequence: number): Promise<void> {
    for await (const page of this.store.edges(this.bank))
      for (const edge of page) if (isStep(edge)) this.#known.set(keyOf(edge), edge);
    this.#beginAnew();
    this.#sequence = sequence;
  }

  async #catchUp(until: number): Promise<void> {
    let anew = false;
    const added: Edge[] = [];
    while (this.#sequence !== until) {
      const page = await this.store.since(this.bank, this.#sequence, HIERARCHY_PAGE);
      // Changes come in commit order, which their numbers do not show.
      const last = page.findIndex(({ sequence }) => sequence === until);
      const entries = last < 0 ? page : page.slice(0, last + 1);
      for (const { verb, edges, removedEdges, sequence } of entries) {
        const steps = edges.filter(isStep);
        const gone = removedEdges.filter(isStep);
        for (const edge of gone) this.#known.delete(keyOf(edge));
        for (const edge of steps) this.#known.set(keyOf(edge), edge);
        added.push(...steps);
        anew ||= gone.length > 0 || !ADDING.has(verb);
        this.#sequence = sequence;
      }
      if (page.length < HIERARCHY_PAGE) break;
    }
    if (anew) this.#beginAnew();
    else this.#extend(added);
  }

  #beginAnew(): void {
    this.#hierarchies.clear();
    this.#standing.clear();
    this.#extend([...this.#known.values()]);
  }

  #extend(edges: readonly Edge[]): void {
    const standing = edges.filter(({ evidence }) => evidence === null || this.isLive(evidence));
    for (const edge of standing) this.#standing.set(keyOf(edge), edge);
    for (const [relation, hierarchy] of this.#hierarchies)
      hierarchy.extend(stepsOf(standing, relation));
  }

  of(relation: HierarchyRelation): Hierarchy {
    let hierarchy = this.#hierarchies.get(relation);
    if (hierarchy === undefined) {
      hierarchy = new Hierarchy({ seed: HIERARCHY_SEED });
      hierarchy.extend(stepsOf([...this.#standing.values()], relation));
      this.#hierarchies.set(relation, hierarchy);
    }
    return hierarchy;
  }

  /** The link from which a step of a hierarchy was made. */
  link(child: string, parent: string, relation: HierarchyRelation): Edge | undefined {
    const roles = relation === 'any' ? ROLES : [relation];
    return roles
      .map((role) => this.#standing.get(`${child} ${role} ${parent}`))
      .find((edge) => edge !== undefined);
  }

  /** Whether the node has a link of either kind. */
  has(node: NodeId): boolean {
    return this.of('any').has(node);
  }
}

function stepsOf(edges: readonly Edge[], relation: HierarchyRelation): Step[] {
  return edges
    .filter(({ role }) => relation === 'any' || role === relation)
    .map(({ from, to }) => ({ child: from, parent: to }));
}

function isStep({ role }: Edge): boolean {
  return role === 'is_a' || role === 'part_of';
}

function keyOf({ from, role, to }: Edge): string {
  return `${from} ${role} ${to}`;
}
