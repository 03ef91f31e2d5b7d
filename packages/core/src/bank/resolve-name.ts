import { MnemeError } from '../domain/errors.js';
import type { Entity } from '../domain/graph.js';
import { isEntityKnown } from '../indexes/index-lookups.js';
import { nameSimilarity } from '../language/entity-names.js';
import { singular } from '../language/stem.js';
import type { OpenBank } from './core.js';

const HINTS = 3;
const ARTICLE = /^(?:an?|the)\s+/i;

/**
 * The entity of a name: by id, by the name as given, without its article, or in the singular; of several, one in the
 * hierarchy, else the newest. Throws `not_found` with the most similar names.
 */
export function resolveName(name: string, field: string, { state, hierarchies }: OpenBank): Entity {
  const byId = state.entities.get(name);
  if (byId !== undefined) return byId;
  for (const spelling of spellings(name)) {
    const named = state.entities.named(spelling);
    const found = named.findLast((entity) => hierarchies.has(entity.id)) ?? named.at(-1);
    if (found !== undefined) return found;
  }
  const near = nearest(
    name,
    Array.from(state.entities.all()).filter((entity) => isEntityKnown(entity, state)),
  );
  throw new MnemeError('not_found', `The bank knows nothing named ${name}.`, {
    field,
    value: name,
    hint:
      near.length === 0
        ? 'Names come into the bank with the memories that mention them.'
        : `The nearest names: ${near.join(', ')}.`,
    quoted: [name, ...near],
  });
}

/** The name as given, without its article, and with its last word in the singular. */
function spellings(name: string): string[] {
  const bare = name.replace(ARTICLE, '');
  const words = bare.split(' ');
  const last = words.at(-1) ?? '';
  return [
    ...new Set([name, bare, [...words.slice(0, -1), singular(last.toLowerCase())].join(' ')]),
  ];
}

function nearest(name: string, entities: readonly Entity[]): string[] {
  const scored = entities.map((entity) => ({
    name: entity.name,
    score: Math.max(
      ...[entity.name, ...entity.aliases].map((known) => nameSimilarity(name, known)),
    ),
  }));
  return [
    ...new Set(
      scored
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map((each) => each.name),
    ),
  ].slice(0, HINTS);
}
