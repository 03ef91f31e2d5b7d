import { certaintyFor } from './confidence/certainty-model.js';
import {
  CASCADE_STAGES,
  type CascadeReport,
  type CascadeStage,
  type StageReport,
} from '../domain/recollection.js';
import { conclude, firstLook, type Further } from './rank-candidates.js';
import type { Chosen, RecallContext } from './recall-context.js';
import { bestConfidence, type Judging } from './confidence/judge-certainty.js';
import { readFeatures } from './ranking/features.js';
import { aroundBest, inTheirWords, linkedToBest } from './widen-candidates.js';

/** The input for judging certainty of what was chosen. */
export function judgingOf(
  { understanding, input, pool, results, cascade }: Chosen,
  { profile, state, now, ports }: Pick<RecallContext, 'profile' | 'state' | 'now' | 'ports'>,
): Judging {
  // If only layers were asked for, there is no room for results.
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
    (chosen: Chosen, context: RecallContext) => Promise<readonly number[]> | readonly number[]
  >
> = {
  episodic: aroundBest,
  graph: linkedToBest,
  meta: inTheirWords,
};

/**
 * While the best result is not certain enough, adds candidates stage by stage and ranks all
 * of them again by the same fusion against the same question, so that scores and probabilities stay
 * comparable. Each stage also makes room for more results, because the answer to an uncertain question is
 * often further down. A recall that is certain only pays for judging its best result.
 */
export const widen: Further = async (gathered, chosen, context) => {
  const { profile, ports, timer } = context;
  const started = ports.clock.ticks();
  const judge = (of: Chosen): number =>
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
      // They come from the same list as the nearest in meaning: further down.
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
    const next = await conclude({ ...gathered, input, table }, wider);
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
};

function report(
  stages: readonly StageReport[],
  stoppedBecause: CascadeReport['stoppedBecause'],
): CascadeReport {
  return { path: stages.map(({ stage }) => stage), stages, stoppedBecause };
}
