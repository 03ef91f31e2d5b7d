import { widen } from '../cascade.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RecallContext } from '../recall-context.js';
import type { StrategyOutcome } from './strategy.js';

/**
 * One query, widened while uncertain if the profile asks for that. `unavailable` says what another strategy
 * lacked when it falls back to this one; such an answer is not cached.
 */
export async function plain(
  context: RecallContext,
  unavailable: readonly string[] = [],
): Promise<StrategyOutcome> {
  const chosen = await rankCandidates(context, context.profile.cascade === 0 ? undefined : widen);
  const faults = unavailable.map((why) => `Asked plainly: ${why}`);
  return {
    chosen: { ...chosen, faults: [...chosen.faults, ...faults] },
    used: 'plain',
    steps: [],
    unavailable,
  };
}
