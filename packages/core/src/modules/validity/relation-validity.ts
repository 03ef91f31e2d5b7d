import type { Conflict } from '../../domain/validity.js';
import type { Edge, Entity, NodeId } from '../../domain/graph.js';
import type { RelationValidity } from '../../domain/layers.js';
import { type Memory, trustOf } from '../../domain/memory.js';
import { isReported } from '../../language/speech.js';
import type { ReadRelations } from '../../recall/recall-context.js';
import { readMemoryValidity, type MemoryValidity } from './read-validity.js';

/** How conflicts name a first-person subject without a name. */
const UNNAMED = /^(?:user|i|we|our|my)\b/i;

/** The validity of a link between two entities: that of the statement of it in its evidence. */
export function relationValidity(
  { from, to, label }: Pick<Edge, 'from' | 'to' | 'label'>,
  evidence: Memory,
  validity: MemoryValidity,
  entityOf: (id: NodeId) => Entity | undefined,
): RelationValidity {
  const ends = [entityOf(from), entityOf(to)].flatMap((entity) =>
    entity === undefined ? [] : [namesOf(entity)],
  );
  const { state, detail } = validity.of(evidence.id, (conflict) =>
    isAbout(conflict, evidence, ends, label),
  );
  return {
    // `unread` counts as current: a rule has read the link.
    validity: state === 'unread' ? 'current' : state,
    validityDetail: detail,
    reported: ends
      .flat()
      .some((name) =>
        placesOf(name, evidence.content).some((at) => isReported(evidence.content, at)),
      ),
    trust: trustOf(evidence),
  };
}

/**
 * Whether a conflict concerns the link: a memory says several things, so it must be about this subject with this
 * value, or in the slot of this label.
 */
function isAbout(
  { subject, slot, older, olderValue, newerValue }: Conflict,
  { id }: Memory,
  ends: readonly (readonly string[])[],
  label: string,
): boolean {
  const value = (older === id ? olderValue : newerValue).toLowerCase();
  const ofEnd = ends.findIndex((names) =>
    names.some((name) => subject.toLowerCase().includes(name)),
  );
  if (ofEnd < 0 && !UNNAMED.test(subject)) return false;
  const named = ends.some(
    (names, at) =>
      at !== ofEnd &&
      names.some((name) => value !== '' && (value.includes(name) || name.includes(value))),
  );
  return named || (label !== '' && slot === label.replaceAll('_', ' '));
}

function namesOf({ name, aliases }: Entity): string[] {
  return [name, ...aliases].map((each) => each.toLowerCase());
}

function placesOf(name: string, content: string): number[] {
  const lower = content.toLowerCase();
  const places: number[] = [];
  for (
    let at = lower.indexOf(name);
    at >= 0 && places.length < 8;
    at = lower.indexOf(name, at + name.length)
  )
    places.push(at);
  return places;
}

/** {@link relationValidity} for links that these memories state. */
export const readRelations: ReadRelations = async (evidence, reading) => {
  const validity = await readMemoryValidity(evidence, reading);
  return (edge, memory, entityOf) => relationValidity(edge, memory, validity, entityOf);
};
