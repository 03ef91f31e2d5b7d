import type { Edge, EdgeRole, Entity, NodeId } from '../domain/graph.js';
import type { ContextId, MemoryId } from '../domain/ids.js';
import { PREDICATES } from '../language/relations.js';
import type { CauseMention } from '../language/causes.js';
import type { Alike } from './alike-memory.js';
import type { EmbeddedDraft, LinkedMention } from './draft.js';

export interface Surroundings {
  readonly context: ContextId | null;
  /** The previous turn in the session. */
  readonly previous: MemoryId | null;
  readonly alike: readonly Alike[];
  /** Minimum cosine for linking two memories as similar. */
  readonly likeness: number;
  /** The entity of a name that a relation states ("a nurse"), created if new. */
  readonly entityOf: (name: string) => Entity;
}

/** Maximum number of memories linked as similar. */
const MAX_ALIKE = 2;
const FOLLOWS_WEIGHT = 0.6;
const SAID_BY_WEIGHT = 0.3;

/** The edges that follow from one memory, in all five families. */
export function relate(draft: EmbeddedDraft, around: Surroundings): Edge[] {
  const edge = edgesOf(draft.id);
  return [
    ...distinctMentions(draft.linked).map(({ entity, mention }) =>
      edge(draft.id, 'mentions', entity.id, mention.confidence),
    ),
    ...(draft.speakerEntity === null
      ? []
      : [edge(draft.id, 'said_by', draft.speakerEntity.id, SAID_BY_WEIGHT)]),
    ...(around.context === null ? [] : [edge(draft.id, 'belongs_to', around.context, 1)]),
    ...(around.previous === null
      ? []
      : [edge(draft.id, 'follows', around.previous, FOLLOWS_WEIGHT)]),
    ...around.alike
      .filter(({ similarity }) => similarity >= around.likeness)
      .slice(0, MAX_ALIKE)
      .map(({ id, similarity }) => edge(draft.id, 'similar_to', id, Math.min(1, similarity))),
    ...draft.causes.flatMap((cause) => causeEdges(cause, draft, around, edge)),
    ...draft.relations.flatMap((relation) => {
      const { family } = PREDICATES[relation.predicate];
      const subject = around.entityOf(relation.subject);
      const object = around.entityOf(relation.object);
      // Two names of the same thing are not a relation.
      if (subject.id === object.id) return [];
      const role: EdgeRole =
        family === 'hierarchical'
          ? relation.predicate === 'part_of' || relation.predicate === 'located_in'
            ? 'part_of'
            : 'is_a'
          : 'related_to';
      return [
        edge(
          subject.id,
          role,
          object.id,
          relation.confidence,
          role === 'related_to' ? relation.predicate : '',
        ),
      ];
    }),
  ];
}

type MakeEdge = (from: NodeId, role: EdgeRole, to: NodeId, weight: number, label?: string) => Edge;

function edgesOf(evidence: MemoryId): MakeEdge {
  return (from, role, to, weight, label = '') => ({
    from,
    to,
    role,
    label,
    weight,
    confidence: weight,
    status: 'resolved',
    evidence,
  });
}

/**
 * If cause and effect both name something, the two are linked; "that's why …" links to the previous turn;
 * else the memory itself states a cause.
 */
function causeEdges(
  cause: CauseMention,
  draft: EmbeddedDraft,
  around: Surroundings,
  edge: MakeEdge,
): Edge[] {
  if (cause.cause === null) {
    return around.previous === null
      ? []
      : [edge(around.previous, 'causes', draft.id, cause.confidence, cause.cue)];
  }
  const within = (span: { start: number; end: number }) =>
    draft.linked.find(({ mention }) => mention.start >= span.start && mention.end <= span.end)
      ?.entity;
  const from = within(cause.cause);
  const to = within(cause.effect);
  return from !== undefined && to !== undefined && from.id !== to.id
    ? [edge(from.id, 'causes', to.id, cause.confidence, cause.cue)]
    : [edge(draft.id, 'causes', draft.id, cause.confidence, cause.cue)];
}

function distinctMentions(linked: readonly LinkedMention[]): LinkedMention[] {
  const best = new Map<string, LinkedMention>();
  for (const item of linked) {
    const known = best.get(item.entity.id);
    if (known === undefined || known.mention.confidence < item.mention.confidence)
      best.set(item.entity.id, item);
  }
  return [...best.values()];
}
