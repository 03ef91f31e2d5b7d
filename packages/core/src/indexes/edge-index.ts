import {
  EDGE_ROLES,
  nodeKind,
  type Edge,
  type EdgeFamily,
  type EdgeRole,
  type NodeId,
} from '../domain/graph.js';
import type { ContextId, EntityId, MemoryId } from '../domain/ids.js';
import { NONE, type BankIndex } from './bank-index.js';
import { HubLinks } from './caches.js';
import { bytes, float64s, type GrowingArray, int32s, Numbering } from './index-columns.js';

const ROLES = Object.keys(EDGE_ROLES) as EdgeRole[];
/** Stored as the role of a removed edge. */
const REMOVED = 255;
const KINDS = { memory: 0, entity: 1, context: 2 } as const;
/** Maximum number of edges returned per node: the fan-out of the graph path. */
const FAN_OUT = 50;
/** Resolution of weights in sort keys: a key packs a weight above its edge's number into one exact number. */
const WEIGHT_STEPS = 1_000_000;
const EDGE_ROOM = 2 ** 31;

/** All roles of some families as a bit set. */
export function rolesOf(families: readonly EdgeFamily[]): number {
  return ROLES.reduce(
    (bits, role, at) => (families.includes(EDGE_ROLES[role]) ? bits | (1 << at) : bits),
    0,
  );
}

/** These roles as a bit set. */
export function rolesWith(roles: readonly EdgeRole[]): number {
  return ROLES.reduce((bits, role, at) => (roles.includes(role) ? bits | (1 << at) : bits), 0);
}

/** One edge as seen from a node. */
export interface Link {
  readonly other: number;
  readonly role: EdgeRole;
  readonly weight: number;
  readonly outgoing: boolean;
}

const TRUTH_LINKS = rolesWith(['conflicts_with', 'supersedes']);

/**
 * The bank's edges in flat arrays, with linked lists per node, for graph traversal. A node is a number: its kind in
 * the two lowest bits, above them a memory's slot or the number of an entity or context. A cache that follows the
 * journal.
 */
export class EdgeIndex {
  readonly #from = int32s();
  readonly #to = int32s();
  readonly #role = bytes();
  readonly #label = int32s();
  /** In full precision, as the store has it. */
  readonly #weight = float64s();
  /** Slot of the memory that states the edge, plus one; 0 for none. */
  readonly #evidence = int32s();
  /** The next edge, plus one, in the list of edges from, or to, the same node. */
  readonly #nextFrom = int32s();
  readonly #nextTo = int32s();
  /** The first edge, plus one, by node. */
  readonly #leaving = int32s();
  readonly #reaching = int32s();
  readonly #entities = new Numbering();
  readonly #labels = new Numbering();
  /** Scratch array for sorting a node's edges. */
  #keys: Float64Array = new Float64Array(64);
  readonly #hubs = new HubLinks();
  #count = 0;

  constructor(private readonly index: BankIndex) {}

  /** The node's number; NONE for one without edges. */
  node(id: NodeId): number {
    const kind = nodeKind(id);
    const number =
      kind === 'memory'
        ? this.index.slot(id as MemoryId)
        : kind === 'entity'
          ? this.#entities.find(id)
          : this.index.contexts.find(id);
    return number < 0 ? NONE : number * 4 + KINDS[kind];
  }

  memoryNode(slot: number): number {
    return slot * 4 + KINDS.memory;
  }

  /** The memory's slot, or NONE for another kind of node. */
  slot(node: number): number {
    return (node & 3) === KINDS.memory ? node >> 2 : NONE;
  }

  /** The entity's id, or null for another kind of node. */
  entity(node: number): EntityId | null {
    return (node & 3) === KINDS.entity ? (this.#entities.text(node >> 2) as EntityId) : null;
  }

  id(node: number): NodeId {
    const number = node >> 2;
    if ((node & 3) === KINDS.memory) return this.index.id(number);
    return (node & 3) === KINDS.entity
      ? (this.#entities.text(number) as EntityId)
      : (this.index.contexts.text(number) as ContextId);
  }

  /** Adds an edge, or updates its weight and evidence. Its memories must already be in the index. */
  put(edge: Edge): void {
    const from = this.#number(edge.from);
    const to = this.#number(edge.to);
    if (from < 0 || to < 0) return;
    const label = this.#labels.number(edge.label);
    const known = this.#find(from, to, ROLES.indexOf(edge.role), label);
    const at = known === NONE ? this.#append(from, to) : known;
    this.#hubs.drop(from, to);
    this.#role.set(at, ROLES.indexOf(edge.role));
    this.#label.set(at, label);
    this.#weight.set(at, edge.weight);
    this.#evidence.set(at, edge.evidence === null ? 0 : this.index.slot(edge.evidence) + 1);
  }

  remove(edge: Edge): void {
    const [from, to] = [this.node(edge.from), this.node(edge.to)];
    const at =
      from < 0 || to < 0
        ? NONE
        : this.#find(from, to, ROLES.indexOf(edge.role), this.#labels.find(edge.label));
    if (at === NONE) return;
    this.#role.set(at, REMOVED);
    this.#hubs.drop(from, to);
  }

  /**
   * The live edges of a node in the given roles (see {@link rolesOf}), strongest first, ties newest first, at most
   * 50. An edge is live while the memories at its ends, and the one that states it, are.
   */
  links(node: number, roles: number): Link[] {
    return this.strongest(node, roles).map((edge) => ({
      other: this.across(edge, node),
      role: ROLES[this.#role.get(edge)] as EdgeRole,
      weight: this.weight(edge),
      outgoing: this.#from.get(edge) === node,
    }));
  }

  /** {@link links} as edge numbers: a walk over thousands allocates nothing for those it does not follow. */
  strongest(node: number, roles: number): readonly number[] {
    const kept = this.#hubs.get(node, roles, this.index.retractions);
    if (kept !== undefined) return kept;
    const count = this.#gather(
      this.#reaching.get(node),
      this.#nextTo,
      roles,
      this.#gather(this.#leaving.get(node), this.#nextFrom, roles, 0),
    );
    // A typed array sorts numerically without a comparator, which a node with thousands of edges needs.
    const sorted = this.#keys.subarray(0, count).sort();
    const edges: number[] = [];
    let last = NONE;
    for (let at = count - 1; at >= 0 && edges.length < FAN_OUT; at--) {
      const edge = (sorted[at] ?? 0) % EDGE_ROOM;
      // A self-loop is in both lists.
      if (edge !== last) edges.push(edge);
      last = edge;
    }
    this.#hubs.keep(node, roles, edges, count);
    return edges;
  }

  /** Whether a memory conflicts with another, supersedes one or is superseded. */
  isContested(slot: number): boolean {
    return this.rolesAt(this.memoryNode(slot), TRUTH_LINKS) !== 0;
  }

  /** The roles of a node's strongest edges as a bit set; see {@link rolesWith}. */
  rolesAt(node: number, roles: number): number {
    return this.strongest(node, roles).reduce(
      (bits, edge) => bits | (1 << this.#role.get(edge)),
      0,
    );
  }

  /** Number of live edges of a node. */
  degree(node: number): number {
    let count = 0;
    for (let edge = this.#leaving.get(node) - 1; edge >= 0; edge = this.#nextFrom.get(edge) - 1)
      if (this.#role.get(edge) !== REMOVED && this.#lives(edge)) count++;
    for (let edge = this.#reaching.get(node) - 1; edge >= 0; edge = this.#nextTo.get(edge) - 1)
      if (this.#role.get(edge) !== REMOVED && this.#from.get(edge) !== node && this.#lives(edge))
        count++;
    return count;
  }

  /** Whether a node has a live edge. */
  isLinked(node: number): boolean {
    if (node === NONE) return false;
    const isLive = (edge: number): boolean => this.#role.get(edge) !== REMOVED && this.#lives(edge);
    for (let edge = this.#reaching.get(node) - 1; edge >= 0; edge = this.#nextTo.get(edge) - 1)
      if (isLive(edge)) return true;
    for (let edge = this.#leaving.get(node) - 1; edge >= 0; edge = this.#nextFrom.get(edge) - 1)
      if (isLive(edge)) return true;
    return false;
  }

  /** Visits all live edges in the given roles, in order of creation. */
  visit(roles: number, each: (from: number, to: number, role: EdgeRole) => void): void {
    for (let edge = 0; edge < this.#count; edge++) {
      const role = this.#role.get(edge);
      if (role === REMOVED || (roles & (1 << role)) === 0 || !this.#lives(edge)) continue;
      each(this.#from.get(edge), this.#to.get(edge), ROLES[role] as EdgeRole);
    }
  }

  /** The node at the other end. */
  across(edge: number, node: number): number {
    const from = this.#from.get(edge);
    return from === node ? this.#to.get(edge) : from;
  }

  weight(edge: number): number {
    return this.#weight.get(edge);
  }

  /** The columns by name, with the count of numbers in each, for a snapshot. */
  get columns(): Readonly<
    Record<
      string,
      {
        readonly column: GrowingArray<Int32Array | Float64Array | Uint8Array>;
        readonly length: number;
      }
    >
  > {
    const nodes =
      4 * (Math.max(this.index.size, this.#entities.size, this.index.contexts.size) + 1);
    const of = (
      column: GrowingArray<Int32Array | Float64Array | Uint8Array>,
      length = this.#count,
    ) => ({ column, length });
    return {
      from: of(this.#from),
      to: of(this.#to),
      role: of(this.#role),
      label: of(this.#label),
      weight: of(this.#weight),
      evidence: of(this.#evidence),
      nextFrom: of(this.#nextFrom),
      nextTo: of(this.#nextTo),
      leaving: of(this.#leaving, nodes),
      reaching: of(this.#reaching, nodes),
    };
  }

  get names(): {
    readonly entities: readonly string[];
    readonly labels: readonly string[];
    readonly count: number;
  } {
    return { entities: this.#entities.all(), labels: this.#labels.all(), count: this.#count };
  }

  /** Completes a restored index, whose columns are already loaded. */
  adopt({ entities, labels, count }: EdgeIndex['names']): void {
    for (const entity of entities) this.#entities.number(entity);
    for (const label of labels) this.#labels.number(label);
    this.#count = count;
  }

  #number(id: NodeId): number {
    const kind = nodeKind(id);
    if (kind === 'entity') return this.#entities.number(id) * 4 + KINDS.entity;
    if (kind === 'context') return this.index.contexts.number(id) * 4 + KINDS.context;
    return this.node(id);
  }

  #append(from: number, to: number): number {
    const at = this.#count++;
    this.#from.set(at, from);
    this.#to.set(at, to);
    this.#nextFrom.set(at, this.#leaving.get(from));
    this.#nextTo.set(at, this.#reaching.get(to));
    this.#leaving.set(from, at + 1);
    this.#reaching.set(to, at + 1);
    return at;
  }

  #find(from: number, to: number, role: number, label: number): number {
    for (let edge = this.#leaving.get(from) - 1; edge >= 0; edge = this.#nextFrom.get(edge) - 1) {
      if (
        this.#to.get(edge) === to &&
        this.#role.get(edge) === role &&
        this.#label.get(edge) === label
      )
        return edge;
    }
    return NONE;
  }

  /** Appends the keys of a list's edges after the first `count`, and returns the new count. */
  #gather(first: number, next: GrowingArray<Int32Array>, roles: number, count: number): number {
    const [role, weight, following] = [this.#role.data, this.#weight.data, next.data];
    let end = count;
    for (let edge = first - 1; edge >= 0; edge = (following[edge] ?? 0) - 1) {
      const kind = role[edge] ?? REMOVED;
      if (kind === REMOVED || (roles & (1 << kind)) === 0 || !this.#lives(edge)) continue;
      if (end === this.#keys.length) this.#keys = grown(this.#keys);
      this.#keys[end++] = Math.round((weight[edge] ?? 0) * WEIGHT_STEPS) * EDGE_ROOM + edge;
    }
    return end;
  }

  #lives(edge: number): boolean {
    if (this.index.live === this.index.size) return true;
    const evidence = this.#evidence.get(edge) - 1;
    return (
      (evidence < 0 || this.index.isLive(evidence)) &&
      this.#stands(this.#from.get(edge)) &&
      this.#stands(this.#to.get(edge))
    );
  }

  #stands(node: number): boolean {
    const slot = this.slot(node);
    return slot === NONE || this.index.isLive(slot);
  }
}

function grown(keys: Float64Array): Float64Array {
  const larger = new Float64Array(keys.length * 2);
  larger.set(keys);
  return larger;
}
