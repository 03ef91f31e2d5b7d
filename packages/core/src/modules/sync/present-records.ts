import type { JournaledKind } from '../../domain/change.js';
import type { ResultId } from '../../domain/feedback.js';
import { EDGE_FAMILIES, type Edge } from '../../domain/graph.js';
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

const idOf = (record: object): string => {
  const { id, from, role, to, label } = record as { readonly id?: string } & Edge;
  return id ?? [from, role, to, label].join('|');
};

/** The bank's own versions of records, by kind and id; of what it has not there is none. */
export async function presentRecords(
  wanted: readonly Pick<RecordChange, 'kind' | 'id'>[],
  bank: BankName,
  store: Store,
): Promise<ReadonlyMap<string, Fields>> {
  const named = <Id extends string>(kind: JournaledKind): Id[] =>
    wanted.flatMap((each) => (each.kind === kind ? [each.id as Id] : []));
  const present = new Map<string, Fields>();
  const put = (kind: JournaledKind, records: readonly object[]): void => {
    for (const record of records) present.set(keyOf({ kind, id: idOf(record) }), record as Fields);
  };
  const has = (kind: JournaledKind): boolean => named(kind).length > 0;
  put('memory', await store.get(bank, named<MemoryId>('memory')));
  put('entity', await store.entities(bank, named<EntityId>('entity')));
  put('context', await store.contexts(bank, named<ContextId>('context')));
  if (has('session')) put('session', await store.sessions(bank));
  if (has('goal')) put('goal', await store.goals(bank));
  if (has('vote')) put('vote', await store.votes(bank, { ids: named<ResultId>('vote') }));
  if (has('learned'))
    put('learned', await store.learned(bank, { ids: named<LearnedId>('learned') }));
  if (has('conflict')) {
    const ids = named<ConflictId>('conflict');
    put('conflict', (await store.conflicts(bank, { ids }, ids.length)).items);
  }
  const sources = [...new Set(named('edge').map((id) => edgeOf(id).from))];
  put('edge', await store.neighbours(bank, sources, EDGE_FAMILIES, Infinity));
  if (has('bank')) {
    const settings = (await store.bank(bank))?.settings;
    if (settings !== undefined) present.set('bank bank', settings as unknown as Fields);
  }
  return present;
}
