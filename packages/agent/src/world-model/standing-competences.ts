import { competenceKey } from '@mneme/core/bank/learned/sightings.js';
import {
  type Competence,
  countOf,
  type Counts,
  NO_USES,
  type StrategyTally,
  withMore,
} from '@mneme/core/domain/learned/competence.js';
import type { Strategy } from '@mneme/core/domain/learned/strategy.js';
import type { LearnedIndex } from '@mneme/core/indexes/learned-index.js';
import { emptyCompetence } from './competence.js';

/** Total uses and outcomes of one field's strategies. Subsumed strategies are included: each use was counted once. */
function tallyOf(strategies: readonly Strategy[]): StrategyTally {
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

/** Adds what the tally has gained since it was last counted; returns the same object if that is nothing. */
function withUses(before: Competence, tally: StrategyTally): Competence {
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

/**
 * Current competences: reported tasks, plus strategy uses in their field since they were last counted. Computed at
 * each read.
 */
export function currentCompetences(book: LearnedIndex): Competence[] {
  const standing = new Map(
    book.all('competence').map(({ body }) => [competenceKey(body.capability), body]),
  );
  const fields = new Map<string, Strategy[]>();
  for (const { body } of book.all('strategy')) {
    const key = competenceKey(body.domain);
    fields.set(key, [...(fields.get(key) ?? []), body]);
  }
  for (const [key, strategies] of fields) {
    const tally = tallyOf(strategies);
    const [{ domain }] = strategies as [Strategy];
    if (tally.applications > 0)
      standing.set(key, withUses(standing.get(key) ?? emptyCompetence(domain, domain), tally));
  }
  return [...standing.values()];
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
