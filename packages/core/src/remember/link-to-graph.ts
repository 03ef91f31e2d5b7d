import { isAudienceTag } from '../domain/audience.js';
import { MnemeError } from '../domain/errors.js';
import type { Edge, EdgeRole, Entity, EntityType, NodeId } from '../domain/graph.js';
import type { ContextId, EntityId, MemoryId } from '../domain/ids.js';
import { type Memory, SOURCE_CONFIDENCE, SOURCES } from '../domain/memory.js';
import type { ParsedNoteInput } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import type { EntityDirectory } from '../indexes/record-indexes.js';
import type { CauseMention } from '../language/causal/causes.js';
import type { EntityMention } from '../language/entities.js';
import { areTwins, isAliasOf, nameSimilarity, normaliseName } from '../language/entity-names.js';
import { nounKind } from '../language/names/common-nouns.js';
import { PREDICATES } from '../language/relations.js';
import type { AdmittedInput } from './admit.js';
import type { Alike } from './place-context.js';
import type { Pending, PlanContext } from './plan-context.js';
import type { EmbeddedDraft, LinkedMention, ReadDraft } from './read-draft.js';

/** Looks up entities: first the bank's own, then those added by the batch. */
interface EntityLinker {
  readonly directories: readonly EntityDirectory[];
  readonly newId: () => EntityId;
  readonly at: Instant;
  /** Adds a new entity, or one with a new alias. */
  readonly put: (entity: Entity) => void;
}

/**
 * Finds the entity of each mention, or creates one. A name that fits two entities of one type means the one mentioned
 * last.
 */
function linkMentions(mentions: readonly EntityMention[], linker: EntityLinker): LinkedMention[] {
  return mentions.flatMap((mention) => {
    const name = ownedName(mention);
    return name === null ? [] : [{ mention, entity: linkName(name, mention.type, linker) }];
  });
}

/** The entity of a name, created if new. A more specific type than before replaces the old one. */
export function linkName(name: string, type: EntityType, linker: EntityLinker): Entity {
  const exact = newest(
    linker.directories.flatMap((directory) => directory.named(name)),
    type,
  );
  const known = exact ?? aliasOf(name, type, linker.directories);
  if (known === undefined)
    return put(
      { id: linker.newId(), name, type, aliases: [], firstSeenAt: linker.at, version: 1 },
      linker,
    );
  const specific = isVague(known.type) ? type : known.type;
  if (known === exact && specific === exact.type) return exact;
  const aliases = known === exact ? exact.aliases : [...known.aliases, name];
  return put({ ...known, type: specific, aliases, version: known.version + 1 }, linker);
}

function put(entity: Entity, linker: EntityLinker): Entity {
  linker.put(entity);
  return entity;
}

/** Unnamed owners, whose possessions cannot be distinguished. */
const UNNAMED: ReadonlySet<string> = new Set(['speaker', 'addressee']);

/**
 * "my dog" said by Ana is Ana's dog, whoever mentions it next; null if the owner is unknown: "his wife" is a
 * different woman each time.
 */
function ownedName(mention: EntityMention): string | null {
  if (mention.owner === undefined)
    return mention.type === 'thing' && nounKind(mention.name) === 'relative' ? null : mention.name;
  return UNNAMED.has(mention.owner) ? null : `${mention.owner}'s ${mention.name}`;
}

function newest(entities: readonly Entity[], type: EntityType): Entity | undefined {
  const latest = new Map(entities.map((entity) => [entity.id, entity]));
  const fitting = [...latest.values()].filter((entity) => compatible(entity.type, type));
  return fitting.at(-1);
}

function compatible(a: EntityType, b: EntityType): boolean {
  return a === b || isVague(a) || isVague(b);
}

/** The types that a reader uses when unsure; they contradict no other type. */
function isVague(type: EntityType): boolean {
  return type === 'thing' || type === 'concept';
}

/**
 * Another form of the name of one known entity ("Tom", "Tom Okafor", "Tom Okafro"). If two fit equally well, a new
 * entity is created. A common noun is no short name: a retriever is not the golden retriever, but the wider class.
 */
function aliasOf(
  name: string,
  type: EntityType,
  directories: readonly EntityDirectory[],
): Entity | undefined {
  if (type === 'concept' && name === name.toLowerCase()) return undefined;
  const near = new Map<EntityId, Entity>();
  for (const directory of directories) {
    for (const entity of directory.alike(name)) near.set(entity.id, entity);
  }
  const fitting = [...near.values()]
    .filter((entity) => compatible(entity.type, type))
    .map((entity) => ({ entity, likeness: aliasLikeness(name, entity) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness);
  const [best, second] = fitting;
  return best !== undefined && (second === undefined || best.likeness - second.likeness > CLEARLY)
    ? best.entity
    : undefined;
}

/** A lead in similarity above which the best match is taken. */
const CLEARLY = 0.1;

/**
 * Similarity of a name to those of an entity, 0 if it is none of them. An entity's short name is not compared with a
 * longer one: Susan Ortega is not Samuel Ortega just because he is also called Ortega.
 */
function aliasLikeness(name: string, entity: Entity): number {
  const length = wordsIn(name);
  const names = [entity.name, ...entity.aliases];
  if (names.some((known) => isTwinOf(name, known))) return 0;
  const longest = Math.max(...names.map(wordsIn));
  const telling = names.filter((known) => wordsIn(known) >= Math.min(length, longest));
  return Math.max(
    0,
    ...telling
      .filter((known) => isAliasOf(name, known))
      .map((known) => nameSimilarity(name, known)),
  );
}

/** Whether two names are identical but for one word that differs as “Giulia” and “Giulio” do. */
function isTwinOf(a: string, b: string): boolean {
  const [one, other] = [normaliseName(a).split(' '), normaliseName(b).split(' ')];
  return (
    one.length === other.length &&
    one.length > 1 &&
    one.every((word, at) => word === other[at] || areTwins(word, other[at] ?? '')) &&
    one.some((word, at) => word !== other[at])
  );
}

const wordsIn = (name: string): number => normaliseName(name).split(' ').length;

/** Links names to the entities of the bank and of the batch so far; new ones join the batch. */
export function entityLinker(context: PlanContext, pending: Pending): EntityLinker {
  return {
    directories: [context.state.entities, pending.entities],
    newId: () => context.newId('e') as EntityId,
    at: context.now,
    put: (entity) => pending.addEntity(entity),
  };
}

/** The entities that a text mentions, and that of its speaker. */
export function linkDraft(
  read: ReadDraft,
  linker: EntityLinker,
): { linked: ReturnType<typeof linkMentions>; speakerEntity: Entity | null } {
  const { speaker } = read.provenance;
  return {
    speakerEntity: speaker === null ? null : linkName(speaker, 'person', linker),
    linked: linkMentions(read.mentions, linker),
  };
}

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
const MIN_WEIGHT = 0.05;

/** A note's links: to its source turns, the notes it replaces, and those it puts in doubt. */
export function noteEdges(from: MemoryId, { turns, replaces, doubts }: NoteLinks): Edge[] {
  const link = (role: 'derived_from' | 'supersedes' | 'doubts') => (to: MemoryId, at: number) => ({
    from,
    to,
    role,
    label: '',
    weight: Math.max(MIN_WEIGHT, 1 - at * WEIGHT_STEP),
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
    return turns.length === 0 ? input : readOff(input, turns, inputs);
  });
}

/** Audience tags of a note's turns; none of a turn if the note has no audience and others bear all of the turn's. */
function inherited(
  { scope }: AdmittedInput,
  turns: readonly Memory[],
  beside: readonly AdmittedInput[],
): readonly string[] {
  return turns.flatMap(({ id, tags }) => {
    const own = tags.filter(isAudienceTag);
    const borne = new Set(
      beside.flatMap((each) => (each.note?.turns.includes(id) === true ? each.scope : [])),
    );
    return !scope.some(isAudienceTag) && own.every((tag) => borne.has(tag)) ? [] : own;
  });
}

function readOff(
  input: AdmittedInput,
  turns: readonly Memory[],
  beside: readonly AdmittedInput[],
): AdmittedInput {
  const sources = [
    input.provenance.source,
    ...turns.flatMap(({ provenance }) => provenance.map(({ source }) => source).slice(0, 1)),
  ];
  const source = SOURCES[Math.max(...sources.map((each) => SOURCES.indexOf(each)))] ?? 'web';
  // The note could not be known before the last of its turns.
  const last = turns.reduce((one, other) => (other.saidAt > one.saidAt ? other : one));
  const saidAt = input.timed ? input.saidAt : last.saidAt;
  const offset = input.timed ? undefined : last.provenance[0]?.offset;
  return {
    ...input,
    scope: [...new Set([...input.scope, ...inherited(input, turns, beside)])],
    saidAt,
    local: input.timed ? input.local : saidAt,
    saidOn: input.timed ? input.saidOn : null,
    zone: input.timed ? input.zone : null,
    confidence: Math.min(
      input.confidence,
      SOURCE_CONFIDENCE[source],
      ...turns.map(({ confidence }) => confidence),
    ),
    provenance: {
      ...input.provenance,
      source,
      saidAt,
      ...(offset === undefined ? {} : { offset }),
    },
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
