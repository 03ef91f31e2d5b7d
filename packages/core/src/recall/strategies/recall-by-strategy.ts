import type { ParsedProfile, StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import type { LapsedAnswer } from '../../kernel/module.js';
import { decompose, type Decomposition } from '../../language/decompose-question.js';
import { kinPhrases } from '../../language/relations/kinship.js';
import { certaintyFor, judgeKnown } from '../confidence/judgement.js';
import { applyConstraints } from '../module-hooks.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RankedSet, RecallContext } from '../recall-context.js';
import { kinOf, type Owner, ownerNamed } from './kin-of.js';
import { askInParts, hyde, transform } from './rewrite-query.js';
import {
  deeper,
  fuseRankings,
  merged,
  plain,
  reflective,
  reportOf,
  reranking,
  type Strategy,
  type StrategyOutcome,
} from './strategy.js';

/** A question with names in place of relations. */
interface ResolvedKin {
  readonly query: string;
  /** How each relation was resolved, and which were left open, in words. */
  readonly steps: readonly string[];
}

/** Strategies that search with the question's own words; others use a generated text. */
const NAMING: ReadonlySet<string> = new Set<ParsedProfile['strategy']>([
  'auto',
  'plain',
  'transform',
]);
/** "My boss's landlord's dog": maximum number of relations followed. */
const MAX_RELATIONS = 4;

/**
 * Replaces people described by a relation ("Jonas' sister", "the dog of my boss") by their names, if the bank knows
 * them, innermost first. Null if there is no such relation, the bank does not know, or the strategy does not search
 * with the question's words.
 */
export async function resolveKin(context: RecallContext): Promise<ResolvedKin | null> {
  if (!NAMING.has(context.profile.strategy)) return null;
  let query = context.profile.query ?? '';
  const steps: string[] = [];
  for (let turn = 0; turn < MAX_RELATIONS; turn++) {
    const next = await resolveOne(query, context);
    if (next === null) break;
    steps.push(`read “${next.said}” as “${next.name}”, as the bank tells`);
    query = next.query;
  }
  return steps.length === 0 ? null : { query, steps };
}

interface OneResolved {
  readonly query: string;
  readonly said: string;
  readonly name: string;
}

async function resolveOne(query: string, context: RecallContext): Promise<OneResolved | null> {
  for (const { start, end, owner, noun } of kinPhrases(query)) {
    const whose = ownersOf(owner, context);
    if (whose === null) continue;
    const names = await kinOf(whose.owner, noun, context);
    const [name] = names;
    if (name === undefined || names.length > 1) continue;
    const from = start + whose.skipped;
    return {
      query: query.slice(0, from) + name + query.slice(end),
      said: query.slice(from, end),
      name,
    };
  }
  return null;
}

/** The longest part of this text that is a name in the bank: of "Is Jonas" in "Is Jonas' sister here?", Jonas. */
function ownersOf(
  owner: string | null,
  context: RecallContext,
): { readonly owner: Owner; readonly skipped: number } | null {
  if (owner === null) return { owner: null, skipped: 0 };
  const words = owner.split(' ');
  for (let at = 0; at < words.length; at++) {
    const name = words.slice(at).join(' ');
    const known = ownerNamed(name, context);
    if (known !== null) return { owner: known, skipped: owner.length - name.length };
  }
  return null;
}

/** Weight of the question as asked, which may match memories that name nobody. */
const AS_ASKED = 0.3;

/** Queries with names, and also with the question as asked; results by names come first. */
async function askByNames(
  context: RecallContext,
  { query, steps }: ResolvedKin,
  ask: (context: RecallContext) => Promise<StrategyOutcome>,
): Promise<StrategyOutcome> {
  const { profile } = context;
  const named: RecallContext = {
    ...context,
    profile: { ...profile, query, ...deeper(profile, 2) },
  };
  const outcome = await ask(named);
  const whole = await rankCandidates({
    ...context,
    profile: { ...profile, ...deeper(profile, 2) },
  });
  const { odds: knownAtLeast } = judgeKnown({
    ...whole,
    state: context.state,
    model: certaintyFor(context.ports.certainty, context.state.encoder),
  });
  const results = fuseRankings(
    [
      { results: outcome.chosen.results, weight: 1 },
      { results: whole.results, weight: AS_ASKED },
    ],
    profile.limit,
  );
  return {
    ...outcome,
    chosen: await merged(outcome.chosen, [whole], results, named),
    steps: [...steps, ...outcome.steps],
    knownAtLeast,
  };
}

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
