import { z } from 'zod';
import { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { type Of, type SchemaOf, Share } from '../domain/schema.js';
import { isoSecond } from '../domain/time.js';
import { isUncontested } from '../domain/validity.js';
import { NONE } from '../indexes/bank-index.js';
import { Refusal, refusals } from './profile-and-question.js';
import { probability } from './ranking/fusion-model.js';
import type { Ranked } from './ranking/score.js';
import type { RankedSet, RecallContext } from './recall-context.js';
import { assemble } from './recall.js';
import {
  chooseToExplain,
  compareShares,
  Cost,
  type ExplainedChoice,
  PathTrial,
  pathTrials,
} from './take-apart.js';

/**
 * Where a memory dropped out of an answer: `forgotten`; `not_recorded` at the moment asked about; `filtered` by the
 * profile; found by no path (`not_found`); not among the candidates that were read closely (`not_ranked`);
 * `fused_low`, too low to be loaded; `ranked_low`, below the limit; less certain than the profile requires
 * (`unsure`); `displaced` below the limit by a reranker or by the memory that superseded it; left out because it
 * `repeats` a better result, or `over_budget`.
 */
export type LossStep =
  | 'delivered'
  | 'forgotten'
  | 'not_recorded'
  | 'filtered'
  | 'not_found'
  | 'not_ranked'
  | 'fused_low'
  | 'ranked_low'
  | 'displaced'
  | 'unsure'
  | 'repeats'
  | 'over_budget';

const whyNotShape = z.strictObject({
  memory: MemoryId,
  content: z.string(),
  step: z.enum([
    'delivered',
    'forgotten',
    'not_recorded',
    'filtered',
    'not_found',
    'not_ranked',
    'fused_low',
    'ranked_low',
    'displaced',
    'repeats',
    'over_budget',
    'unsure',
  ] as const),
  /** In one sentence. */
  reason: z.string(),
  refusals: z.array(Refusal),
  /** How each path judged it; empty if it did not get that far. */
  paths: z.array(PathTrial),
  /** Its rank from 1 among `of` at the step where it dropped out; null if it had none. */
  rank: z.number().nullable(),
  of: z.number(),
  /** Its score and the one it needed, 0..1; null if it was not scored. */
  score: Share.nullable(),
  needed: Share.nullable(),
  /** Logits it was short by; null if it was not scored. */
  short: z.number().nullable(),
  /** The last memory that was taken instead, and what cost this one most against it. */
  against: z
    .strictObject({
      id: MemoryId,
      content: z.string(),
      costs: z.array(Cost),
    })
    .nullable(),
});
export interface WhyNot extends Of<typeof whyNotShape> {}
export const WhyNot: SchemaOf<WhyNot, typeof whyNotShape> = whyNotShape;

const UNSCORED = {
  refusals: [],
  paths: [],
  rank: null,
  of: 0,
  score: null,
  needed: null,
  short: null,
  against: null,
};

/** Says at which step and by how much a memory of the bank lost. `memory` is its present state. */
export async function explainLoss(context: RecallContext, memory: Memory): Promise<WhyNot> {
  const { profile, state } = context;
  const slot = state.index.slot(memory.id);
  const told = { memory: memory.id, content: memory.content };
  const gone = absence(memory, profile.asOf, slot);
  if (gone !== null) return { ...UNSCORED, ...told, ...gone };
  const refused = refusals(slot, memory, profile, state.index);
  if (refused.length > 0) {
    const [{ field, wanted, has }] = refused as [Refusal];
    return {
      ...UNSCORED,
      ...told,
      step: 'filtered',
      refusals: refused,
      reason: `The profile’s ${field} wants ${wanted}; it has ${has}.`,
    };
  }
  const choice = await chooseToExplain(context);
  const { chosen } = choice;
  const paths = pathTrials(slot, chosen, context.faults);
  if (!paths.some(({ found }) => found) && !chosen.results.some((result) => result.slot === slot))
    return {
      ...UNSCORED,
      ...told,
      paths,
      step: 'not_found',
      of: chosen.considered,
      reason: 'No path found it.',
    };
  return { ...UNSCORED, ...told, paths, ...(await rankedOut(slot, memory, choice)) };
}

type Verdict = Pick<WhyNot, 'step' | 'reason'> & Partial<WhyNot>;

function absence(
  { recordedAt, retractedAt, retraction, quarantine }: Memory,
  asOf: number | undefined,
  slot: number,
): Verdict | null {
  if (quarantine !== null)
    return {
      step: 'forgotten',
      reason: `It is held back since ${isoSecond(recordedAt)}: ${quarantine.reasons.join('; ')}.`,
    };
  if (slot === NONE || (asOf !== undefined && recordedAt > asOf))
    return {
      step: 'not_recorded',
      reason: `The bank learned it on ${isoSecond(recordedAt)}, after the moment asked about.`,
    };
  if (retractedAt === null || (asOf !== undefined && retractedAt > asOf)) return null;
  return {
    step: 'forgotten',
    reason: `It was forgotten on ${isoSecond(retractedAt)}${retraction === null || retraction === '' ? '' : `: ${retraction}`}.`,
  };
}

async function rankedOut(
  slot: number,
  memory: Memory,
  { chosen, led, context }: ExplainedChoice,
): Promise<Verdict> {
  const { results, weighed } = chosen;
  const place = results.findIndex((result) => result.slot === slot);
  if (place >= 0) return leftOut(memory.id, place, chosen, context);
  if (!chosen.fused.some((candidate) => candidate.slot === slot))
    return {
      step: 'not_ranked',
      of: chosen.considered,
      reason:
        'A path found it, but too many others looked better at first sight to read all of them closely.',
    };
  const rank = weighed.findIndex((result) => result.slot === slot);
  if (rank < 0) return fusedLow(slot, chosen, context);
  const last = results.at(-1);
  const own = weighed[rank] as Ranked;
  // A widened search has a higher limit.
  const room = Math.max(context.profile.limit, results.length);
  if (rank < room)
    return {
      step: 'displaced',
      rank: rank + 1,
      of: weighed.length,
      score: own.score,
      reason: `It was number ${rank + 1}; ${mover(memory.id, chosen, led)} moved it below the ${room} that were asked for.`,
    };
  const needed = weighed[room - 1] ?? last;
  if (needed === undefined)
    return {
      step: 'ranked_low',
      rank: rank + 1,
      of: weighed.length,
      reason: 'It was ranked below the limit.',
    };
  return {
    step: 'ranked_low',
    rank: rank + 1,
    of: weighed.length,
    score: own.score,
    needed: needed.score,
    short: needed.logit - own.logit,
    reason: `It was number ${rank + 1}, and ${room} were asked for; it fell short by ${(needed.logit - own.logit).toFixed(2)} logits.`,
    against: {
      id: needed.memory.id,
      content: needed.memory.content,
      costs: await compareShares(own, needed, chosen, context.ports.code),
    },
  };
}

/** What reordered the best after they were ranked. */
function mover(id: MemoryId, { validity }: RankedSet, led: boolean): string {
  const state = validity?.(id)?.state ?? 'current';
  if (isUncontested(state) && led) return 'what claims the value asked for';
  return isUncontested(state)
    ? 'the reranker, or what holds in another’s place,'
    : `that it is ${state}`;
}

/** Not loaded: its fusion score is too low for the parts that need the loaded memory to help. */
async function fusedLow(
  slot: number,
  chosen: RankedSet,
  { ports, state }: RecallContext,
): Promise<Verdict> {
  const { fused, weighed } = chosen;
  const rank = fused.findIndex((candidate) => candidate.slot === slot);
  const loaded = new Set(weighed.map((result) => result.slot));
  const last = fused.filter((candidate) => loaded.has(candidate.slot)).at(-1);
  const own = fused[rank];
  if (own === undefined || last === undefined)
    return {
      step: 'fused_low',
      rank: rank + 1,
      of: fused.length,
      reason: 'It was fused too low to be loaded.',
    };
  const logit = (candidate: typeof own): number => candidate.logit + (candidate.lift ?? 0);
  const short = logit(last) - logit(own);
  const [against] = await state.memories.get([state.index.id(last.slot)]);
  return {
    step: 'fused_low',
    rank: rank + 1,
    of: fused.length,
    score: probability(ports.model, logit(own)),
    needed: probability(ports.model, logit(last)),
    short,
    reason: `The learned fusion put it at ${rank + 1} of ${fused.length}, and the best ${weighed.length} were looked at; it fell short by ${short.toFixed(2)} logits.`,
    against: {
      id: state.index.id(last.slot),
      content: against?.content ?? '',
      costs: await compareShares({ slot }, { slot: last.slot }, chosen, ports.code),
    },
  };
}

/** Among the results, so only the budget can have excluded it. */
async function leftOut(
  id: MemoryId,
  place: number,
  chosen: RankedSet,
  context: RecallContext,
): Promise<Verdict> {
  const found = {
    rank: place + 1,
    of: chosen.results.length,
    score: chosen.results[place]?.score ?? null,
  };
  const { judged, delivered } = await assemble(context, chosen);
  const { leftOut: left, tokens } = delivered;
  const lost = left.find((each) => each.id === id);
  if (lost === undefined && !delivered.ids.includes(id))
    return {
      ...found,
      step: 'unsure',
      reason:
        judged.notices[0] ??
        'It is less sure than the profile asks, or surer ones were put before it.',
    };
  if (lost === undefined)
    return { ...found, step: 'delivered', reason: `It is delivered, at ${place + 1}.` };
  if (lost.because === 'repeats')
    return {
      ...found,
      step: 'repeats',
      reason: `It repeats ${lost.repeated}, which is a better result, and the token budget spares repetitions.`,
    };
  return {
    ...found,
    step: 'over_budget',
    reason: `It takes ${lost.tokens} tokens; ${tokens} of ${context.profile.tokenBudget} went to others.`,
  };
}
