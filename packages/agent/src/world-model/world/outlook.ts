import {
  type ActionModel,
  type Outlook,
  type Sighting,
  type TransitionPattern,
  wilson,
} from '@mneme/core/domain/world-model.js';
import {
  blend,
  type BlendNode,
  type ConditionNode,
  growTree,
  type Leaf,
  leafFor,
  leavesOf,
} from './condition-tree.js';

/** Step of a moving average over `n` observations: a = min(0.3, 2/(n+1)). */
export function movingStep(n: number): number {
  return Math.min(0.3, 2 / (n + 1));
}

/** The moving average of hits, starting from 0.5. */
export function reliabilityOf(hits: readonly boolean[]): number {
  return hits.reduce(
    (reliability, hit, at) => reliability + movingStep(at + 1) * (Number(hit) - reliability),
    0.5,
  );
}

/** What follows in one leaf: the likeliest outcome, how reliably, how often, and the alternatives. */
export interface LeafOutlook {
  readonly outcome: number;
  readonly reliability: number;
  readonly hits: number;
  readonly sampleSize: number;
  readonly others: readonly { readonly outcome: number; readonly probability: number }[];
}

export function readLeaf(
  sightings: readonly Sighting[],
  places: readonly number[],
): LeafOutlook | null {
  const sequence = places.map((at) => sightings[at]?.[1] ?? -1);
  const distinct = [...new Set(sequence)];
  if (distinct.length === 0) return null;
  const averages = distinct.map((outcome) => ({
    outcome,
    reliability: reliabilityOf(sequence.map((each) => each === outcome)),
  }));
  const [main, ...rest] = averages.sort(
    (a, b) => b.reliability - a.reliability || a.outcome - b.outcome,
  );
  if (main === undefined) return null;
  const left = rest.reduce((sum, { reliability }) => sum + reliability, 0);
  return {
    ...main,
    hits: sequence.filter((each) => each === main.outcome).length,
    sampleSize: sequence.length,
    others: rest.map(({ outcome, reliability }) => ({
      outcome,
      probability: left === 0 ? 0 : ((1 - main.reliability) * reliability) / left,
    })),
  };
}

const blends = new WeakMap<readonly number[], BlendNode>();
const read = new WeakMap<readonly number[], LeafOutlook | null>();

/**
 * The prediction for an action under conditions: the probability of each outcome by its number, and of one never
 * observed there.
 */
export interface Chances {
  readonly leaf: Leaf;
  /** Whether all conditions on the way to it were known. */
  readonly isLeaf: boolean;
  readonly chances: readonly number[];
  /** 0..1: higher with fewer observations under exactly these conditions. */
  readonly unseen: number;
}

/** Averages over conditions that may or may not be decisive. Conditions not met are taken as false. */
export function chancesOf(model: ActionModel, met: (condition: number) => boolean): Chances {
  return mixtureOf(model, (condition) => met(condition));
}

/** Whether a condition, by its number in the model, holds; undefined if unknown. */
export type Holding = (condition: number) => boolean | undefined;

/**
 * The same with unknown conditions: each is a mixture of true and false, weighted by how often it held in the
 * sightings that agree with what is known.
 */
export function mixtureOf(model: ActionModel, holding: Holding): Chances {
  const shareOf = createShares(model, holding);
  const chances = new Array<number>(model.outcomes.length).fill(0);
  let unseen = 0;
  const add = (node: ConditionNode, share: number): void => {
    const { split, places } = node;
    if (split === null) {
      const grown = blendOf(model, places);
      addChances(grown, share, model.sightings, shareOf, chances);
      unseen += share * unseenOf(grown, 1, shareOf);
      return;
    }
    const met = shareOf(split.condition, places);
    if (met > 0) add(split.holds, share * met);
    if (met < 1) add(split.fails, share * (1 - met));
  };
  add(treeOf(model), 1);
  const { leaf, isLeaf } = leafFor(treeOf(model), shareOf);
  return { leaf, isLeaf, chances, unseen };
}

/** Probability, 0..1, that a condition holds among some sightings, given by index. */
export type ShareOf = (condition: number, places: readonly number[]) => number;

function createShares({ sightings }: ActionModel, holding: Holding): ShareOf {
  const named = [...new Set(sightings.flatMap(([held]) => held))];
  const surely = named.filter((condition) => holding(condition) === true);
  const agreeing = new Set(
    sightings.flatMap(([held], at) =>
      surely.every((condition) => held.includes(condition)) &&
      held.every((condition) => holding(condition) !== false)
        ? [at]
        : [],
    ),
  );
  return (condition, places) => {
    if (condition < 0) return 1;
    const told = holding(condition);
    if (told !== undefined) return Number(told);
    const alike = places.filter((at) => agreeing.has(at));
    const among = alike.length > 0 ? alike : places;
    return among.filter((at) => sightings[at]?.[0].includes(condition)).length / among.length;
  };
}

/** An unknown condition that an outcome depends on, with the predictions if it holds and if it does not. */
export interface Hinge {
  readonly condition: number;
  readonly met: Chances;
  readonly unmet: Chances;
}

/** Minimum difference that matters. */
const MIN_DIFFERENCE = 0.1;
const MAX_HINGES = 5;

/** The unknown conditions that make a difference, largest first. */
export function hingesOf(model: ActionModel, holding: Holding): Hinge[] {
  const shareOf = createShares(model, holding);
  const all = model.sightings.map((_, at) => at);
  return [...decidingConditions(model)]
    .filter((condition) => {
      const share = shareOf(condition, all);
      return holding(condition) === undefined && share > 0 && share < 1;
    })
    .map((condition): Hinge & { readonly difference: number } => {
      const told =
        (value: boolean): Holding =>
        (each) =>
          each === condition ? value : holding(each);
      const [met, unmet] = [mixtureOf(model, told(true)), mixtureOf(model, told(false))];
      return { condition, met, unmet, difference: distance(met.chances, unmet.chances) };
    })
    .filter(({ difference }) => difference >= MIN_DIFFERENCE)
    .sort((a, b) => b.difference - a.difference || a.condition - b.condition)
    .slice(0, MAX_HINGES);
}

/** Total variation distance, 0..1. */
export function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, chance, at) => sum + Math.abs(chance - (other[at] ?? 0)), 0) / 2;
}

function blendOf({ sightings }: ActionModel, places: readonly number[]): BlendNode {
  const known = blends.get(places);
  if (known !== undefined) return known;
  const made = blend(sightings, places);
  blends.set(places, made);
  return made;
}

/** Minimum share of influence for a condition to count as deciding. */
const MIN_SAY = 0.03;

/** The numbers of the conditions known to matter to an action. */
export function decidingConditions(model: ActionModel): ReadonlySet<number> {
  const known = deciding.get(model.sightings);
  if (known !== undefined) return known;
  const found = new Set<number>();
  const collect = ({ splits }: BlendNode, share: number): void => {
    for (const { condition, weight, holds, fails } of splits) {
      if (share * weight < MIN_SAY) continue;
      if (condition >= 0) found.add(condition);
      collect(holds, share * weight);
      collect(fails, share * weight);
    }
  };
  for (const { path, places } of leavesOf(treeOf(model))) {
    for (const { condition } of path) found.add(condition);
    collect(blendOf(model, places), 1);
  }
  deciding.set(model.sightings, found);
  return found;
}

const deciding = new WeakMap<readonly Sighting[], ReadonlySet<number>>();

/** Parts of a blend below this weight are skipped. */
const MIN_SHARE = 0.01;

function addChances(
  node: BlendNode,
  share: number,
  sightings: readonly Sighting[],
  shareOf: ShareOf,
  chances: number[],
): void {
  const { places, whole, splits } = node;
  const own = share < MIN_SHARE ? share : share * whole;
  let outlook = read.get(places);
  if (outlook === undefined) read.set(places, (outlook = readLeaf(sightings, places)));
  if (outlook !== null) {
    chances[outlook.outcome] = (chances[outlook.outcome] ?? 0) + own * outlook.reliability;
    for (const { outcome, probability } of outlook.others)
      chances[outcome] = (chances[outcome] ?? 0) + own * probability;
  }
  if (share < MIN_SHARE) return;
  for (const { condition, weight, holds, fails } of splits) {
    const met = shareOf(condition, places);
    if (met > 0) addChances(holds, share * weight * met, sightings, shareOf, chances);
    if (met < 1) addChances(fails, share * weight * (1 - met), sightings, shareOf, chances);
  }
}

function unseenOf({ places, whole, splits }: BlendNode, share: number, shareOf: ShareOf): number {
  const here = 1 / (places.length + 2);
  if (share < MIN_SHARE) return here;
  return splits.reduce((sum, { condition, weight, holds, fails }) => {
    const met = shareOf(condition, places);
    const below = (node: BlendNode, part: number): number =>
      part === 0 ? 0 : part * unseenOf(node, share * weight * part, shareOf);
    return sum + weight * (below(holds, met) + below(fails, 1 - met));
  }, whole * here);
}

const trees = new WeakMap<readonly Sighting[], ConditionNode>();

/** The tree of a model's observations; built once per list. */
export function treeOf({ sightings }: Pick<ActionModel, 'sightings'>): ConditionNode {
  const known = trees.get(sightings);
  if (known !== undefined) return known;
  const grown = growTree(sightings);
  trees.set(sightings, grown);
  return grown;
}

/**
 * Everything known about an action, as patterns: observed ones, most reliable first, then those that were only
 * stated.
 */
export function patternsOf(model: ActionModel): TransitionPattern[] {
  const seen = leavesOf(treeOf(model)).flatMap((leaf) => {
    const outlook = readLeaf(model.sightings, leaf.places);
    return outlook === null ? [] : [patternOf(model, leaf, outlook)];
  });
  const stated = model.stated.map(
    ({ preconditions, postconditions, source }): TransitionPattern => ({
      domain: model.domain,
      action: model.action,
      preconditions,
      postconditions,
      reliability: 0.5,
      sampleSize: 0,
      interval: [0, 1],
      alternatives: [],
      source,
    }),
  );
  return [...seen.sort((a, b) => b.reliability - a.reliability), ...stated];
}

export function patternOf(
  model: ActionModel,
  leaf: Leaf,
  { outcome, reliability, hits, sampleSize, others }: LeafOutlook,
): TransitionPattern {
  return {
    domain: model.domain,
    action: model.action,
    preconditions: leaf.path.map(
      ({ condition, holds }) => `${holds ? '' : 'not '}${model.conditions[condition] ?? ''}`,
    ),
    postconditions: model.outcomes[outcome] ?? [],
    reliability,
    sampleSize,
    interval: wilson(hits, sampleSize),
    alternatives: others
      .map((other): Outlook => ({
        state: model.outcomes[other.outcome] ?? [],
        probability: other.probability,
      }))
      .sort((a, b) => b.probability - a.probability),
    source: 'observed',
  };
}
