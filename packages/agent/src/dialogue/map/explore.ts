import { z } from 'zod';
import type { MapperArtifact } from '../artifact.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { readQuery, QUERY_TYPES, type ReadQuery } from './read-query.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';

/** Layouts of claims for somebody who has to choose. */
export const CONTAINERS = [
  'direct_answer',
  'decision_tree',
  'comparison_matrix',
  'exploration_space',
] as const;
export const Container = z.enum(CONTAINERS);
export type Container = z.infer<typeof Container>;

const branchShape = z.strictObject({
  /** An option, a condition or a dimension; null for claims that belong to none. */
  label: z.string().nullable(),
  /** Ids of claims. */
  claims: z.array(OwnText),
});
const explorationShape = z.strictObject({
  queryType: z.enum(QUERY_TYPES),
  container: Container,
  /** The claims grouped by options (matrix), conditions (tree) or dimensions (space); one branch for an answer. */
  branches: z.array(branchShape),
});
export interface Exploration extends Of<typeof explorationShape> {}
export const Exploration: SchemaOf<Exploration, typeof explorationShape> = explorationShape;

/** Minimum number of conditions for a decision tree. */
const BRANCHES = 2;

/** Chooses the layout from the query type and the topology, and groups the claims. */
export function explore(
  query: string,
  artifact: Pick<MapperArtifact, 'claims' | 'topology'>,
  stemmer: Stemmer,
): Exploration {
  const asked = readQuery(query, stemmer);
  const container = containerOf(asked, artifact);
  return {
    queryType: asked.type,
    container,
    branches: branchesOf(container, asked, artifact, stemmer),
  };
}

function containerOf(
  { type }: ReadQuery,
  { claims, topology }: Pick<MapperArtifact, 'claims' | 'topology'>,
): Container {
  if (isBranching(claims)) return 'decision_tree';
  if (type === 'choice' || type === 'comparison')
    return topology === 'high_confidence' && type === 'choice'
      ? 'direct_answer'
      : 'comparison_matrix';
  if (topology === 'high_confidence' || type === 'fact' || type === 'yes_no')
    return 'direct_answer';
  return topology === 'dimensional' ? 'exploration_space' : 'comparison_matrix';
}

/** Whether there are several conditions, and at least half of the claims are conditional. */
function isBranching(claims: MapperArtifact['claims']): boolean {
  const agreed = claims.filter(({ kind }) => kind === 'consensus');
  const looked = agreed.length > 0 ? agreed : claims;
  const conditional = looked.filter(({ appliesWhen }) => appliesWhen !== null);
  const conditions = new Set(conditional.map(({ appliesWhen }) => appliesWhen?.toLowerCase()));
  return conditions.size >= BRANCHES && conditional.length * 2 >= looked.length;
}

function branchesOf(
  container: Container,
  { options }: ReadQuery,
  { claims }: Pick<MapperArtifact, 'claims'>,
  stemmer: Stemmer,
): Exploration['branches'] {
  if (container === 'direct_answer') return [{ label: null, claims: claims.map(({ id }) => id) }];
  const labelOf = (claim: MapperArtifact['claims'][number]): string | null => {
    if (container === 'decision_tree') return claim.appliesWhen;
    if (container === 'exploration_space') return claim.dimension;
    const terms = contentTerms(claim.text, detectLanguage(claim.text), stemmer);
    const named = options.filter((option) => option.some((term) => terms.includes(term)));
    return named.length === 1 ? (named[0] ?? []).join(' ') : null;
  };
  const branches = new Map<string | null, string[]>();
  for (const claim of claims) {
    const label = labelOf(claim);
    branches.set(label, [...(branches.get(label) ?? []), claim.id]);
  }
  return [...branches].map(([label, ids]) => ({ label, claims: ids }));
}
