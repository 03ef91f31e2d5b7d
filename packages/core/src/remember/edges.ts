import { MnemeError } from '../domain/errors.js';
import type { Edge, EdgeRole, Entity, NodeId } from '../domain/graph.js';
import type { ContextId, MemoryId } from '../domain/ids.js';
import { type Memory, SOURCE_CONFIDENCE, SOURCES } from '../domain/memory.js';
import type { ParsedNoteInput } from '../domain/note.js';
import type { CauseMention } from '../language/causal/causes.js';
import { PREDICATES } from '../language/relations.js';
import type { AdmittedInput } from './admit.js';
import type { Alike } from './place-context.js';
import type { EmbeddedDraft, LinkedMention } from './read-draft.js';

interface Surroundings {
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
 * If cause and effect both name an entity, the two are linked; "that's why …" links to the previous turn; otherwise
 * the memory itself is marked as stating a cause.
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

/** The memories that a note refers to. */
type NoteLinks = Pick<ParsedNoteInput, 'turns' | 'replaces' | 'doubts'>;

/** Weights fall by this from turn to turn, which preserves their order. */
const WEIGHT_STEP = 0.05;
const LEAST_WEIGHT = 0.05;

/** A note's links: to its source turns, the notes it replaces, and those it puts in doubt. */
export function noteEdges(from: MemoryId, { turns, replaces, doubts }: NoteLinks): Edge[] {
  const link = (role: 'derived_from' | 'supersedes' | 'doubts') => (to: MemoryId, at: number) => ({
    from,
    to,
    role,
    label: '',
    weight: Math.max(LEAST_WEIGHT, 1 - at * WEIGHT_STEP),
    confidence: 1,
    status: 'resolved' as const,
    evidence: from,
  });
  return [
    ...turns.map(link('derived_from')),
    ...replaces.map(link('supersedes')),
    ...doubts.map(link('doubts')),
  ];
}

/**
 * Completes notes from their source turns: the time of saying, and the lowest trust and confidence. Throws
 * `invalid_input` where a note names a memory it cannot refer to.
 */
export async function takeFromTurns(
  inputs: readonly AdmittedInput[],
  path: (at: number) => string,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<readonly AdmittedInput[]> {
  const named = inputs.flatMap(({ note }) =>
    note === null ? [] : [...note.turns, ...note.replaces, ...note.doubts],
  );
  if (named.length === 0) return inputs;
  const known = new Map((await load([...new Set(named)])).map((memory) => [memory.id, memory]));
  return inputs.map((input, at) => {
    const { note } = input;
    if (note === null) return input;
    const turns = note.turns.map((id) =>
      referred(known.get(id), id, `${path(at)}.note.turns`, false),
    );
    for (const field of ['replaces', 'doubts'] as const)
      for (const id of note[field]) referred(known.get(id), id, `${path(at)}.note.${field}`, true);
    return turns.length === 0 ? input : readOff(input, turns);
  });
}

function readOff(input: AdmittedInput, turns: readonly Memory[]): AdmittedInput {
  const sources = [
    input.provenance.source,
    ...turns.flatMap(({ provenance }) => provenance.map(({ source }) => source).slice(0, 1)),
  ];
  const source = SOURCES[Math.max(...sources.map((each) => SOURCES.indexOf(each)))] ?? 'web';
  // The note could not be known before the last of its turns.
  const saidAt = input.timed ? input.saidAt : Math.max(...turns.map((turn) => turn.saidAt));
  return {
    ...input,
    saidAt,
    local: input.timed ? input.local : saidAt,
    saidOn: input.timed ? input.saidOn : null,
    zone: input.timed ? input.zone : null,
    confidence: Math.min(
      input.confidence,
      SOURCE_CONFIDENCE[source],
      ...turns.map(({ confidence }) => confidence),
    ),
    provenance: { ...input.provenance, source, saidAt },
  };
}

function referred(
  memory: Memory | undefined,
  id: MemoryId,
  field: string,
  isNote: boolean,
): Memory {
  if (
    memory !== undefined &&
    memory.retractedAt === null &&
    memory.quarantine === null &&
    (memory.note !== undefined) === isNote
  )
    return memory;
  throw new MnemeError(
    'invalid_input',
    `${id} is no ${isNote ? 'note' : 'turn'} that stands in this bank.`,
    {
      field,
      value: id,
      hint: isNote
        ? 'Name notes, as recall and unread show them.'
        : 'Name memories that are no notes themselves and are neither forgotten nor quarantined.',
    },
  );
}
