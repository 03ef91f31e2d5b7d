import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import type { LapsedAnswer } from '../../kernel/module.js';
import { decompose, type Decomposition } from '../../language/decompose-question.js';
import { applyConstraints } from '../module-hooks.js';
import type { RankedSet, RecallContext } from '../recall-context.js';
import { hyde } from './hyde.js';
import { reflective } from './reflective.js';
import { reranking } from './reranking.js';
import { askByNames, resolveKin } from './resolve-kin.js';
import { plain, reportOf, type Strategy, type StrategyOutcome } from './strategy.js';
import { askInParts, transform } from './transform.js';

/** The answer after modules put results in front. */
interface LedAnswer {
  readonly chosen: RankedSet;
  /** Log-odds that the bank knows the answer, if the first result is exactly what was asked for. */
  readonly knownAtLeast: number | undefined;
  /** Set when what was asked for is no longer valid. */
  readonly gone: LapsedAnswer | undefined;
}

/** Lets modules reorder the answer once, after a strategy has assembled it. */
export async function leadAnswer(chosen: RankedSet, context: RecallContext): Promise<LedAnswer> {
  const { pool, results, understanding } = chosen;
  if (results.length === 0) return { chosen, knownAtLeast: undefined, gone: undefined };
  const { ranked, knownAtLeast, gone } = await applyConstraints('answer', pool, {
    ...context,
    understanding,
    votes: chosen.input.feedback.votes,
  });
  return {
    chosen:
      ranked === pool
        ? chosen
        : { ...chosen, pool: ranked, results: ranked.slice(0, results.length) },
    knownAtLeast,
    gone,
  };
}

const STRATEGIES: Readonly<Record<StrategyName, Strategy>> = {
  plain: (context) => plain(context),
  reranking,
  hyde,
  reflective,
  transform,
};

/** The ranked answer, and how it was found. */
interface Decided {
  readonly chosen: RankedSet;
  readonly report: StrategyReport;
  /** Log-odds that the bank knows an answer, in addition to those from the words of the question. */
  readonly knownAtLeast: number | undefined;
  /** The slot that `knownAtLeast` refers to: exactly what was asked for. */
  readonly lead: number | undefined;
  /** Set when what was asked for is no longer valid. */
  readonly gone: LapsedAnswer | undefined;
}

/** Uses the profile's strategy. `auto` splits a multi-hop question by rules, and uses `plain` for all others. */
export async function recallByStrategy(context: RecallContext): Promise<Decided> {
  const { strategy } = context.profile;
  const resolved = await resolveKin(context);
  const outcome = resolved === null ? await ask(context) : await askByNames(context, resolved, ask);
  const report = reportOf(strategy, outcome);
  // A strategy with several queries has widened the search already.
  const unwidened = context.profile.cascade > 0 && outcome.used !== 'plain';
  const led = await leadAnswer(
    outcome.chosen,
    resolved === null
      ? context
      : { ...context, profile: { ...context.profile, query: resolved.query } },
  );
  const knownAtLeast = led.knownAtLeast ?? outcome.knownAtLeast;
  return {
    chosen: led.chosen,
    knownAtLeast,
    gone: led.gone,
    lead: led.knownAtLeast === undefined ? undefined : led.chosen.results[0]?.slot,
    report: unwidened
      ? {
          ...report,
          unavailable: [...report.unavailable, 'the cascade widens what is asked plainly'],
        }
      : report,
  };
}

function ask(context: RecallContext): Promise<StrategyOutcome> {
  const { strategy, query } = context.profile;
  const parts = strategy === 'auto' && query !== undefined ? sureParts(query) : null;
  return parts === null
    ? STRATEGIES[strategy === 'auto' ? 'plain' : strategy](context)
    : askInParts(context, parts);
}

/**
 * Splits only if one step clearly needs the finding of another (a person or a place), or if the question asks the
 * same about two.
 */
function sureParts(query: string): Decomposition | null {
  const parts = decompose(query);
  if (parts === null) return null;
  const leads = parts.structure === 'bridge' && parts.steps[0]?.seeks !== 'thing';
  return leads || parts.structure === 'both' ? parts : null;
}
