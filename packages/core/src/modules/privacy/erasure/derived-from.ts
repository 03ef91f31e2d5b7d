import type { EngineParts } from '../../../bank/core.js';
import { ERASED, mergedInto } from '../../../domain/forgetting-and-merging.js';
import { type Context, type Edge, type Entity, nodeKind } from '../../../domain/graph.js';
import type { BankName, ContextId, EntityId, LearnedId, MemoryId } from '../../../domain/ids.js';
import type { LearnedRecord } from '../../../domain/learned-record.js';
import type { Memory } from '../../../domain/memory.js';
import type { NameMatcher } from '../../../domain/name-matcher.js';
import { isReflected } from '../../../domain/reflection.js';
import { everyPage } from '../../../domain/schema.js';
import type { Erased } from '../../../kernel/module.js';
import { contextName } from '../../../remember/place-context.js';

/** Reflection stores links to at most this many memories; one that rests on more may mention any of them. */
const ALL_LINKED_BELOW = 20;
const PAGE = 500;

/**
 * Memories derived from erased ones, transitively: reflections and merged memories. The next reflection writes them
 * again from what remains.
 */
export async function madeFrom(
  bank: BankName,
  dropped: ReadonlySet<MemoryId>,
  { store }: EngineParts,
): Promise<Memory[]> {
  if (dropped.size === 0) return [];
  const made = new Map<string, Set<string>>();
  const grounds = new Map<string, number>();
  const spoken = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, id: string): unknown =>
    map.set(key, (map.get(key) ?? new Set()).add(id));
  for await (const page of store.edges(bank)) {
    for (const { from, role, label, to } of page) {
      if (role === 'derived_from') {
        add(made, to, from);
        grounds.set(from, (grounds.get(from) ?? 0) + 1);
      } else if (role === 'supersedes' && label === 'merge') add(made, to, from);
      else if (role === 'conflicts_with') add(spoken, to, from);
    }
  }
  const linked = new Set([...spoken.values()].flatMap((ids) => [...ids]));
  const many = [...grounds].filter(([, count]) => count >= ALL_LINKED_BELOW).map(([id]) => id);
  const reflected = new Set<string>(
    (await store.get(bank, [...linked, ...many] as MemoryId[]))
      .filter(isReflected)
      .map(({ id }) => id),
  );
  const found = new Set<MemoryId>();
  const waiting: string[] = [...dropped];
  const take = (id: string): void => {
    if (found.has(id as MemoryId) || dropped.has(id as MemoryId)) return;
    found.add(id as MemoryId);
    waiting.push(id);
  };
  for (const id of many) if (reflected.has(id)) take(id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const other of made.get(id) ?? []) take(other);
    for (const other of spoken.get(id) ?? []) if (reflected.has(other)) take(other);
  }
  return [...(await store.get(bank, [...found]))];
}

/** Records learned only from these memories, and habits of the person. */
export async function learnedFrom(
  bank: BankName,
  gone: ReadonlySet<MemoryId>,
  field: NameMatcher,
  { store, modules }: EngineParts,
): Promise<LearnedId[]> {
  const records = await store.learned(bank, { kinds: ['prediction', 'habit', 'module'] });
  const onlyOf = (ids: readonly MemoryId[]): boolean =>
    ids.length > 0 && ids.every((id) => gone.has(id));
  const made = records.filter((record) => {
    if (record.kind === 'habit') return field.is(record.body.entity);
    return onlyOf(record.kind === 'module' ? record.body.evidence : record.body.beliefs);
  });
  const own = records.filter((record) => record.kind === 'module');
  const told = await toldByModules(
    { memories: gone, names: (text) => field.test(text) },
    own,
    modules,
  );
  return [...new Set([...made.map(({ id }) => id), ...told])];
}

/** Records that modules name as containing erased content, each among its own. */
async function toldByModules(
  erased: Erased,
  records: readonly LearnedRecord<'module'>[],
  modules: EngineParts['modules'],
): Promise<LearnedId[]> {
  const told: LearnedId[] = [];
  for (const { name, onErase } of modules) {
    const own = records.filter(({ body }) => body.module === name);
    const ids = own.length === 0 ? [] : ((await onErase?.(erased, own)) ?? []);
    told.push(...ids.filter((id) => own.some((record) => record.id === id)));
  }
  return told;
}

/**
 * Remaining memories that erased ones had superseded, weakened or merged: restored as if the erased ones never
 * existed.
 */
export async function freedByLoss(
  bank: BankName,
  gone: ReadonlySet<MemoryId>,
  succeeded: readonly (readonly [MemoryId, MemoryId])[],
  { store }: EngineParts,
): Promise<Memory[]> {
  const given = new Map<MemoryId, number>();
  const conflicts = (after: string | undefined) =>
    store.conflicts(bank, { memories: [...gone] }, PAGE, after);
  for await (const items of gone.size === 0 ? [] : everyPage(conflicts))
    for (const { older, newer, lowered } of items) {
      if (!gone.has(older)) given.set(older, (given.get(older) ?? 0) + lowered.older);
      if (!gone.has(newer)) given.set(newer, (given.get(newer) ?? 0) + lowered.newer);
    }
  const current = new Set(
    succeeded.filter(([id, by]) => gone.has(by) && !gone.has(id)).map(([id]) => id),
  );
  const memories = await store.get(bank, [...new Set([...given.keys(), ...current])]);
  return memories.map((memory) => {
    const { supersededBy: by, retraction } = memory;
    const merged = by !== null && current.has(memory.id) && retraction === mergedInto(by);
    return {
      ...memory,
      ...(merged ? { retractedAt: null, retraction: null } : {}),
      confidence: Math.min(1, memory.confidence + (given.get(memory.id) ?? 0)),
      supersededBy: current.has(memory.id) ? null : memory.supersededBy,
      version: memory.version + 1,
    };
  });
}

/** Entities, links and contexts that depended on erased memories. */
interface KnownFromThem {
  /** Known only from them, including the person. */
  readonly entities: readonly EntityId[];
  /** Links that a remaining memory also states, now with that one as evidence. */
  readonly edges: readonly Edge[];
  /** Remaining entities that had a name from erased texts, renamed. */
  readonly renamed: readonly Entity[];
  readonly contexts: readonly Context[];
}

interface Loss {
  readonly dropped: readonly Memory[];
  readonly gone: ReadonlySet<MemoryId>;
  /** The entities that are the person. */
  readonly subject: ReadonlySet<string>;
  /** The memories of each context, in order of recording. */
  readonly members: ReadonlyMap<ContextId, readonly MemoryId[]>;
  /** Memories that stay with a changed text. */
  readonly rewritten: ReadonlyMap<MemoryId, Memory>;
  /** Which of these texts occur in no remaining memory, ignoring case. */
  readonly absent: (texts: readonly string[]) => Promise<ReadonlySet<string>>;
}

export async function knownFrom(
  bank: BankName,
  loss: Loss,
  parts: EngineParts,
): Promise<KnownFromThem> {
  const { gone, subject } = loss;
  const openings = openingsLost(loss);
  const touched = new Set<string>(subject);
  const borneOut = new Set<string>();
  const lost: Edge[] = [];
  const named = new Map<string, EntityId[]>([...openings.values()].map((id) => [id, []]));
  for await (const page of parts.store.edges(bank)) {
    for (const edge of page) {
      const { from, to, role, evidence } = edge;
      const ends = [from, to].filter((id) => nodeKind(id) === 'entity');
      if (role === 'mentions') named.get(from)?.push(to as EntityId);
      const goes = [from, to, evidence].some((id) => gone.has(id as MemoryId));
      const ofSubject = ends.some((id) => subject.has(id));
      if (goes && ends.length === 2 && !ofSubject) lost.push(edge);
      const outlives = !goes && !(ofSubject && evidence === null);
      for (const id of ends) (outlives ? borneOut : touched).add(id);
    }
  }
  const edges = await onOtherEvidence(lost, bank, loss, parts);
  for (const { from, to } of edges) borneOut.add(from).add(to);
  const staying = [...touched].filter((id) => borneOut.has(id) && !subject.has(id));
  return {
    entities: [...touched].filter((id) => !borneOut.has(id) || subject.has(id)) as EntityId[],
    edges,
    renamed: await withoutTheirWords(await parts.store.entities(bank, staying as EntityId[]), loss),
    contexts: await contextsRenamed(openings, named, bank, loss, parts),
  };
}

/** Recovers links from the journal: an edge stores only its latest evidence, the journal earlier ones, too. */
async function onOtherEvidence(
  lost: readonly Edge[],
  bank: BankName,
  { gone }: Loss,
  { store }: EngineParts,
): Promise<Edge[]> {
  const former = lost.length === 0 ? [] : await store.formerEdges(bank, lost);
  const evidence = former.flatMap((edge) => edge.evidence ?? []);
  const there = new Set((await store.get(bank, [...new Set(evidence)])).map(({ id }) => id));
  const kept = new Map<string, Edge>();
  // Newest first.
  for (const edge of former) {
    const key = [edge.from, edge.role, edge.to, edge.label].join('|');
    if (edge.evidence !== null && there.has(edge.evidence) && !gone.has(edge.evidence))
      if (!kept.has(key)) kept.set(key, edge);
  }
  return [...kept.values()];
}

/** Removes names that only erased texts contained. An entity's last name is never removed. */
async function withoutTheirWords(
  entities: readonly Entity[],
  { dropped, absent }: Loss,
): Promise<Entity[]> {
  const told = dropped.map(({ content }) => content.toLowerCase());
  const inTheirs = (name: string): boolean =>
    told.some((content) => content.includes(name.toLowerCase()));
  const candidates = entities.filter(({ aliases }) => aliases.length > 0);
  const lost = await absent(
    candidates.flatMap(({ name, aliases }) => [name, ...aliases]).filter(inTheirs),
  );
  return candidates.flatMap((entity) => {
    const [name, ...aliases] = [entity.name, ...entity.aliases].filter((each) => !lost.has(each));
    return name === undefined || aliases.length === entity.aliases.length
      ? []
      : [{ ...entity, name, aliases, version: entity.version + 1 }];
  });
}

/** Contexts named after a memory that is erased or rewritten, each with its first remaining memory. */
function openingsLost({ members, gone, rewritten }: Loss): ReadonlyMap<ContextId, MemoryId> {
  return new Map(
    [...members].flatMap(([context, ids]) => {
      const standing = ids.find((id) => !gone.has(id));
      const unchanged = standing === ids[0] && !rewritten.has(standing as MemoryId);
      return standing === undefined || unchanged ? [] : [[context, standing] as const];
    }),
  );
}

async function contextsRenamed(
  openings: ReadonlyMap<ContextId, MemoryId>,
  named: ReadonlyMap<string, readonly EntityId[]>,
  bank: BankName,
  { rewritten, subject }: Loss,
  { store }: EngineParts,
): Promise<Context[]> {
  const first = [...openings.values()];
  const namedIn = (opening: MemoryId): EntityId[] =>
    (named.get(opening) ?? []).filter((entity) => !subject.has(entity));
  const contexts = await store.contexts(bank, [...openings.keys()]);
  const kept = new Map((await store.get(bank, first)).map((memory) => [memory.id, memory]));
  const entities = await store.entities(bank, [...new Set(first.flatMap(namedIn))]);
  return contexts.flatMap((context) => {
    const opening = openings.get(context.id);
    const memory =
      opening === undefined ? undefined : (rewritten.get(opening) ?? kept.get(opening));
    if (opening === undefined || memory === undefined || !kept.has(opening)) return [];
    const ids = new Set(namedIn(opening));
    const name = contextName({
      content: memory.content.replaceAll(ERASED, ' '),
      language: memory.language,
      dates: memory.dates,
      names: entities
        .filter(({ id, type }) => ids.has(id) && type !== 'thing')
        .map((entity) => entity.name),
    });
    return { ...context, name: name === '' ? ERASED : name };
  });
}
