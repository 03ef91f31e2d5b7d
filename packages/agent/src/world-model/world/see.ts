import {
  MAX_SIGHTINGS,
  type ActionModel,
  type Sighting,
  type StatedRule,
} from '@mneme/core/domain/world-model.js';
import { growTree, type ConditionNode } from './condition-tree.js';

export function emptyModel(domain: string, action: string): ActionModel {
  return {
    domain,
    action,
    conditions: [],
    outcomes: [],
    sightings: [],
    seen: 0,
    changes: 0,
    stated: [],
    foretold: { made: 0, came: 0 },
  };
}

/** Conditions and outcomes are compared as written, ignoring case and blanks. */
export function plainWords(texts: readonly string[]): string[] {
  return [
    ...new Set(
      texts
        .map((text) => text.trim().replaceAll(/\s+/gu, ' ').toLowerCase())
        .filter((text) => text !== ''),
    ),
  ].sort();
}

/** Adds an observation to the model; older ones that the latest show to be outdated are dropped. */
export function see(
  model: ActionModel,
  context: readonly string[],
  state: readonly string[],
): ActionModel {
  const held = plainWords(context).filter((each) => !each.startsWith('not '));
  const outcome = plainWords(state);
  const conditions = [
    ...model.conditions,
    ...held.filter((each) => !model.conditions.includes(each)),
  ];
  const known = model.outcomes.findIndex((each) => each.join('\n') === outcome.join('\n'));
  const outcomes = known >= 0 ? model.outcomes : [...model.outcomes, outcome];
  const sighting: Sighting = [
    held.map((each) => conditions.indexOf(each)).sort((a, b) => a - b),
    known >= 0 ? known : model.outcomes.length,
  ];
  const all = [...model.sightings, sighting];
  const kept = dropOutdated(all);
  const sightings = kept.slice(-MAX_SIGHTINGS);
  return {
    ...model,
    ...withoutUnused(conditions, outcomes, sightings),
    seen: model.seen + 1,
    changes: model.changes + Number(kept.length < all.length),
  };
}

export function state(model: ActionModel, rule: StatedRule): ActionModel {
  const plain = {
    ...rule,
    preconditions: plainWords(rule.preconditions),
    postconditions: plainWords(rule.postconditions),
  };
  const key = (each: StatedRule): string =>
    JSON.stringify([each.preconditions, each.postconditions]);
  return {
    ...model,
    stated: [...model.stated.filter((each) => key(each) !== key(plain)), plain].slice(-50),
  };
}

/**
 * If recency explains the outcomes better than any condition does, the rules have changed: older observations are
 * dropped.
 */
function dropOutdated(sightings: readonly Sighting[]): readonly Sighting[] {
  const outdated = new Set<number>();
  const collect = ({ split }: ConditionNode): void => {
    if (split === null) return;
    if (split.condition < 0) for (const at of split.fails.places) outdated.add(at);
    else collect(split.fails);
    collect(split.holds);
  };
  collect(growTree(sightings, true));
  return outdated.size === 0 ? sightings : sightings.filter((_, at) => !outdated.has(at));
}

/** Drops conditions and outcomes without remaining observations, to keep a record small. */
function withoutUnused(
  conditions: readonly string[],
  outcomes: readonly (readonly string[])[],
  sightings: readonly Sighting[],
): Pick<ActionModel, 'conditions' | 'outcomes' | 'sightings'> {
  const usedConditions = [...new Set(sightings.flatMap(([held]) => [...held]))].sort(
    (a, b) => a - b,
  );
  const usedOutcomes = [...new Set(sightings.map(([, outcome]) => outcome))].sort((a, b) => a - b);
  if (usedConditions.length === conditions.length && usedOutcomes.length === outcomes.length)
    return { conditions, outcomes, sightings };
  const places = new Map(usedConditions.map((old, at) => [old, at]));
  return {
    conditions: usedConditions.map((at) => conditions[at] ?? ''),
    outcomes: usedOutcomes.map((at) => outcomes[at] ?? []),
    sightings: sightings.map(([held, outcome]): Sighting => [
      held.map((each) => places.get(each) ?? 0),
      usedOutcomes.indexOf(outcome),
    ]),
  };
}
