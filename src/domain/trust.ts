import { SOURCES, type Provenance, type Source } from './memory.js';

/** How far a source is trusted, 3 the most: user, agent, tool, web. */
export function trustRank(source: Source): number {
  return SOURCES.length - 1 - SOURCES.indexOf(source);
}

/** Whom a memory can be traced back to: the most trusted among those who gave evidence for it. */
export function trustOf({
  provenance,
}: {
  readonly provenance: readonly Pick<Provenance, 'source'>[];
}): Source {
  return provenance.reduce<Source>(
    (best, { source }) => (trustRank(source) > trustRank(best) ? source : best),
    'web',
  );
}
