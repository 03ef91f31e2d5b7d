import { ERASED } from '../../../domain/erased.js';
import { nodeKind, type Context, type Edge, type Entity } from '../../../domain/graph.js';
import type { BankName, ContextId, EntityId, MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import { contextName } from '../../../remember/place-context.js';
import type { EngineParts } from '../../../bank/core.js';

/** What the bank knew from erased memories. */
export interface KnownFromThem {
  /** Known only from them, including the person. */
  readonly entities: readonly EntityId[];
  /** Links that a remaining memory states too, now with its evidence. */
  readonly edges: readonly Edge[];
  /** Entities that stay but had a name from erased words, with their new names. */
  readonly renamed: readonly Entity[];
  readonly contexts: readonly Context[];
}

export interface Loss {
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

/** An edge stores only its latest evidence; the journal has the earlier. */
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

/** Removes names that only erased texts contained. An entity without another name keeps it. */
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

/** Contexts named by words of a memory that is erased or rewritten, with the first of their remaining memories. */
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
