import { STRATUM } from '../domain/memory.js';
import {
  CASCADE_STAGES,
  type CascadeReport,
  type CascadeStage,
  type StageReport,
} from '../domain/recollection.js';
import { NONE } from '../indexes/bank-index.js';
import { rolesOf } from '../indexes/edge-index.js';
import { PATH_LIMIT, topSlots } from './candidate.js';
import { bestConfidence, type Judging } from './confidence/judge-certainty.js';
import { certaintyFor } from './confidence/judgement.js';
import { asksForReflections } from './beside-results.js';
import { graphPath } from './paths/graph.js';
import {
  rankRetrieved,
  firstLook,
  profileAcceptor,
  retrieve,
  withScratch,
  type RetrievedCandidates,
} from './rank-candidates.js';
import { readFeatures } from './ranking/features.js';
import { type RankedSet, type RecallContext, ScratchBuffers } from './recall-context.js';

/** Number of best results whose conversations and links are followed. */
const LEADS = 5;
/** Maximum number of turns added per conversation. */
const TURNS = 60;

/** The conversations of the best results, turn by turn. */
function aroundBest(
  { results }: RankedSet,
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
/** Maximum number of hops from the entities that the best results name. */
const FARTHEST = 3;

/**
 * Memories linked to the entities that the best results name, and the memories nearest to the question that describe
 * how something is done.
 */
function linkedToBest(
  { results, input }: RankedSet,
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
  { similarity, prepare }: RankedSet['input'],
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

/** What the question finds with the weightiest words of the best results added: relevance feedback (Rocchio 1971). */
async function feedbackCandidates(
  { results, understanding }: RankedSet,
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

/** The input for judging the certainty of a ranked set. */
export function judgingOf(
  { understanding, input, pool, results, cascade }: RankedSet,
  { profile, state, now, ports }: Pick<RecallContext, 'profile' | 'state' | 'now' | 'ports'>,
): Judging {
  // If only layers were requested, there is no room for results.
  const room = cascade === null ? profile.limit : Math.max(profile.limit, results.length);
  const limit = results.length === 0 ? 0 : room;
  return {
    understanding,
    feedback: input.feedback,
    pool,
    limit,
    profile,
    state,
    now,
    model: certaintyFor(ports.certainty, state.encoder),
    quality: ports.quality,
  };
}

/** The stages after the recall itself, in order; each returns slots of candidates to add. */
const FINDERS: Readonly<
  Record<
    Exclude<CascadeStage, 'semantic'>,
    (chosen: RankedSet, context: RecallContext) => Promise<readonly number[]> | readonly number[]
  >
> = {
  episodic: aroundBest,
  graph: linkedToBest,
  meta: feedbackCandidates,
};

/** From question to ranked memories, widened if the profile asks for it. */
export const rankWidely = (context: RecallContext): Promise<RankedSet> =>
  withScratch(context, (bench) => rankWidelyWith(bench, context));

/** {@link rankWidely} with the caller's scratch buffers, from which later steps keep reading. */
export async function rankWidelyWith(
  bench: ScratchBuffers,
  context: RecallContext,
): Promise<RankedSet> {
  const retrieved = await retrieve(bench, context);
  const ranked = await rankRetrieved(retrieved, context);
  return context.profile.cascade === 0 ? ranked : widen(retrieved, ranked, context);
}

/**
 * While the best result is not certain enough, adds candidates stage by stage and ranks all of them again by the same
 * fusion against the same question, so that scores and probabilities stay comparable. Each stage also raises the
 * limit, because the answer to an uncertain question is often ranked lower. A certain recall only pays for judging
 * its best result.
 */
async function widen(
  gathered: RetrievedCandidates,
  chosen: RankedSet,
  context: RecallContext,
): Promise<RankedSet> {
  const { profile, ports, timer } = context;
  const started = ports.clock.ticks();
  const judge = (of: RankedSet): number =>
    timer.run('cascade', () => bestConfidence(judgingOf(of, context)));
  const stages: StageReport[] = [
    {
      stage: 'semantic',
      confidence: judge(chosen),
      found: chosen.considered,
      added: chosen.results.length,
      tookMs: 0,
    },
  ];
  const stop = (): CascadeReport['stoppedBecause'] | null => {
    if ((stages.at(-1)?.confidence ?? 0) >= profile.cascadeBelow) return 'sure';
    return ports.clock.ticks() - started > profile.cascadeMs ? 'time' : null;
  };
  let latest = chosen;
  let { input, table } = gathered;
  for (const stage of CASCADE_STAGES.slice(1, profile.cascade + 1) as Exclude<
    CascadeStage,
    'semantic'
  >[]) {
    const reason = stop();
    if (reason !== null) return { ...latest, cascade: report(stages, reason) };
    const before = ports.clock.ticks();
    const known = new Set(table.seen);
    const fresh = (await timer.wait('cascade', async () => FINDERS[stage](latest, context))).filter(
      (slot) => !known.has(slot),
    );
    if (fresh.length > 0) {
      // Added to the semantic path's candidates, after those it found itself.
      const semantic = [
        ...(input.found.semantic ?? []),
        ...[...new Set(fresh)].map((slot) => ({ slot, score: input.similarity(slot) })),
      ];
      input = { ...input, found: { ...input.found, semantic } };
      table = timer.run('cascade', () => readFeatures(input, firstLook(context, gathered.model)));
    }
    const wider = {
      ...context,
      profile: { ...profile, limit: latest.results.length + profile.cascadeBreadth },
    };
    const next = await rankRetrieved({ ...gathered, input, table }, wider);
    const had = new Set(latest.results.map(({ slot }) => slot));
    stages.push({
      stage,
      confidence: judge(next),
      found: new Set(fresh).size,
      added: next.results.filter(({ slot }) => !had.has(slot)).length,
      tookMs: ports.clock.ticks() - before,
    });
    latest = next;
  }
  return { ...latest, cascade: report(stages, stop() ?? 'depth') };
}

function report(
  stages: readonly StageReport[],
  stoppedBecause: CascadeReport['stoppedBecause'],
): CascadeReport {
  return { path: stages.map(({ stage }) => stage), stages, stoppedBecause };
}
