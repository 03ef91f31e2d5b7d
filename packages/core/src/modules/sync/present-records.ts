import type { JournaledKind } from '../../domain/change.js';
import type { ResultId } from '../../domain/feedback.js';
import { EDGE_FAMILIES, type Edge, type NodeId, nodeKind } from '../../domain/graph.js';
import type {
  BankName,
  ConflictId,
  ContextId,
  EntityId,
  LearnedId,
  MemoryId,
} from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import { edgeOf } from '../../bank/records-as-change.js';
import { keyOf } from './field-stamps.js';
import type { Fields } from './record-paths.js';
import type { RecordChange } from './segment.js';

const idOfEdge = ({ from, role, to, label }: Edge): string => [from, role, to, label].join('|');

/** The bank's own versions of records that a segment changes, by kind and id. */
export async function presentRecords(
  changes: readonly RecordChange[],
  bank: BankName,
  store: Store,
): Promise<ReadonlyMap<string, Fields>> {
  const named = (kind: JournaledKind): string[] =>
    changes.flatMap((change) => (change.kind === kind ? [change.id] : []));
  const present = new Map<string, Fields>();
  const put = (
    kind: JournaledKind,
    records: readonly object[],
    idOf?: (record: never) => string,
  ): void => {
    for (const record of records) {
      const id = idOf?.(record as never) ?? (record as { readonly id: string }).id;
      present.set(keyOf({ kind, id }), record as Fields);
    }
  };
  const has = (kind: JournaledKind): boolean => named(kind).length > 0;
  put('memory', await store.get(bank, named('memory') as MemoryId[]));
  put('entity', await store.entities(bank, named('entity') as EntityId[]));
  put('context', await store.contexts(bank, named('context') as ContextId[]));
  if (has('session')) put('session', await store.sessions(bank));
  if (has('goal')) put('goal', await store.goals(bank));
  if (has('vote')) put('vote', await store.votes(bank, { ids: named('vote') as ResultId[] }));
  if (has('learned'))
    put('learned', await store.learned(bank, { ids: named('learned') as LearnedId[] }));
  if (has('conflict')) {
    const ids = named('conflict') as ConflictId[];
    put('conflict', (await store.conflicts(bank, { ids }, ids.length)).items);
  }
  const sources = [...new Set(named('edge').map((id) => edgeOf(id).from))];
  put('edge', await store.neighbours(bank, sources, EDGE_FAMILIES, Infinity), idOfEdge);
  if (has('bank')) {
    const settings = (await store.bank(bank))?.settings;
    if (settings !== undefined) present.set('bank bank', settings as unknown as Fields);
  }
  return present;
}

/** Which of these nodes the bank has. */
export async function presentNodes(
  ids: Iterable<NodeId>,
  bank: BankName,
  store: Store,
): Promise<ReadonlySet<string>> {
  const all = [...new Set(ids)];
  const of = (kind: ReturnType<typeof nodeKind>): NodeId[] =>
    all.filter((id) => nodeKind(id) === kind);
  const found = [
    ...(await store.get(bank, of('memory') as MemoryId[])),
    ...(await store.entities(bank, of('entity') as EntityId[])),
    ...(await store.contexts(bank, of('context') as ContextId[])),
  ];
  return new Set(found.map(({ id }) => id));
}
