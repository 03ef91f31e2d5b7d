import type { ActionModel, Outlook, Sighting, TransitionPattern } from '../../domain/learned/transition.js';
import { wilson } from '../beta.js';
import { growTree, leavesOf, type ConditionNode, type Leaf } from './condition-tree.js';

/** How far one more observation moves a moving average of `n`: a = min(0.3, 2/(n+1)) (capability P19). */
export function movingStep(n: number): number {
  return Math.min(0.3, 2 / (n + 1));
}

/** The moving average of hits from 0.5 on. */
export function reliabilityOf(hits: readonly boolean[]): number {
  return hits.reduce((reliability, hit, at) => reliability + movingStep(at + 1) * (Number(hit) - reliability), 0.5);
}

/** What follows in one leaf: the likeliest outcome, how reliably, how often, and what else came. */
export interface LeafOutlook {
  readonly outcome: number;
  readonly reliability: number;
  readonly hits: number;
  readonly sampleSize: number;
  readonly others: readonly { readonly outcome: number; readonly probability: number }[];
}

export function readLeaf(sightings: readonly Sighting[], places: readonly number[]): LeafOutlook | null {
  const sequence = places.map((at) => sightings[at]?.[1] ?? -1);
  const distinct = [...new Set(sequence)];
  if (distinct.length === 0) return null;
  const averages = distinct.map((outcome) => ({ outcome, reliability: reliabilityOf(sequence.map((each) => each === outcome)) }));
  const [main, ...rest] = averages.sort((a, b) => b.reliability - a.reliability || a.outcome - b.outcome);
  if (main === undefined) return null;
  const left = rest.reduce((sum, { reliability }) => sum + reliability, 0);
  return {
    ...main,
    hits: sequence.filter((each) => each === main.outcome).length,
    sampleSize: sequence.length,
    others: rest.map(({ outcome, reliability }) => ({ outcome, probability: left === 0 ? 0 : ((1 - main.reliability) * reliability) / left })),
  };
}

const trees = new WeakMap<readonly Sighting[], ConditionNode>();

/** The tree of a model's sightings; grown once for each list. */
export function treeOf({ sightings }: Pick<ActionModel, 'sightings'>): ConditionNode {
  const known = trees.get(sightings);
  if (known !== undefined) return known;
  const grown = growTree(sightings);
  trees.set(sightings, grown);
  return grown;
}

/** All that is known of an action, as patterns: those seen, the most reliable first, then those that were only stated. */
export function patternsOf(model: ActionModel): TransitionPattern[] {
  const seen = leavesOf(treeOf(model)).flatMap((leaf) => {
    const outlook = readLeaf(model.sightings, leaf.places);
    return outlook === null ? [] : [patternOf(model, leaf, outlook)];
  });
  const stated = model.stated.map(({ preconditions, postconditions, source }): TransitionPattern => ({ domain: model.domain, action: model.action, preconditions, postconditions, reliability: 0.5, sampleSize: 0, interval: [0, 1], alternatives: [], source }));
  return [...seen.sort((a, b) => b.reliability - a.reliability), ...stated];
}

export function patternOf(model: ActionModel, leaf: Leaf, { outcome, reliability, hits, sampleSize, others }: LeafOutlook): TransitionPattern {
  return {
    domain: model.domain,
    action: model.action,
    preconditions: leaf.path.map(({ condition, holds }) => `${holds ? '' : 'not '}${model.conditions[condition] ?? ''}`),
    postconditions: model.outcomes[outcome] ?? [],
    reliability,
    sampleSize,
    interval: wilson(hits, sampleSize),
    alternatives: others.map((other): Outlook => ({ state: model.outcomes[other.outcome] ?? [], probability: other.probability })).sort((a, b) => b.probability - a.probability),
    source: 'observed',
  };
}
