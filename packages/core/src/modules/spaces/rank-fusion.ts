import type { Near } from '../../bank/bank-spaces.js';
import { MnemeError } from '../../domain/errors.js';
import type { SpaceName } from '../../domain/change.js';
import type { RegisteredSpace } from '../../spaces/registry.js';
import type { Inquiry } from '../../spaces/space.js';

/** Weights by space; spaces not named have none. */
export type SpaceWeights = Readonly<Partial<Record<SpaceName, number>>>;

/** Named weights. The remainder to 1 is shared equally by the other spaces that find memories. */
const PROFILES = {
  semantic: { semantic: 0.4, causal: 0.15, entity: 0.15 },
  causal: { causal: 0.5, semantic: 0.2, entity: 0.15 },
  code: { code: 0.5, semantic: 0.2, graph: 0.15 },
  temporal: { recency: 0.2, periodicity: 0.2, position: 0.2, semantic: 0.2 },
  fact_checking: { entity: 0.5, causal: 0.25, semantic: 0.15 },
  entity: { entity: 0.45, semantic: 0.25, graph: 0.15 },
} as const satisfies Readonly<Record<string, SpaceWeights>>;

export type WeightProfile = keyof typeof PROFILES;
export const WEIGHT_PROFILES = Object.keys(PROFILES) as readonly WeightProfile[];

/** The weights of a profile over the available spaces. Throws `invalid_input` naming the field and the choices. */
export function profileWeights(
  name: string,
  field: string,
  registered: readonly RegisteredSpace[],
): SpaceWeights {
  const named = Object.hasOwn(PROFILES, name)
    ? (PROFILES[name as WeightProfile] as SpaceWeights)
    : undefined;
  if (named === undefined)
    throw new MnemeError('invalid_input', `${field}: there is no weight profile ${name}.`, {
      field,
      value: name,
      hint: `One of: ${WEIGHT_PROFILES.join(', ')}.`,
    });
  const others = registered.filter(
    ({ space, role }) => role !== 'times' && named[space.name] === undefined,
  );
  const left = 1 - Object.values(named).reduce((sum, weight) => sum + weight, 0);
  return {
    ...named,
    ...Object.fromEntries(others.map(({ space }) => [space.name, left / others.length])),
  };
}

/** The profile for a query: by what it asks for, else `semantic`. `ofCode` says that most of the bank is code. */
export function profileFor(
  { direction, periods }: Pick<Inquiry, 'direction' | 'periods'>,
  ofCode: boolean,
): WeightProfile {
  if (ofCode) return 'code';
  if (direction !== null) return 'causal';
  return periods.length > 0 ? 'temporal' : 'semantic';
}

/** Constant of reciprocal rank fusion: higher values flatten the first ranks. */
const RANK_CONSTANT = 60;

/** One space's own ranking, best first. */
export interface SpaceRanking {
  readonly space: SpaceName;
  readonly ranking: readonly Near[];
}

/**
 * Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) of the spaces' rankings; similarities of
 * different spaces are never added or compared. Weights are normalised over the spaces that ranked anything. Scores
 * by slot, 0..1: 1 if every space ranks it first.
 */
export function fuseRanks(
  rankings: readonly SpaceRanking[],
  weights: SpaceWeights,
): Map<number, number> {
  const telling = rankings.filter(
    ({ space, ranking }) => ranking.length > 0 && (weights[space] ?? 0) > 0,
  );
  const total = telling.reduce((sum, { space }) => sum + (weights[space] ?? 0), 0);
  const scores = new Map<number, number>();
  for (const { space, ranking } of telling) {
    const share = (weights[space] ?? 0) / total;
    ranking.forEach(({ slot }, at) =>
      scores.set(
        slot,
        (scores.get(slot) ?? 0) + (share * (RANK_CONSTANT + 1)) / (RANK_CONSTANT + 1 + at),
      ),
    );
  }
  return scores;
}
