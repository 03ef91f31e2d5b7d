import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import type { EdgeIndex } from '../../indexes/edge-index.js';
import type { Accept } from '../../indexes/index-lookups.js';
import { type Candidate, PATH_LIMIT } from '../candidate.js';
import type { Understanding } from '../understand.js';
import type { CausalCode, CausalSpace } from '../../spaces/e05-causal.js';

/** AKHLT's decay per hop. */
const HOP_DECAY = 0.2;
/** Number of nodes expanded after each hop: the B of U4. */
const FRONTIER = 12;
const MIN_RELEVANCE = 0.01;
/** A start memory that shares no word with the query is still reachable with this similarity. */
const FLOOR = 0.05;

export interface GraphWalk {
  readonly edges: EdgeIndex;
  /** Similarity of a memory to the query, 0..1. */
  readonly similarity: (slot: number) => number;
  /** Computes many similarities at once, before they are needed. */
  readonly prepare: (slots: readonly number[]) => void;
  readonly accepts: Accept;
  readonly depth: number;
  /** Nodes that the walk does not expand: reflections. */
  readonly beside: (slot: number) => boolean;
  /** Which links are followed: see `rolesOf`. */
  readonly roles: number;
  /** True when the path has used up its time. */
  readonly late: () => boolean;
}

/**
 * Adaptive k-hop traversal from the entities that the query names: relevance = similarity to the query × weights
 * along the way / (1 + 0.2·hops); best way per node, starts never re-entered, the best nodes of each hop expanded.
 */
export function graphPath(starts: readonly number[], walk: GraphWalk): Candidate[] {
  const reached = new Map<number, number>(starts.map((node) => [node, 1]));
  const found = new Map<number, number>();
  let frontier: readonly number[] = starts;
  for (let hop = 1; hop <= walk.depth && frontier.length > 0 && !walk.late(); hop++) {
    const next = new Map<number, number>();
    for (const from of frontier) {
      const strength = reached.get(from) ?? 0;
      for (const edge of walk.edges.strongest(from, walk.roles)) {
        const other = walk.edges.across(edge, from);
        if (!reached.has(other) && !walk.beside(walk.edges.slot(other)))
          next.set(other, Math.max(next.get(other) ?? 0, strength * walk.edges.weight(edge)));
      }
    }
    frontier = scoreHop(next, hop, walk, reached, found);
  }
  return [...found]
    .map(([slot, score]) => ({ slot, score }))
    .sort((a, b) => (b.score > a.score ? 1 : b.score < a.score ? -1 : a.slot - b.slot))
    .slice(0, PATH_LIMIT);
}

/** Scores the nodes reached by a hop, stores their memories, and returns the best nodes to expand. */
function scoreHop(
  next: ReadonlyMap<number, number>,
  hop: number,
  walk: GraphWalk,
  reached: Map<number, number>,
  found: Map<number, number>,
): readonly number[] {
  const slots: number[] = [];
  next.forEach((_, node) => slots.push(walk.edges.slot(node)));
  walk.prepare(slots);
  const best = new Frontier();
  next.forEach((strength, node) => {
    reached.set(node, strength);
    const slot = walk.edges.slot(node);
    const similarity = slot === NONE ? 0.5 : Math.max(FLOOR, walk.similarity(slot));
    const relevance = (similarity * strength) / (1 + HOP_DECAY * hop);
    if (relevance < MIN_RELEVANCE) return;
    best.offer(node, relevance);
    if (slot !== NONE && walk.accepts(slot)) found.set(slot, relevance);
  });
  return best.nodes;
}

/** The most relevant nodes of a hop, best first. */
class Frontier {
  readonly nodes: number[] = [];
  readonly #relevances = new Float64Array(FRONTIER + 1);

  offer(node: number, relevance: number): void {
    const relevances = this.#relevances;
    let at = this.nodes.length;
    // Ties are broken by order of recording, so that random ids never decide.
    while (
      at > 0 &&
      (relevance > (relevances[at - 1] ?? 0) ||
        (relevance === relevances[at - 1] && node < (this.nodes[at - 1] ?? 0)))
    )
      at--;
    if (at === FRONTIER) return;
    relevances.copyWithin(at + 1, at, this.nodes.length);
    relevances[at] = relevance;
    this.nodes.splice(at, 0, node);
    this.nodes.length = Math.min(FRONTIER, this.nodes.length);
  }
}

/** How well memories fit a question about causes. */
export class CausalFit {
  readonly #query: CausalCode | null;
  readonly #reversed: CausalCode | null;
  readonly #codes = new Map<number, CausalCode | null>();

  constructor(
    private readonly index: BankIndex,
    private readonly space: CausalSpace,
    understanding: Understanding,
  ) {
    const { query: text, language, now, periods, direction, terms, entities } = understanding;
    // A word that is in no memory may still be similar to one that is.
    const heaviest = Math.max(1, ...terms.map(({ weight }) => weight));
    const weighted = terms.map(({ term, number, weight }) => ({
      term,
      weight: number < 0 ? heaviest : weight,
    }));
    this.#query =
      direction === null
        ? null
        : space.query({
            text,
            language,
            now,
            periods,
            direction,
            terms: weighted,
            entities: entities.map(({ id }) => id),
          });
    this.#reversed =
      this.#query === null ? null : { cause: this.#query.effect, effect: this.#query.cause };
  }

  /** Whether the question asks about causes at all. */
  get asked(): boolean {
    return this.#query !== null;
  }

  /** Similarity in the causal space, 0..1; 0 for a memory that states no cause, or a question without a direction. */
  similarity(slot: number): number {
    const code = this.#code(slot);
    return code === null || this.#query === null ? 0 : this.space.similarity(this.#query, code);
  }

  /** How much better it answers in the direction asked than in the opposite one, -1..1. */
  fit(slot: number): number {
    const code = this.#code(slot);
    if (code === null || this.#query === null || this.#reversed === null) return 0;
    return this.space.similarity(this.#query, code) - this.space.similarity(this.#reversed, code);
  }

  #code(slot: number): CausalCode | null {
    if (this.#query === null) return null;
    const known = this.#codes.get(slot);
    if (known !== undefined) return known;
    const packed = this.index.causal.get(slot);
    const code = packed === undefined ? null : this.space.unpack(packed);
    this.#codes.set(slot, code);
    return code;
  }
}

/** Up to this many memories that state a cause, all are scanned; beyond, only those with the query's words. */
const SCANNED = 1_000;
/** Similarities below this occur by chance. */
const MIN_SIMILARITY = 0.15;

/** Memories whose cause or effect is similar to what is asked about, those in the role asked for first. */
export function causalPath(
  index: BankIndex,
  causal: CausalFit,
  worded: () => readonly Candidate[],
  accepts: Accept,
): Candidate[] {
  if (!causal.asked) return [];
  const slots =
    index.causal.size <= SCANNED ? [...index.causal.keys()] : worded().map(({ slot }) => slot);
  return slots
    .filter((slot) => accepts(slot))
    .map((slot) => ({ slot, score: causal.similarity(slot) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}
