import { z } from 'zod';
import type { Chosen } from '../recall-context.js';
import type { Ranked } from '../ranking/ranked.js';
import type { CodeJudge } from '../ranking/code-ranking.js';
import { takeApart, type FusionShares } from './take-apart.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const costShape = z.strictObject({
  /** A feature of the fusion, or a term of the ranking. */
  name: z.string(),
  /** The feature's values for this memory and for the other; null for a term of the ranking. */
  own: z.number().nullable(),
  other: z.number().nullable(),
  /** Logits that this cost it. */
  logits: z.number(),
});
/** One respect in which a memory is behind another. */
export interface Cost extends Of<typeof costShape> {}
export const Cost: SchemaOf<Cost, typeof costShape> = costShape;

const MAX_COSTS = 10;

/**
 * What cost `own` most against `other`. Two memories ranked by different fusions have no features in
 * common; then only terms are compared.
 */
export async function compareShares(
  own: Pick<Ranked, 'slot'> & Partial<Ranked>,
  other: Pick<Ranked, 'slot'> & Partial<Ranked>,
  chosen: Chosen,
  code: CodeJudge | null,
): Promise<readonly Cost[]> {
  const [mine, theirs] = (await takeApart([own.slot, other.slot], chosen, code)) as [
    FusionShares,
    FusionShares,
  ];
  const costs = [
    ...(mine.fusion === theirs.fusion ? featureCosts(mine, theirs) : []),
    ...termCosts(own, other, mine.fusion !== theirs.fusion),
  ];
  return costs
    .filter(({ logits }) => logits > 0)
    .sort((a, b) => b.logits - a.logits)
    .slice(0, MAX_COSTS);
}

function featureCosts(mine: FusionShares, theirs: FusionShares): Cost[] {
  const names = new Set([...mine.features, ...theirs.features].map(({ name }) => name));
  return [...names].map((name) => {
    const [own, other] = [mine, theirs].map(({ features }) =>
      features.find((feature) => feature.name === name),
    );
    return {
      name,
      own: own?.value ?? 0,
      other: other?.value ?? 0,
      logits: (other?.logits ?? 0) - (own?.logits ?? 0),
    };
  });
}

function termCosts(
  { terms: own }: Partial<Ranked>,
  { terms: other }: Partial<Ranked>,
  withFusion: boolean,
): Cost[] {
  if (own === undefined || other === undefined) return [];
  return [...new Set([...Object.keys(own), ...Object.keys(other)])]
    .filter((name) => withFusion || name !== 'fusion')
    .map((name) => ({
      name,
      own: null,
      other: null,
      logits: (other[name] ?? 0) - (own[name] ?? 0),
    }));
}
