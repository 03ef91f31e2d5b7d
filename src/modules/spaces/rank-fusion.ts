import type { SpaceName } from '../../domain/space.js';
import type { Near } from '../../bank/spaces/space-reader.js';
import type { SpaceWeights } from './weight-profiles.js';

/** The constant of reciprocal rank fusion: higher values make the first ranks stand out less. */
const RANK_CONSTANT = 60;

/** One space's own ranking, best first. */
export interface SpaceRanking {
  readonly space: SpaceName;
  readonly ranking: readonly Near[];
}

/**
 * Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) of the spaces' own rankings;
 * similarities of two spaces are never added or compared. Weights are normalised over the spaces that
 * ranked anything. Scores by slot, 0..1: 1 for what every space has first.
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
