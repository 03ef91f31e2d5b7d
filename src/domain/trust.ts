import { SOURCES, type Provenance, type Source } from './memory.js';

/** Trust in a source, 3 the highest: user, agent, tool, web. */
export function trustRank(source: Source): number {
  return SOURCES.length - 1 - SOURCES.indexOf(source);
}

/** The origin of a memory: the most trusted source among its evidence. */
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
