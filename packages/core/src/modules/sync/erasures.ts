import type { EngineParts } from '../../bank/core.js';
import { journalBackwards } from '../../bank/pages.js';
import type { Change, JournalEntry } from '../../domain/change.js';
import { ERASED } from '../../domain/forgetting-and-merging.js';
import type { Context } from '../../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import { planErasure } from '../privacy/index.js';
import { keyOf } from './field-stamps.js';
import { presentRecords } from './present-records.js';
import { type Fields, pathsOf } from './record-paths.js';
import type { ErasedRecords, RecordChange, Segment } from './segment.js';

/**
 * What was erased since a change: the journal of an erasure names nothing, so it is what was exchanged and is not there
 * any more. Null if nothing was erased.
 */
export async function erasuresSince(
  sequence: number,
  bank: BankName,
  store: Store,
  exchanged: () => AsyncIterable<Segment>,
): Promise<{ readonly erased: ErasedRecords; readonly records: readonly RecordChange[] } | null> {
  const erasures: JournalEntry[] = [];
  for await (const entry of journalBackwards(bank, { verbs: ['erase'] }, store)) {
    if (entry.sequence <= sequence) break;
    erasures.push(entry);
  }
  if (erasures.length === 0) return null;
  const known = new Map<string, RecordChange>();
  const removed = new Set<string>();
  for await (const { body } of exchanged())
    for (const change of body.records) {
      if (change.record === null) removed.add(change.id);
      else if (['memory', 'entity', 'learned', 'context'].includes(change.kind))
        known.set(change.id, change);
    }
  const present = await presentRecords([...known.values()], bank, store);
  const gone = <Id>(kind: RecordChange['kind']): Id[] =>
    [...known.values()]
      .filter((each) => each.kind === kind && !present.has(keyOf(each)) && !removed.has(each.id))
      .map(({ id }) => id as Id);
  const contexts = [...known.values()].flatMap((each) => {
    const now = each.kind === 'context' ? present.get(keyOf(each)) : undefined;
    return now === undefined || now['name'] === each.record?.['name'] ? [] : [now];
  });
  const records: RecordChange[] = [];
  for (const entry of erasures)
    for (const { kind, id, now } of (await store.changeRecord(bank, entry.sequence))?.touched ?? [])
      if (kind === 'entity' || (kind === 'memory' && JSON.stringify(now).includes(ERASED))) {
        const record = now as Fields | null;
        if (record !== null)
          records.push({ kind, id, record, paths: [...pathsOf(kind, record).keys()] });
      }
  const named = (kind: RecordChange['kind']): string[] =>
    records.flatMap((each) => (each.kind === kind ? [each.id] : []));
  return {
    erased: {
      memories: gone('memory'),
      entities: gone('entity'),
      learned: gone('learned'),
      rewritten: named('memory') as MemoryId[],
      renamed: named('entity') as EntityId[],
      contexts: contexts as unknown as Context[],
    },
    records,
  };
}

/**
 * A change that also erases: what was made here of what goes is found here, as by `erase`.
 */
export async function withErasure(
  change: Omit<Change, 'actor' | 'reason'>,
  erased: ErasedRecords,
  bank: BankName,
  parts: EngineParts,
): Promise<Omit<Change, 'actor' | 'reason'>> {
  const { store } = parts;
  const memories = (await store.get(bank, erased.memories)).map(({ id }) => id);
  const entities = (await store.entities(bank, erased.entities)).map(({ id }) => id);
  const input = { memories, also: [], mentions: 'erase' as const, yes: true as const };
  const { change: planned } = await planErasure(input, bank, parts);
  const put = new Set(change.memories.map(({ id }) => id));
  const own = planned.erasure;
  return {
    ...change,
    memories: [...change.memories, ...planned.memories.filter(({ id }) => !put.has(id))],
    entities: [...planned.entities, ...change.entities],
    edges: [...change.edges, ...planned.edges],
    settings: planned.settings,
    erasure: {
      memories: own?.memories ?? memories,
      rewritten: erased.rewritten.filter((id) => put.has(id)),
      past: erased.rewritten,
      entities: [...new Set([...(own?.entities ?? []), ...entities])],
      renamed: [...new Set([...(own?.renamed ?? []), ...erased.renamed])],
      contexts: [...(own?.contexts ?? []), ...erased.contexts],
      learned: [...new Set([...(own?.learned ?? []), ...erased.learned])],
      names: own?.names ?? [],
      stems: own?.stems ?? [],
      tokens: own?.tokens ?? [],
    },
  };
}
