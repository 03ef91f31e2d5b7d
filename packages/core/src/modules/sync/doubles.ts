import type { EngineParts } from '../../bank/core.js';
import { type Change, EMPTY_CHANGE } from '../../domain/change.js';
import { EDGE_FAMILIES, type Entity, movedEdge, type NodeId } from '../../domain/graph.js';
import { mergedInto } from '../../domain/forgetting-and-merging.js';
import type { BankName, EntityId, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { DAY } from '../../domain/time.js';
import { canonical } from '../../domain/well-formed.js';
import { readClaimsIn } from '../../language/claims/read-claims.js';
import { normaliseName } from '../../language/entity-names.js';
import { reportsEvent } from '../../language/happenings.js';

/**
 * What two machines created independently, and is one: the same text told on both, a person of the same name. One of
 * each stays, the one with the lower id, on whichever machine it is noticed first; as a change like any other, it
 * reaches the others. Null if there is nothing double among what a change brought.
 */
export async function planDoubles(
  sequence: number,
  bank: BankName,
  { store, clock, actor }: EngineParts,
): Promise<Change | null> {
  const touched = (await store.changeRecord(bank, sequence))?.touched ?? [];
  const came = touched.flatMap((each) =>
    each.before === null && (each.kind === 'memory' || each.kind === 'entity') ? [each.now] : [],
  );
  const ids = new Set(came.map((record) => record?.id));
  const arrived = ([...group]: Group<Memory | Entity>): boolean =>
    group.some(({ id }) => ids.has(id));
  const hashes = came.flatMap((record) =>
    record !== null && 'contentHash' in record ? [record.contentHash] : [],
  );
  const alike = hashes.length === 0 ? [] : await store.findByHash(bank, [...new Set(hashes)]);
  const texts = grouped(
    alike.filter(({ retractedAt }) => retractedAt === null),
    ({ contentHash, dates }) => `${contentHash} ${canonical(dates)}`,
    isOneOccasion,
  ).filter(arrived);
  const named = came.some((record) => record !== null && 'aliases' in record);
  const identityOf = ({ name, type }: Entity): string => `${type} ${normaliseName(name)}`;
  const persons = grouped(named ? await store.allEntities(bank) : [], identityOf).filter(arrived);
  if (texts.length + persons.length === 0) return null;
  const into = new Map<NodeId, NodeId>();
  for (const [kept, ...others] of [...texts, ...persons])
    for (const { id } of others) into.set(id, kept.id);
  const edges = await store.neighbours(bank, [...into.keys()], EDGE_FAMILIES, Infinity);
  const at = clock.now();
  return {
    ...EMPTY_CHANGE,
    bank,
    at,
    verb: 'sync',
    actor,
    reason: `${into.size} told on two machines`,
    memories: texts.flatMap(([kept, ...others]) => [
      withEvidenceOf(kept, others),
      ...others.map((each) => ({
        ...each,
        retractedAt: at,
        retraction: mergedInto(kept.id),
        supersededBy: kept.id,
        version: each.version + 1,
      })),
    ]),
    entities: persons.map(([kept, ...others]) => withNamesOf(kept, others)),
    edges: edges
      .map((edge) => movedEdge(edge, (id) => into.get(id) ?? id))
      .filter(({ from, to }) => from !== to),
    removedEdges: edges,
    removed: persons.flatMap(([, ...others]) =>
      others.map(({ id }) => ({ kind: 'entity' as const, id })),
    ),
  };
}

type Group<Record> = readonly [Record, ...Record[]];

/** Groups of two and more that are one, in each the one that stays first. */
function grouped<Record extends { readonly id: MemoryId | EntityId }>(
  records: readonly Record[],
  keyOf: (record: Record) => string,
  isOne: (a: Record, b: Record) => boolean = () => true,
): Group<Record>[] {
  const groups = new Map<string, [Record, ...Record[]][]>();
  for (const record of records.toSorted(({ id: a }, { id: b }) => (a < b ? -1 : 1))) {
    const alike = groups.get(keyOf(record)) ?? [];
    groups.set(keyOf(record), alike);
    const group = alike.find(([first]) => isOne(first, record));
    if (group === undefined) alike.push([record]);
    else group.push(record);
  }
  return [...groups.values()].flat().filter(({ length }) => length > 1);
}

/** "I ran yesterday" on two days is two runs. */
function isOneOccasion(one: Memory, other: Memory): boolean {
  const { content, language } = one;
  return (
    Math.abs(one.saidAt - other.saidAt) < DAY ||
    !reportsEvent(content, language, { claimed: readClaimsIn(language, content, []).length > 0 })
  );
}

function withEvidenceOf(kept: Memory, others: readonly Memory[]): Memory {
  const all = [kept, ...others].flatMap(({ provenance }) => provenance);
  const evidence = new Map(all.map((each) => [canonical(each), each]));
  return {
    ...kept,
    provenance: [...evidence.values()].toSorted((a, b) => a.saidAt - b.saidAt),
    tags: [...new Set([kept, ...others].flatMap(({ tags }) => tags))],
    version: kept.version + 1,
  };
}

function withNamesOf(kept: Entity, others: readonly Entity[]): Entity {
  const names = new Set(others.flatMap(({ name, aliases }) => [name, ...aliases]));
  const aliases = [...new Set([...kept.aliases, ...names])].filter((name) => name !== kept.name);
  return { ...kept, aliases, version: kept.version + 1 };
}
