import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import { rolesOf } from '../../indexes/edge-index.js';
import { NONE } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

/** What an agent may do next, of what this engine offers. */
export const SUGGESTIONS = [
  'continue',
  'critique_context',
  'generate_search_plan',
  'get_neighborhood',
  'search_graph',
  'store_memory',
] as const;
export type Suggestion = (typeof SUGGESTIONS)[number];

const pulseShape = z.strictObject({
  /**
   * Their spread over topics: the entropy of their contexts (Shannon), relative to that of as many
   * singletons, 0..1.
   */
  entropy: Share,
  /** Share of them connected by links of their own, by what they mention, or by context, 0..1. */
  coherence: Share,
  suggested: z.enum(SUGGESTIONS),
});
/** How coherent the memories at hand are, reported with every answer. */
export interface Pulse extends Of<typeof pulseShape> {}
export const Pulse: SchemaOf<Pulse, typeof pulseShape> = pulseShape;

/** Above this, a model is warned that its context is scattered. */
export const GATED_ABOVE = 0.8;
const RECENT = 50;
const LINKS = rolesOf(['semantic', 'causal', 'relational', 'hierarchical', 'temporal']);

/**
 * The pulse of a set of memories; of the bank's latest by default. Suggests only what is on `offer`. Reads
 * only caches.
 */
export function pulseOf(
  state: BankState,
  memories?: readonly MemoryId[],
  offer: readonly Suggestion[] = SUGGESTIONS,
): Pulse {
  const { index } = state;
  const slots =
    memories?.map((id) => index.slot(id)).filter((slot) => slot !== NONE) ?? latest(state);
  const [entropy, coherence] = [
    entropyOf(slots.map((slot) => index.context(slot))),
    coherenceOf(slots, state),
  ];
  return {
    entropy,
    coherence,
    suggested:
      suggest(slots.length, entropy, coherence).find((each) => offer.includes(each)) ?? 'continue',
  };
}

function latest({ index }: BankState): number[] {
  const slots: number[] = [];
  for (let slot = index.size - 1; slot >= 0 && slots.length < RECENT; slot--)
    if (index.isLive(slot) && !index.reflected.has(slot)) slots.push(slot);
  return slots;
}

/** A memory without a context is a topic of its own. */
function entropyOf(contexts: readonly number[]): number {
  if (contexts.length < 2) return 0;
  const counts = new Map<string, number>();
  contexts.forEach((context, at) => {
    const key = context === NONE ? `alone ${at}` : `${context}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const shares = [...counts.values()].map((count) => count / contexts.length);
  return (
    -shares.reduce((sum, share) => sum + share * Math.log(share), 0) / Math.log(contexts.length)
  );
}

/** The size of the largest connected group over the total; one memory is coherent. */
function coherenceOf(slots: readonly number[], { edges }: BankState): number {
  if (slots.length < 2) return slots.length;
  const leader = new Map<number, number>();
  const find = (node: number): number => {
    let at = node;
    for (let up = leader.get(at); up !== undefined && up !== at; up = leader.get(at)) at = up;
    return at;
  };
  for (const slot of slots) {
    const own = edges.memoryNode(slot);
    for (const { other } of edges.links(own, LINKS)) {
      const [one, two] = [find(own), find(other)];
      if (one !== two) leader.set(one, two);
    }
  }
  const sizes = new Map<number, number>();
  for (const slot of slots) {
    const head = find(edges.memoryNode(slot));
    sizes.set(head, (sizes.get(head) ?? 0) + 1);
  }
  return Math.max(...sizes.values()) / slots.length;
}

/** The source's table, best first; instead of dreaming or asking the user, what this engine can do. */
function suggest(count: number, entropy: number, coherence: number): readonly Suggestion[] {
  if (count === 0) return ['store_memory'];
  if (entropy > 0.7 && coherence > 0.5) return ['generate_search_plan', 'search_graph'];
  if (entropy > 0.7 && coherence < 0.4) return ['critique_context', 'search_graph'];
  return entropy < 0.4 && coherence < 0.4 ? ['get_neighborhood'] : ['continue'];
}
