import { widen } from '../cascade.js';
import { rankCandidatesWith } from '../rank-candidates.js';
import type { Chosen, RecallContext } from '../recall-context.js';
import { leadAnswer } from '../lead-answer.js';
import { resolveKin } from '../strategies/resolve-kin.js';
import { ScratchBuffers } from '../scratch-buffers.js';

/** A recall run again in order to be explained. */
export interface ExplainedChoice {
  /** In the delivered order. */
  readonly chosen: Chosen;
  /** As ranked, before claims of the value asked for were put in front. */
  readonly ranked: Chosen;
  /** Whether such claims lead. */
  readonly led: boolean;
  /** The context as asked, with relations resolved to names. */
  readonly context: RecallContext;
  /** What was done besides the ranking, in words. */
  readonly notices: readonly string[];
}

/** Runs like a plain recall: with relations resolved to names, and claims of the value asked for in front. */
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
