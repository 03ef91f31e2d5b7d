import { rolesOf } from '../indexes/edge-index.js';
import { asksForReflections } from './near-reflections.js';
import { NONE } from '../indexes/bank-index.js';
import { STRATUM } from '../domain/memory.js';
import { PATH_LIMIT } from './candidate.js';
import { retrieve, profileAcceptor } from './rank-candidates.js';
import type { Chosen, RecallContext } from './recall-context.js';
import { graphPath } from './paths/graph.js';
import { topSlots } from './top-slots.js';
import { ScratchBuffers } from './scratch-buffers.js';

/** Number of best results that are followed. */
const LEADS = 5;
/** Maximum number of turns added per conversation. */
const TURNS = 60;

/** The conversations of the best results, turn by turn. */
export function aroundBest(
  { results }: Chosen,
  { profile, state: { index } }: RecallContext,
): readonly number[] {
  const accepts = profileAcceptor(profile, index);
  const sessions = new Set(
    results
      .slice(0, LEADS)
      .map(({ slot }) => index.session(slot))
      .filter((session) => session !== NONE),
  );
  return [...sessions]
    .flatMap((session) => index.sessionMembers(session).slice(0, TURNS))
    .filter(accepts);
}

const EVERY_LINK = rolesOf(['relational', 'semantic', 'causal', 'hierarchical', 'temporal']);
/** Maximum hops from what the best results name. */
const FARTHEST = 3;

/**
 * What is linked to the entities that the best results name, and the memories nearest to the question that
 * describe how something is done.
 */
export function linkedToBest(
  { results, input }: Chosen,
  { profile, state: { index, edges }, ports }: RecallContext,
): readonly number[] {
  const accepts = profileAcceptor(profile, index);
  const { similarity, prepare } = input;
  const starts = results.slice(0, LEADS).flatMap(({ slot }) =>
    edges
      .links(edges.memoryNode(slot), EVERY_LINK)
      .filter(({ role }) => role === 'mentions')
      .map(({ other }) => other),
  );
  const began = ports.clock.ticks();
  const linked = graphPath([...new Set(starts)], {
    edges,
    similarity,
    accepts,
    beside: asksForReflections(profile) ? () => false : (slot) => index.reflected.has(slot),
    prepare,
    depth: FARTHEST,
    roles: EVERY_LINK,
    late: () => ports.clock.ticks() - began > profile.cascadeMs,
  });
  return [...linked.map(({ slot }) => slot), ...proceduresNear(index, input, accepts)];
}

function proceduresNear(
  index: RecallContext['state']['index'],
  { similarity, prepare }: Chosen['input'],
  accepts: (slot: number) => boolean,
): readonly number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < index.size; slot++)
    if (STRATUM[index.kind(slot)] === 'abstract' && accepts(slot)) slots.push(slot);
  const near = new Float32Array(index.size);
  prepare(slots);
  for (const slot of slots) near[slot] = similarity(slot);
  return topSlots(slots, slots.length, near, PATH_LIMIT);
}

/** Number of words of the best results added to the question. */
const FEEDBACK_WORDS = 6;

/** What the question finds with the weightiest words of the best results added: pseudo-relevance feedback (Rocchio 1971). */
export async function inTheirWords(
  { results, understanding }: Chosen,
  context: RecallContext,
): Promise<readonly number[]> {
  const { index } = context.state;
  const { query } = context.profile;
  const own = new Set(
    [...understanding.terms, ...understanding.nameTerms].map(({ number }) => number),
  );
  const best = results[0]?.logit ?? 0;
  const weights = new Map<number, number>();
  for (const { slot, logit } of results.slice(0, LEADS)) {
    const start = index.postings.start(slot);
    const words = new Set(
      index.postings.sequence.subarray(start, start + index.postings.length(slot)),
    );
    for (const number of words) {
      if (!own.has(number))
        weights.set(
          number,
          (weights.get(number) ?? 0) +
            Math.exp(logit - best) *
              Math.log(1 + index.size / index.postings.documentFrequency(number)),
        );
    }
  }
  const words = [...weights]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, FEEDBACK_WORDS)
    .map(([number]) => index.postings.term(number));
  if (query === undefined || words.length === 0) return [];
  const { table } = await retrieve(new ScratchBuffers(), {
    ...context,
    profile: { ...context.profile, query: `${query} ${words.join(' ')}`, forgiveTypos: false },
  });
  return table.seen;
}
