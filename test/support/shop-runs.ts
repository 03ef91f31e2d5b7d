import type { Mneme } from '../../packages/mneme/src/index.js';
import type { LearnedId, TrajectoryInput } from '../../packages/mneme/src/public-types.js';

/** A run in the field shop by its actions. */
export const run = (
  query: string,
  actions: readonly string[],
  outcome: TrajectoryInput['outcome'] = 'success',
  more: Partial<TrajectoryInput> = {},
): TrajectoryInput => ({
  query,
  steps: actions.map((action) => ({ action })),
  outcome,
  domain: 'shop',
  ...more,
});

/** A strategy of the field shop, learned from runs. */
export async function refunding(memory: Mneme): Promise<LearnedId> {
  const { strategies } = await memory.strategies.learn([
    run('refund a parcel', ['look_up_order', 'check_policy', 'refund_payment']),
  ]);
  return strategies[0]!.id;
}
