import { type Edge, EDGE_FAMILIES, type Entity, linksByNode, nodeKind } from '../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../domain/ids.js';
import {
  byValidity,
  type EpisodicRow,
  type GraphRelation,
  type GraphRow,
  type Layer,
  type MetaRow,
  type ProceduralRow,
  type SemanticRow,
  UNTOLD,
} from '../domain/layers.js';
import type { Memory, MemoryKind, Metadata } from '../domain/memory.js';
import { DAY, type Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Accept } from '../indexes/index-lookups.js';
import { postingSlot } from '../indexes/postings.js';
import { describeInterval } from '../language/calendar.js';
import { readProcedure } from '../language/instructions.js';
import { isFrameWord } from '../language/segmentation.js';
import type { Store } from '../ports/store.js';
import type { Ranked } from './ranking/score.js';
import type { ReadRelations, RecallPorts } from './recall-context.js';
import type { Understanding } from './understand.js';

/** The layers that memories belong to directly; the others are derived from links, goals and counts. */
export type MemoryLayer = Extract<Layer, 'episodic' | 'semantic' | 'procedural' | 'prospective'>;

const EPISODIC: ReadonlySet<MemoryKind> = new Set<MemoryKind>(['experience', 'signal']);

type Member = (slot: number, index: BankIndex, now: Instant) => boolean;

/** Whether a memory may belong to a layer, judged from the index alone. A memory may belong to several. */
export const MEMBERS: Readonly<Record<MemoryLayer, Member>> = {
  episodic: (slot, index) => EPISODIC.has(index.kind(slot)),
  semantic: (slot, index) => !EPISODIC.has(index.kind(slot)) && index.kind(slot) !== 'strategy',
  procedural: (slot, index) => index.kind(slot) === 'strategy' || index.has(slot, 'procedure'),
  // What was said after the moment asked about was not planned by then.
  prospective: (slot, index, now) =>
    index.saidAt.get(slot) <= now &&
    (index.has(slot, 'intention') || index.occurredFrom.get(slot) > now),
};

export function isMemoryLayer(layer: Layer): layer is MemoryLayer {
  return layer in MEMBERS;
}

/** A ranked memory with the probability that it answers, 0..1; null where no model applies. */
export interface JudgedRow extends Ranked {
  readonly probability: number | null;
}

/** The figures of a memory's row, as results report them. */
export function figuresOf({
  probability,
  score,
  memory,
  parts,
}: JudgedRow): Pick<SemanticRow, 'probability' | 'why'> {
  const similarity = Math.min(1, parts.semantic);
  return { probability, why: { score, confidence: memory.confidence, similarity } };
}

/** The figures of a row that is no memory: no probability is fitted for it. */
export function unfitted(score: number, confidence = 1): Pick<SemanticRow, 'probability' | 'why'> {
  return { probability: null, why: { score, confidence } };
}

/** Ordered by session, earliest start first, and by position within it. */
export function episodicRows(ranked: readonly JudgedRow[]): EpisodicRow[] {
  const begun = new Map<string | null, number>();
  for (const { memory } of ranked)
    begun.set(memory.session, Math.min(memory.saidAt, begun.get(memory.session) ?? Infinity));
  const beginOf = ({ session, saidAt }: Memory): number =>
    session === null ? saidAt : (begun.get(session) ?? saidAt);
  return [...ranked]
    .sort(
      ({ memory: a }, { memory: b }) =>
        beginOf(a) - beginOf(b) ||
        compare(a.session ?? '', b.session ?? '') ||
        a.position - b.position ||
        a.saidAt - b.saidAt,
    )
    .map(({ memory, ...judged }) => ({
      eventId: memory.id,
      content: memory.content,
      timestamp: memory.saidAt,
      type: memory.kind,
      speaker: memory.speaker,
      session: memory.session,
      turn: memory.provenance[0]?.turn ?? null,
      occurred: describeInterval(memory.occurredFrom, memory.occurredTo, memory.occurredPrecision),
      ...figuresOf({ memory, ...judged }),
    }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export function semanticRows(ranked: readonly JudgedRow[]): SemanticRow[] {
  return ranked.map(({ memory, ...judged }) => ({
    id: memory.id,
    content: memory.content,
    type: memory.kind,
    tags: memory.tags,
    ...figuresOf({ memory, ...judged }),
  }));
}

export function proceduralRows(ranked: readonly JudgedRow[]): ProceduralRow[] {
  return ranked.map((judged) => {
    const { memory } = judged;
    const procedure = readProcedure(memory.content);
    return {
      id: memory.id,
      name: text(memory.metadata, 'title') ?? procedure?.name ?? firstWords(memory.content),
      category:
        text(memory.metadata, 'category') ??
        text(memory.metadata, 'domain') ??
        memory.tags[0] ??
        null,
      template: memory.content,
      steps: procedure?.steps ?? [],
      avoids: procedure?.avoids ?? [],
      successRate: successRate(memory.metadata),
      ...figuresOf(judged),
    };
  });
}

function text(metadata: Metadata, key: string): string | null {
  const value = metadata[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Only from counted applications: an estimate would be mistaken for experience. */
function successRate({ applications, successes }: Metadata): number | null {
  if (typeof applications !== 'number' || typeof successes !== 'number' || applications <= 0)
    return null;
  return Math.min(1, Math.max(0, successes / applications));
}

const NAME_WORDS = 10;

function firstWords(content: string): string {
  const words = content.trim().split(/\s+/u);
  return words.length <= NAME_WORDS ? words.join(' ') : `${words.slice(0, NAME_WORDS).join(' ')}…`;
}

/** Maximum number of links read per entity; most of them lead to memories. */
const MAX_LINKS = 1_000;
const MAX_RELATIONS = 20;
/** Number of these that are checked for validity: valid links come before stronger ones that are not. */
const LOOKED_AT = 100;

/** The entities with their links to other entities; links whose evidence the profile excludes are left out. */
export async function graphRows(
  entities: readonly Entity[],
  {
    accepts,
    load,
    ...reading
  }: Parameters<ReadRelations>[1] & {
    readonly ports: Pick<RecallPorts, 'store' | 'relations'>;
    readonly accepts: Accept;
    readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
  },
): Promise<GraphRow[]> {
  const {
    bank,
    state,
    ports: { store },
  } = reading;
  const admits = (id: MemoryId): boolean => accepts(state.index.slot(id));
  const ids = entities.map(({ id }) => id);
  const links = linksByNode(ids, await store.neighbours(bank, ids, EDGE_FAMILIES, MAX_LINKS));
  const found = entities.map((entity) => {
    const standing = (links.get(entity.id) ?? []).filter(
      ({ evidence, status }) => status !== 'overridden' && (evidence === null || admits(evidence)),
    );
    const between = standing
      .filter(
        ({ from, to }) => nodeKind(from) === 'entity' && nodeKind(to) === 'entity' && from !== to,
      )
      .slice(0, LOOKED_AT);
    const mentions = new Set(
      standing
        .filter(
          ({ role, from }) =>
            role === 'mentions' && nodeKind(from) === 'memory' && admits(from as MemoryId),
        )
        .map(({ from }) => from),
    );
    return { entity, between, mentions: mentions.size };
  });
  const told = await load([
    ...new Set(found.flatMap(({ between }) => between.flatMap(({ evidence }) => evidence ?? []))),
  ]);
  const memories = new Map(told.map((memory) => [memory.id, memory]));
  const validityOf = await reading.ports.relations(told, reading);
  return found.map(({ entity, between, mentions }) => ({
    id: entity.id,
    entity: entity.name,
    type: entity.type,
    aliases: entity.aliases,
    mentions,
    relations: between
      .flatMap((edge) => relationOf(edge, entity.id, state, memories, validityOf) ?? [])
      .sort(byValidity)
      .slice(0, MAX_RELATIONS),
  }));
}

function relationOf(
  edge: Edge,
  own: EntityId,
  { entities }: BankState,
  memories: ReadonlyMap<MemoryId, Memory>,
  validityOf: Awaited<ReturnType<ReadRelations>>,
): GraphRelation | null {
  const { from, to, role, label, confidence, evidence } = edge;
  const other = entities.get(from === own ? to : from);
  if (other === undefined) return null;
  const memory = evidence === null ? undefined : memories.get(evidence);
  return {
    relation: label === '' ? role : label,
    to: { id: other.id, name: other.name, type: other.type },
    direction: from === own ? 'out' : 'in',
    confidence,
    ...(memory === undefined ? UNTOLD : validityOf(edge, memory, (id) => entities.get(id))),
    evidence: memory === undefined ? null : { id: memory.id, content: memory.content },
  };
}

const MAX_MENTIONS = 100_000;
const MAX_WORDS = 5;
/** The minimum number of memories for each grade above none. */
const GRADES = [
  [100, 'expert'],
  [20, 'advanced'],
  [5, 'intermediate'],
  [1, 'beginner'],
  [0, 'none'],
] as const;

interface Domain {
  readonly name: string;
  readonly category: MetaRow['category'];
  readonly slots: readonly number[];
}

/** What the bank knows about what the query names: its entities, else its words, else the bank as a whole. */
export async function metaRows(
  understanding: Understanding,
  {
    bank,
    state,
    store,
    accepts,
    now,
  }: { bank: BankName; state: BankState; store: Store; accepts: Accept; now: Instant },
): Promise<MetaRow[]> {
  const entities = await entityDomains(understanding, bank, state, store);
  const named = entities.length > 0 ? entities : wordDomains(understanding, state.index);
  const domains = named.length > 0 ? named : [wholeBank(state.index)];
  return domains.map(({ slots, ...domain }) => rowOf(domain, slots.filter(accepts), state, now));
}

async function entityDomains(
  { entities }: Understanding,
  bank: BankName,
  { index }: BankState,
  store: Store,
): Promise<Domain[]> {
  const ids = entities.map(({ id }) => id);
  const edges = await store.neighbours(bank, ids, ['relational'], MAX_MENTIONS);
  const links = linksByNode(ids, edges);
  return entities.map(({ id, name, type }) => {
    const mentioning = new Set(
      (links.get(id) ?? []).flatMap(({ role, from, to }) =>
        [from, to].filter(
          (node) => (role === 'mentions' || role === 'said_by') && nodeKind(node) === 'memory',
        ),
      ),
    );
    return {
      name,
      category: type,
      slots: [...mentioning]
        .map((memory) => index.slot(memory as MemoryId))
        .filter((slot) => slot >= 0),
    };
  });
}

/** Words in no memory are included, as domains of which nothing is known. */
function wordDomains({ terms, route }: Understanding, { postings }: BankIndex): Domain[] {
  // In “What have we learned about …”, the words that ask for knowledge are not its subject.
  const asking = route.type.value === 'meta' ? route.type.cues.join(' ') : '';
  return terms
    .filter(({ term, word }) => !isFrameWord(term) && !asking.includes(word.toLowerCase()))
    .slice(0, MAX_WORDS)
    .map(({ word, number }) => ({
      name: word,
      category: 'word',
      slots: number < 0 ? [] : [...new Set(postings.list(number).map(postingSlot))],
    }));
}

function wholeBank({ size }: BankIndex): Domain {
  return {
    name: 'the whole bank',
    category: 'bank',
    slots: Array.from({ length: size }, (_, slot) => slot),
  };
}

function rowOf(
  { name, category }: Omit<Domain, 'slots'>,
  slots: readonly number[],
  { index, votes }: BankState,
  now: Instant,
): MetaRow {
  const kinds: Partial<Record<MemoryKind, number>> = {};
  for (const slot of slots) kinds[index.kind(slot)] = (kinds[index.kind(slot)] ?? 0) + 1;
  const times = slots.map((slot) => index.saidAt.get(slot));
  const [from, to] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const sum = (of: (slot: number) => number): number =>
    slots.reduce((total, slot) => total + of(slot), 0);
  const mean = (of: (slot: number) => number): number | null =>
    slots.length === 0 ? null : sum(of) / slots.length;
  const accesses = sum((slot) => index.usage(slot).accessCount);
  const confidence = mean((slot) => index.confidence.get(slot));
  return {
    domain: name,
    category,
    memories: slots.length,
    kinds,
    sessions: new Set(slots.map((slot) => index.session(slot)).filter((session) => session >= 0))
      .size,
    period: slots.length === 0 ? null : { from, to, text: describeInterval(from, to + 1, 'day') },
    confidence,
    usefulness: mean((slot) => votes.usefulness(index.id(slot))),
    accesses,
    expertise: GRADES.find(([least]) => slots.length >= least)?.[1] ?? 'none',
    gaps: gapsOf(slots, { kinds, accesses, confidence, latest: to, now }),
  };
}

const STALE = 180 * DAY;
const UNSURE = 0.6;

function gapsOf(
  slots: readonly number[],
  {
    kinds,
    accesses,
    confidence,
    latest,
    now,
  }: {
    kinds: MetaRow['kinds'];
    accesses: number;
    confidence: number | null;
    latest: Instant;
    now: Instant;
  },
): string[] {
  if (slots.length === 0) return ['Nothing is known.'];
  const lacking = (['experience', 'fact', 'strategy'] as const).filter(
    (kind) => kinds[kind] === undefined,
  );
  return [
    ...lacking.map((kind) => `No memory is ${kind === 'experience' ? 'an' : 'a'} ${kind}.`),
    ...(now - latest > STALE
      ? [`Nothing was learned in the last ${Math.floor((now - latest) / DAY)} days.`]
      : []),
    ...(confidence !== null && confidence < UNSURE ? ['The bank is not sure of it.'] : []),
    ...(accesses === 0 ? ['No recall has used it yet.'] : []),
  ];
}
