import type { Sighting } from '@mneme/core/domain/world-model.js';

/** Observations under conditions that decide what follows. A leaf has no condition. */
export interface ConditionNode {
  /** Indices in the list of observations, oldest first. */
  readonly places: readonly number[];
  readonly split: {
    readonly condition: number;
    readonly holds: ConditionNode;
    readonly fails: ConditionNode;
  } | null;
}

const DEEPEST = 6;
const MIN_IN_LEAF = 3;
/** A negative condition is one of time: to be among the latest this many of a node. It always holds now. */
const LATEST = [1, 2, 3, 4, 6, 9, 14, 22, 35];
/** How much more informative time must be than any condition. */
const TIME_PENALTY = 2;
const MIN_LATEST = 2;

/**
 * Which conditions decide what follows an action: at each node the one that separates the outcomes best, as long as
 * its likelihood ratio exceeds chance among so many conditions (G-test, Woolf 1957; trees as in Quinlan 1986). With
 * time, recency is such a condition, too.
 */
export function growTree(
  sightings: readonly Sighting[],
  withTime = false,
  places: readonly number[] = sightings.map((_, at) => at),
  depth = 0,
): ConditionNode {
  if (depth >= DEEPEST || places.length < 2 * MIN_IN_LEAF) return { places, split: null };
  const present = new Set(places.flatMap((at) => [...(sightings[at]?.[0] ?? [])]));
  const needed = 5 + 1.5 * Math.log(Math.max(1, present.size));
  const whole = logLikelihood(sightings, places);
  const tell = (
    condition: number,
    holds: readonly number[],
    fails: readonly number[],
  ): Telling => ({
    condition,
    holds,
    fails,
    gain: 2 * (logLikelihood(sightings, holds) + logLikelihood(sightings, fails) - whole),
  });
  const conditions = [...present].map((condition) =>
    tell(
      condition,
      placesWith(sightings, places, condition, true),
      placesWith(sightings, places, condition, false),
    ),
  );
  // If a rare condition explains the change equally well, the rules have not changed, even if it is
  // too rare to split by yet.
  const rival = Math.max(0, ...conditions.map(({ gain }) => gain));
  const times = withTime
    ? LATEST.map((latest) => tell(-latest, places.slice(-latest), places.slice(0, -latest))).filter(
        ({ gain, holds, fails }) =>
          gain > Math.max(rival, needed) + TIME_PENALTY &&
          holds.length >= MIN_LATEST &&
          fails.length >= MIN_IN_LEAF,
      )
    : [];
  const found = best([
    ...conditions.filter(
      ({ gain, holds, fails }) =>
        gain > needed && Math.min(holds.length, fails.length) >= MIN_IN_LEAF,
    ),
    ...times,
  ]);
  if (found === null) return { places, split: null };
  return {
    places,
    split: {
      condition: found.condition,
      holds: growTree(sightings, withTime, found.holds, depth + 1),
      fails: growTree(sightings, withTime, found.fails, depth + 1),
    },
  };
}

/** A candidate split, with its gain. */
interface Telling {
  readonly condition: number;
  readonly holds: readonly number[];
  readonly fails: readonly number[];
  readonly gain: number;
}

function best(tellings: readonly Telling[]): Telling | null {
  return tellings.reduce<Telling | null>(
    (most, each) => (most === null || each.gain > most.gain + 1e-9 ? each : most),
    null,
  );
}

function placesWith(
  sightings: readonly Sighting[],
  places: readonly number[],
  condition: number,
  holds: boolean,
): readonly number[] {
  return places.filter((at) => sightings[at]?.[0].includes(condition) === holds);
}

function logLikelihood(sightings: readonly Sighting[], places: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const at of places) {
    const outcome = sightings[at]?.[1] ?? -1;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of counts.values()) sum += count * Math.log(count / places.length);
  return sum;
}

export interface Leaf {
  readonly places: readonly number[];
  readonly path: readonly { readonly condition: number; readonly holds: boolean }[];
}

/** Follows the tree along conditions known to hold or fail, recording them: to a leaf if all are known. */
export function leafFor(
  tree: ConditionNode,
  shareOf: (condition: number, places: readonly number[]) => number,
): { readonly leaf: Leaf; readonly isLeaf: boolean } {
  const path: { condition: number; holds: boolean }[] = [];
  let node = tree;
  while (node.split !== null) {
    const share = shareOf(node.split.condition, node.places);
    if (share > 0 && share < 1) break;
    path.push({ condition: node.split.condition, holds: share === 1 });
    node = share === 1 ? node.split.holds : node.split.fails;
  }
  return { leaf: { places: node.places, path }, isLeaf: node.split === null };
}

export function leavesOf(node: ConditionNode, path: Leaf['path'] = []): Leaf[] {
  const { split } = node;
  if (split === null) return [{ places: node.places, path }];
  return [
    ...leavesOf(split.holds, [...path, { condition: split.condition, holds: true }]),
    ...leavesOf(split.fails, [...path, { condition: split.condition, holds: false }]),
  ];
}

/** Observations, with conditions that may, but need not, decide between their outcomes; the weights sum to 1. */
export interface BlendNode {
  readonly places: readonly number[];
  /** Probability that no further condition decides. */
  readonly whole: number;
  readonly splits: readonly {
    readonly condition: number;
    readonly weight: number;
    readonly holds: BlendNode;
    readonly fails: BlendNode;
  }[];
}

const DEPTH = 2;
/** Prior probability that the rules have changed recently. */
const TIME_SHARE = 0.15;
/** Maximum number of conditions considered; those that hold about half of the time come first. */
const MAX_CONDITIONS = 32;
/** Less likely conditions are left out. */
const MIN_WEIGHT = 0.01;

/**
 * All ways in which up to two conditions may decide what follows, each by its probability: a Bayesian average of
 * small trees, as in context tree weighting (Willems, Shtarkov, Tjalkens 1995), with Perks' prior on outcomes. This
 * way a single observation already counts, where a tree must wait until a condition is certain.
 */
export function blend(sightings: readonly Sighting[], places: readonly number[]): BlendNode {
  const outcomes = [...new Set(places.map((at) => sightings[at]?.[1] ?? -1))];
  if (outcomes.length < 2) return { places, whole: 1, splits: [] };
  const labels = places.map((at) => outcomes.indexOf(sightings[at]?.[1] ?? -1));
  const columns = columnsOf(sightings, places);
  return grow(
    { places, labels, columns, kinds: outcomes.length },
    places.map((_, at) => at),
    DEPTH,
  ).node;
}

interface Table {
  readonly places: readonly number[];
  /** The outcome of each row, numbered from 0. */
  readonly labels: readonly number[];
  readonly columns: readonly { readonly condition: number; readonly rows: Uint8Array }[];
  readonly kinds: number;
}

function columnsOf(sightings: readonly Sighting[], places: readonly number[]): Table['columns'] {
  const rows = new Map<number, Uint8Array>();
  for (const [row, at] of places.entries()) {
    for (const condition of sightings[at]?.[0] ?? []) {
      const column = rows.get(condition) ?? new Uint8Array(places.length);
      column[row] = 1;
      rows.set(condition, column);
    }
  }
  const half = places.length / 2;
  for (const latest of LATEST)
    rows.set(
      -latest,
      Uint8Array.from(places, (_, row) => Number(row >= places.length - latest)),
    );
  return [...rows]
    .map(([condition, column]) => ({
      condition,
      rows: column,
      away: Math.abs(column.reduce((sum, each) => sum + each, 0) - half),
    }))
    .filter(({ away }) => away < half)
    .sort((a, b) => a.away - b.away || a.condition - b.condition)
    .slice(0, MAX_CONDITIONS);
}

interface Grown {
  /** Log-probability of the outcomes, averaged over all trees from here on. */
  readonly evidence: number;
  readonly node: BlendNode;
}

function grow(table: Table, rows: readonly number[], depth: number): Grown {
  const own = evidenceOf(table, rows);
  const leaf: Grown = {
    evidence: own,
    node: { places: rows.map((row) => table.places[row] ?? 0), whole: 1, splits: [] },
  };
  if (depth === 0 || rows.length < 2) return leaf;
  const tried = table.columns.flatMap(({ condition, rows: column }) => {
    const holds = rows.filter((row) => column[row] === 1);
    if (holds.length === 0 || holds.length === rows.length) return [];
    const fails = rows.filter((row) => column[row] !== 1);
    const [one, other] = [grow(table, holds, depth - 1), grow(table, fails, depth - 1)];
    return [
      { condition, evidence: one.evidence + other.evidence, holds: one.node, fails: other.node },
    ];
  });
  if (tried.length === 0) return leaf;
  const times = tried.filter(({ condition }) => condition < 0).length;
  const [ofTime, ofOthers] =
    times === 0 ? [0, 0.5] : times === tried.length ? [0.5, 0] : [TIME_SHARE, 0.5 - TIME_SHARE];
  const prior = (condition: number): number =>
    Math.log(condition < 0 ? ofTime / times : ofOthers / (tried.length - times));
  const evidence = sumOfLogs([
    own + Math.log(0.5),
    ...tried.map((split) => split.evidence + prior(split.condition)),
  ]);
  const weighed = tried
    .map(({ condition, evidence: found, holds, fails }) => ({
      condition,
      weight: Math.exp(found + prior(condition) - evidence),
      holds,
      fails,
    }))
    .filter(({ weight }) => weight >= MIN_WEIGHT);
  const whole = Math.exp(own + Math.log(0.5) - evidence);
  const kept = weighed.reduce((sum, { weight }) => sum + weight, whole);
  return {
    evidence,
    node: {
      ...leaf.node,
      whole: whole / kept,
      splits: weighed.map((split) => ({ ...split, weight: split.weight / kept })),
    },
  };
}

/** Log-evidence of outcomes drawn from one unknown distribution. */
function evidenceOf({ labels, kinds }: Table, rows: readonly number[]): number {
  const counts = new Float64Array(kinds);
  let [sum, product] = [0, 1];
  for (let at = 0; at < rows.length; at++) {
    const label = labels[rows[at] as number] as number;
    product *= ((counts[label] as number) + 1 / kinds) / (at + 1);
    // Taking a logarithm per row would be most of the work.
    if (product < 1e-200) [sum, product] = [sum + Math.log(product), 1];
    counts[label] = (counts[label] as number) + 1;
  }
  return sum + Math.log(product);
}

function sumOfLogs(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - most), 0));
}
