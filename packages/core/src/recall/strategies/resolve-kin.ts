import { certaintyFor, judgeKnown } from '../confidence/judgement.js';
import { kinPhrases } from '../../language/relations/kin-words.js';
import type { ParsedProfile } from '../../domain/profile.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RecallContext } from '../recall-context.js';
import { deeper, fuseRankings, merged, type StrategyOutcome } from './strategy.js';
import { kinOf, ownerNamed, type Owner } from './kin-of.js';

/** A question with names in place of relations. */
export interface ResolvedKin {
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
export async function askByNames(
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
