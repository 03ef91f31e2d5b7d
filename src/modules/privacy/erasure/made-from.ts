import type { BankName, LearnedId, MemoryId } from '../../../domain/ids.js';
import type { LearnedRecord } from '../../../domain/learned/record.js';
import type { Memory } from '../../../domain/memory.js';
import { mergedInto } from '../../../domain/merge.js';
import type { NameMatcher } from '../../../domain/name-matcher.js';
import { isReflected } from '../../../domain/reflection.js';
import type { Erased } from '../../../kernel/module.js';
import type { EngineParts } from '../../../bank/core.js';

/** Reflection keeps links to at most this many memories; one that rests on more may mention any of them. */
const ALL_LINKED_BELOW = 20;
const PAGE = 500;

/**
 * What was derived from erased memories, transitively: reflections and merged memories. The next reflection
 * rewrites what others support.
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

/** Records in which modules find what is erased, each among its own. */
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

/** Remaining memories that erased ones had superseded, weakened or merged: restored as if those had never been said. */
export async function freedByLoss(
  bank: BankName,
  gone: ReadonlySet<MemoryId>,
  succeeded: readonly (readonly [MemoryId, MemoryId])[],
  { store }: EngineParts,
): Promise<Memory[]> {
  const given = new Map<MemoryId, number>();
  for (let after: string | undefined; gone.size > 0;) {
    const page = await store.conflicts(bank, { memories: [...gone] }, PAGE, after);
    for (const { older, newer, lowered } of page.items) {
      if (!gone.has(older)) given.set(older, (given.get(older) ?? 0) + lowered.older);
      if (!gone.has(newer)) given.set(newer, (given.get(newer) ?? 0) + lowered.newer);
    }
    if (page.next === null) break;
    after = page.next;
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
