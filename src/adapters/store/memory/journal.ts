import { withDefaults } from '../../../domain/bank.js';
import type { JournalEntry } from '../../../domain/change.js';
import type { ResultId } from '../../../domain/feedback.js';
import type { Edge } from '../../../domain/graph.js';
import type { EntityId, MemoryId } from '../../../domain/ids.js';
import {
  JOURNALED_KINDS,
  type ChangeRecord,
  type JournaledKind,
  type JournaledRecords,
  type LoggedChange,
  type Touched,
} from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import type { JournalQuery, Page } from '../../../ports/store.js';
import type { BankData, ChangeLine } from './bank-data.js';
import { edgeId } from '../edge-id.js';
import { pageAfter } from './pages.js';

/** The ids of the records of a kind that a change created, as far as they still exist. */
function foundedBy(bank: BankData, kind: JournaledKind, sequence: number): string[] {
  if (kind === 'bank') return [];
  const start = `${kind} `;
  return [...bank.founded.of(sequence)]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .filter((id) => bank.rowOf(kind, id)?.created === sequence);
}

/** The ids of the records of a kind that a change created or replaced. */
function put(bank: BankData, kind: JournaledKind, sequence: number): string[] {
  return [
    ...foundedBy(bank, kind, sequence),
    ...bank.past.ofChange(sequence, kind).map(({ id }) => id),
  ];
}

export function entryOf(bank: BankData, line: ChangeLine): JournalEntry {
  const { sequence, at, verb, actor, reason } = line;
  return {
    sequence,
    bank: bank.name,
    at,
    verb,
    actor,
    reason,
    memories: put(bank, 'memory', sequence) as MemoryId[],
    entities: put(bank, 'entity', sequence) as EntityId[],
    votes: put(bank, 'vote', sequence) as ResultId[],
    ...edgesOf(bank, sequence),
  };
}

/**
 * Edges that the change created, and those it replaced or removed: for these the journal keeps the previous
 * version.
 */
function edgesOf(bank: BankData, sequence: number): Pick<JournalEntry, 'edges' | 'removedEdges'> {
  const founded = foundedBy(bank, 'edge', sequence).flatMap((id) => bank.edge.get(id) ?? []);
  const replaced = bank.past
    .ofChange(sequence, 'edge')
    .map(({ id, image }) => ({ image: image as Edge | null, now: bank.edge.get(id) }));
  return {
    edges: [...founded, ...replaced.flatMap(({ now }) => now ?? [])].map(({ record }) => record),
    removedEdges: replaced.flatMap(({ image, now }) =>
      now === undefined && image !== null ? [image] : [],
    ),
  };
}

function logged(bank: BankData, line: ChangeLine): LoggedChange {
  const by = [...bank.revertedBy.of(line.sequence)];
  return {
    ...entryOf(bank, line),
    reverts: line.reverts,
    revertedBy: by.length === 0 ? null : Math.max(...by),
  };
}

export function findChanges(
  bank: BankData,
  { sequences, before = Infinity, from = -Infinity, to = Infinity, verbs, memory }: JournalQuery,
  limit: number,
): LoggedChange[] {
  const found: LoggedChange[] = [];
  const touches =
    memory === undefined
      ? null
      : new Set([
          bank.memory.get(memory)?.created,
          ...bank.past.ofRecord('memory', memory).map(({ sequence }) => sequence),
        ]);
  for (const line of newestFirst(bank)) {
    if (found.length === limit) break;
    if (line.sequence >= before || line.at < from || line.at >= to) continue;
    if (sequences?.includes(line.sequence) === false) continue;
    if (verbs !== undefined && !verbs.includes(line.verb)) continue;
    if (touches !== null && !touches.has(line.sequence)) continue;
    found.push(logged(bank, line));
  }
  return found;
}

function newestFirst(bank: BankData): ChangeLine[] {
  return bank.journal.values().sort((one, other) => other.sequence - one.sequence);
}

export function findTouchedMemories(
  bank: BankData,
  [from, to]: readonly [Instant, Instant],
  limit: number,
  after?: string,
): Page<MemoryId> {
  const touched = new Set(
    bank.journal
      .values()
      .filter(({ at }) => at > from && at <= to)
      .flatMap(({ sequence }) => put(bank, 'memory', sequence)),
  );
  return pageAfter(
    bank.memory,
    limit,
    after,
    ({ record }) => touched.has(record.id),
    (row) => row.record.id,
  );
}

export function readChangeRecord(bank: BankData, sequence: number): ChangeRecord | null {
  const line = bank.journal.get(sequence);
  if (line === undefined) return null;
  const touched = JOURNALED_KINDS.flatMap((kind) => {
    const gone = bank.removed
      .values()
      .filter((removed) => removed.kind === kind && removed.row.created === sequence)
      .map(({ id }) => id);
    const ids = new Set([
      ...foundedBy(bank, kind, sequence),
      ...gone,
      ...put(bank, kind, sequence),
    ]);
    return [...ids].map((id) => touchedRecord(bank, [kind, id], sequence));
  });
  return { change: logged(bank, line), touched };
}

function touchedRecord(
  bank: BankData,
  [kind, id]: readonly [JournaledKind, string],
  sequence: number,
): Touched {
  const past = bank.past.ofRecord(kind, id);
  const at = past.find((before) => before.sequence === sequence);
  const later = past.filter((before) => before.sequence > sequence);
  const now = bank.now(kind, id) ?? null;
  const [next] = later;
  // The kind and the three states belong together; the compiler cannot follow that through the kinds.
  return {
    kind,
    id,
    before: whole(kind, at?.image ?? null),
    after: whole(kind, next === undefined ? now : next.image),
    now: whole(kind, now),
    later: later.map((each) => each.sequence),
  } as Touched;
}

/** Unset settings get their defaults. */
function whole(
  kind: JournaledKind,
  image: JournaledRecords[JournaledKind] | null,
): JournaledRecords[JournaledKind] | null {
  return kind === 'bank' && image !== null
    ? withDefaults(image as JournaledRecords['bank'])
    : image;
}

/** The journal's previous versions of links, newest first. */
export function findFormerEdges(bank: BankData, edges: readonly Edge[]): Edge[] {
  return [...new Set(edges.map(edgeId))]
    .flatMap((id) => bank.past.ofRecord('edge', id))
    .sort((one, other) => other.sequence - one.sequence)
    .flatMap(({ image }) => (image === null ? [] : [image as Edge]));
}
