import { MOST_SIGHTINGS, type ActionModel, type Sighting, type StatedRule } from '../../domain/learned/transition.js';
import { growTree, leafFor } from './condition-tree.js';

export function emptyModel(domain: string, action: string): ActionModel {
  return { domain, action, conditions: [], outcomes: [], sightings: [], seen: 0, changes: 0, stated: [], foretold: { made: 0, came: 0 } };
}

/** Conditions and outcomes are compared as they are written, but for case and blanks. */
export function plainWords(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim().replaceAll(/\s+/gu, ' ').toLowerCase()).filter((text) => text !== ''))].sort();
}

/** The model with one more sighting; what the latest ones show to hold no longer is dropped. */
export function see(model: ActionModel, context: readonly string[], state: readonly string[]): ActionModel {
  const held = plainWords(context).filter((each) => !each.startsWith('not '));
  const outcome = plainWords(state);
  const conditions = [...model.conditions, ...held.filter((each) => !model.conditions.includes(each))];
  const known = model.outcomes.findIndex((each) => each.join('\n') === outcome.join('\n'));
  const outcomes = known >= 0 ? model.outcomes : [...model.outcomes, outcome];
  const sighting: Sighting = [held.map((each) => conditions.indexOf(each)).sort((a, b) => a - b), known >= 0 ? known : model.outcomes.length];
  const all = [...model.sightings, sighting];
  const kept = dropOutdated(all);
  const sightings = kept.slice(-MOST_SIGHTINGS);
  return { ...model, ...withoutUnused(conditions, outcomes, sightings), seen: model.seen + 1, changes: model.changes + Number(kept.length < all.length) };
}

export function state(model: ActionModel, rule: StatedRule): ActionModel {
  const plain = { ...rule, preconditions: plainWords(rule.preconditions), postconditions: plainWords(rule.postconditions) };
  const key = (each: StatedRule): string => JSON.stringify([each.preconditions, each.postconditions]);
  return { ...model, stated: [...model.stated.filter((each) => key(each) !== key(plain)), plain].slice(-50) };
}

/** Windows of the latest sightings in which a change is looked for. */
const WINDOWS = [4, 6, 9, 14, 22];
/** Before a window there must be so many to have expected something by. */
const LEAST_BEFORE = 8;
/** As many standard deviations fewer hits than expected as chance gives about once in 1,000 windows. */
const SURPRISE = 3.1;

/**
 * When the latest sightings go against what those before them foretold, far more than chance would, the rules have changed: the
 * older sightings of the conditions that no longer lead where they did are dropped.
 */
function dropOutdated(sightings: readonly Sighting[]): readonly Sighting[] {
  for (const window of WINDOWS) {
    const before = sightings.length - window;
    if (before < LEAST_BEFORE) break;
    const earlier = sightings.slice(0, before);
    const tree = growTree(earlier);
    const expected = new Map<readonly number[], { sure: number; hits: number; count: number }>();
    for (const [held, outcome] of sightings.slice(before)) {
      const { places } = leafFor(tree, (condition) => held.includes(condition));
      const { main, sure } = mainOf(earlier, places);
      const tally = expected.get(places) ?? { sure, hits: 0, count: 0 };
      tally.count++;
      tally.hits += Number(outcome === main);
      expected.set(places, tally);
    }
    const outdated = outdatedLeaves(expected);
    if (outdated.size > 0) return sightings.filter((_, at) => at >= before || !outdated.has(at));
  }
  return sightings;
}

function outdatedLeaves(expected: ReadonlyMap<readonly number[], { readonly sure: number; readonly hits: number; readonly count: number }>): Set<number> {
  const tallies = [...expected];
  const total = (read: (tally: (typeof tallies)[number][1]) => number): number => tallies.reduce((sum, [, tally]) => sum + read(tally), 0);
  const spread = Math.sqrt(total(({ sure, count }) => count * sure * (1 - sure)));
  if ((total(({ sure, count }) => sure * count) - total(({ hits }) => hits)) / Math.max(spread, 1e-9) < SURPRISE) return new Set();
  return new Set(tallies.filter(([, { sure, hits, count }]) => hits < (sure * count) / 2).flatMap(([places]) => [...places]));
}

/** The most frequent outcome of a leaf, and how sure it was, drawn towards one half. */
function mainOf(sightings: readonly Sighting[], places: readonly number[]): { readonly main: number; readonly sure: number } {
  const counts = new Map<number, number>();
  for (const at of places) counts.set(sightings[at]?.[1] ?? -1, (counts.get(sightings[at]?.[1] ?? -1) ?? 0) + 1);
  const [main = -1, hits = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { main, sure: (hits + 1) / (places.length + 2) };
}

/** Conditions and outcomes that no sighting names any more go, so that a record stays small. */
function withoutUnused(conditions: readonly string[], outcomes: readonly (readonly string[])[], sightings: readonly Sighting[]): Pick<ActionModel, 'conditions' | 'outcomes' | 'sightings'> {
  const usedConditions = [...new Set(sightings.flatMap(([held]) => [...held]))].sort((a, b) => a - b);
  const usedOutcomes = [...new Set(sightings.map(([, outcome]) => outcome))].sort((a, b) => a - b);
  if (usedConditions.length === conditions.length && usedOutcomes.length === outcomes.length) return { conditions, outcomes, sightings };
  const places = new Map(usedConditions.map((old, at) => [old, at]));
  return {
    conditions: usedConditions.map((at) => conditions[at] ?? ''),
    outcomes: usedOutcomes.map((at) => outcomes[at] ?? []),
    sightings: sightings.map(([held, outcome]): Sighting => [held.map((each) => places.get(each) ?? 0), usedOutcomes.indexOf(outcome)]),
  };
}

