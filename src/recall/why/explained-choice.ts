import { widen } from '../cascade.js';
import { rankCandidatesWith } from '../rank-candidates.js';
import type { Chosen, RecallContext } from '../recall-context.js';
import { leadAnswer } from '../lead-answer.js';
import { resolveKin } from '../strategies/resolve-kin.js';
import { ScratchBuffers } from '../scratch-buffers.js';

/** A recall asked again, to be taken apart. */
export interface ExplainedChoice {
  /** In the order that is delivered. */
  readonly chosen: Chosen;
  /** As it was ranked, before claims of the value asked for were put in front. */
  readonly ranked: Chosen;
  /** Whether such claims lead. */
  readonly led: boolean;
  /** The context as it was asked: by the names that the bank tells. */
  readonly context: RecallContext;
  /** What was done beside the ranking, in words. */
  readonly notices: readonly string[];
}

/** Asks as a plain recall does: by names where the question tells somebody by a relation, with claims of the value asked for in front. */
export async function chooseToExplain(context: RecallContext): Promise<ExplainedChoice> {
  const { profile } = context;
  const resolved = await resolveKin(context);
  const asked =
    resolved === null ? context : { ...context, profile: { ...profile, query: resolved.query } };
  const ranked = await rankCandidatesWith(
    new ScratchBuffers(),
    asked,
    profile.cascade === 0 ? undefined : widen,
  );
  const { chosen, knownAtLeast } = await leadAnswer(ranked, asked);
  const told = knownAtLeast !== undefined;
  const notices = [
    ...(resolved === null
      ? []
      : [
          `${resolved.steps.join('; ')}; explained as asked by that name alone.`.replace(/^r/, 'R'),
        ]),
    ...(told
      ? [
          'What claims the value asked for was put before what only shares its words; the term `claims` tells what that moved each by.',
        ]
      : []),
  ];
  return { chosen, ranked, led: told, context: asked, notices };
}
