import { countOf, withMore, type Counts } from '../../../domain/counts.js';
import {
  NO_USES,
  type Competence,
  type StrategyTally,
} from '../../../domain/learned/competence.js';
import type { Strategy } from '../../../domain/learned/strategy.js';

/** How the strategies of one field went in total. Subsumed strategies are included: each use was counted once. */
export function tallyOf(strategies: readonly Strategy[]): StrategyTally {
  let failureModes: Counts = {};
  for (const strategy of strategies)
    for (const [mode, count] of Object.entries(strategy.failureModes))
      failureModes = withMore(failureModes, mode, count);
  const sum = (read: (strategy: Strategy) => number): number =>
    strategies.reduce((total, strategy) => total + read(strategy), 0);
  return {
    applications: sum(({ applications }) => applications),
    successes: sum(({ successes }) => successes),
    failureModes,
  };
}

/** The competence plus what the tally has gained since it was last counted; the same object if that is nothing. */
export function withUses(before: Competence, tally: StrategyTally): Competence {
  const counted = before.fromStrategies ?? NO_USES;
  const applications = Math.max(0, tally.applications - counted.applications);
  const successes = Math.min(applications, Math.max(0, tally.successes - counted.successes));
  const modes = Object.entries(tally.failureModes)
    .map(([mode, count]) => [mode, count - countOf(counted.failureModes, mode)] as const)
    .filter(([, more]) => more > 0);
  if (applications === 0 && modes.length === 0) return before;
  return {
    ...before,
    model: {
      ...before.model,
      successes: before.model.successes + successes,
      failures: before.model.failures + applications - successes,
    },
    failureModes: modes.reduce<Counts>(
      (sums, [mode, more]) => withMore(sums, mode, more),
      before.failureModes,
    ),
    fromStrategies: tally,
  };
}

/** Marks one use as counted, if its task was itself reported for the same field. */
export function useCounted(
  before: Competence,
  success: boolean,
  mode: string | undefined,
): Competence {
  const { applications, successes, failureModes } = before.fromStrategies ?? NO_USES;
  const modes = mode === undefined || success ? failureModes : withMore(failureModes, mode);
  return {
    ...before,
    fromStrategies: {
      applications: applications + 1,
      successes: successes + Number(success),
      failureModes: modes,
    },
  };
}
