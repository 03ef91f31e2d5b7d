import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import { WorthSuggestion } from '../../domain/receipt.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { NONE } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import { rolesOf } from '../../indexes/edge-index.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';

/** A goal to ask advice on. */
export const AdvisedGoal = z
  .string()
  .trim()
  .min(10, 'at least 10 characters')
  .max(500)
  .describe('What is to be found out or done, 10 to 500 characters.');

const pulseShape = z.strictObject({
  /** Spread over topics: Shannon entropy of their contexts, relative to that of as many singletons, 0..1. */
  entropy: Share,
  /** Share of them connected by their own links, by what they mention, or by context, 0..1. */
  coherence: Share,
  /** What to do next: a callable operation with its input; null if there is nothing to suggest. */
  suggested: WorthSuggestion.nullable(),
});
/** How coherent a set of memories is, reported with every answer. */
export interface Pulse extends Of<typeof pulseShape> {}
export const Pulse: SchemaOf<Pulse, typeof pulseShape> = pulseShape;

/** Above this, a model is warned that its context is scattered. */
export const GATED_ABOVE = 0.8;
/** Minimum number of query words that the results must contain for a query of several topics. */
const MIN_WORDS = 3;
const RECENT = 50;
const LINKS = rolesOf(['semantic', 'causal', 'relational', 'hierarchical', 'temporal']);

interface PulseOptions {
  /** The memories to measure; default: the bank's latest. */
  readonly memories?: readonly MemoryId[] | undefined;
  /** The query, if the memories answer one. */
  readonly query?: string | undefined;
  /** Whether the query covers several topics: see {@link asksOfMany}. */
  readonly ofMany?: boolean | undefined;
  /** Operations that the reader can call; default: every one. */
  readonly offer?: readonly string[] | undefined;
  /** Suggestions that take precedence over those from the figures. */
  readonly first?: readonly WorthSuggestion[];
}

/** The pulse of a set of memories. Suggests only what `offer` lists. Reads caches only. */
export function pulseOf(
  state: BankState,
  { memories, query, ofMany = false, offer, first = [] }: PulseOptions = {},
): Pulse {
  const { index } = state;
  const slots =
    memories?.map((id) => index.slot(id)).filter((slot) => slot !== NONE) ?? latest(state);
  const [entropy, coherence] = [
    entropyOf(slots.map((slot) => index.context(slot))),
    coherenceOf(slots, state),
  ];
  const [newest] = slots;
  const suggestions = [
    ...first,
    ...(newest === undefined
      ? []
      : suggest({ entropy, coherence, query, ofMany, newest: index.id(newest) })),
  ];
  const suggested =
    suggestions.find(({ operation }) => offer === undefined || offer.includes(operation)) ?? null;
  return { entropy, coherence, suggested };
}

export function latest({ index }: BankState): number[] {
  const slots: number[] = [];
  for (let slot = index.size - 1; slot >= 0 && slots.length < RECENT; slot--)
    if (index.isLive(slot) && !index.reflected.has(slot)) slots.push(slot);
  return slots;
}

/** A memory without a context counts as its own topic. */
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

/** Size of the largest connected group over the total; a single memory is coherent. */
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

/**
 * Whether a query covers several topics: the texts together contain its words, and none contains half of them.
 * Memories of many topics for a plain question are normal and need no action.
 */
export function asksOfMany(query: string, texts: readonly string[], stemmer: Stemmer): boolean {
  const asked = new Set(contentTerms(query, 'en', stemmer));
  const held = texts.map(
    (text) => new Set(contentTerms(text, 'en', stemmer).filter((term) => asked.has(term))),
  );
  const together = new Set(held.flatMap((terms) => [...terms])).size;
  return together >= MIN_WORDS && held.every(({ size }) => size * 2 < together);
}

interface Figures extends Pick<Pulse, 'entropy' | 'coherence'> {
  readonly query: string | undefined;
  readonly ofMany: boolean;
  readonly newest: MemoryId;
}

/** The source's table, limited to rows that map to an operation whose arguments are known here. */
function suggest({
  entropy,
  coherence,
  query,
  ofMany,
  newest,
}: Figures): readonly WorthSuggestion[] {
  if (entropy > 0.7 && ofMany)
    return searched(
      query,
      coherence > 0.5
        ? 'It is of many matters that hang together: one question is too few.'
        : 'It is of many matters that do not hang together: ask more narrowly.',
    );
  if (entropy > 0.7 && coherence < 0.4 && query === undefined)
    return [
      {
        why: 'The latest memories hang together little: a night looks for copies.',
        operation: 'dream',
        input: {},
      },
    ];
  if (entropy < 0.4 && coherence < 0.4)
    return [
      {
        why: 'It is of one matter and not linked: see what stands around it.',
        operation: 'graph',
        input: { of: newest },
      },
    ];
  return [];
}

/** Advice needs a question of a minimum length. */
function searched(query: string | undefined, why: string): readonly WorthSuggestion[] {
  const goal = AdvisedGoal.safeParse(query).data;
  return goal === undefined ? [] : [{ why, operation: 'advise', input: { goal } }];
}
