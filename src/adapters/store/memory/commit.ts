import type { Change, Embedding, Reading } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import { claimsOfRecord } from '../../../domain/learned/added-claims.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Steps } from '../../../domain/turns.js';
import type { CommitOptions } from '../../../ports/store.js';
import { vectorKey, type BankData, type MemoryRow } from './bank-data.js';
import type { Removable } from '../named-again.js';
import { edgeId } from '../edge-id.js';
import { dropDerived, eraseAll } from './erase.js';
import { own } from './own.js';
import type { Opened } from './opened.js';
import { bringBackAll, keepRow, takeAway } from './removed.js';
import type { Row } from './rows.js';

/** Applies one change within the running transaction and returns its sequence number. */
export function* applyChange(
  bank: BankData,
  change: Change,
  options: CommitOptions,
  opened: Opened,
): Steps<number> {
  assertExpected(bank, options);
  const sequence = bank.head.sequence + 1;
  const { at, verb, actor, reason, reverts } = change;
  bank.journal.set(sequence, { sequence, at, verb, actor, reason, reverts });
  if (reverts !== null) bank.revertedBy.add(reverts, sequence);
  if (change.erasure !== null) dropDerived(bank, change.erasure.rewritten);
  if (reverts !== null) yield* bringBackAll(bank, sequence, change);
  yield* putRecords(bank, sequence, change);
  putSettings(bank, sequence, change);
  for (const reading of change.readings) {
    putReading(bank, reading);
    yield;
  }
  for (const embedding of change.embeddings) {
    putEmbedding(bank, embedding);
    yield;
  }
  if (change.erasure !== null) eraseAll(bank, change.erasure, opened);
  bank.head = { ...bank.head, sequence, encoder: change.encoder ?? bank.head.encoder };
  // A snapshot contains vectors of the previous encoder.
  if (change.encoder !== null) bank.snapshot = null;
  return sequence;
}

function assertExpected(bank: BankData, { expectedSequence }: CommitOptions): void {
  const { sequence } = bank.head;
  if (expectedSequence === undefined || expectedSequence === sequence) return;
  throw new MnemeError(
    'conflict',
    `Bank ${bank.name} moved on from change ${expectedSequence} to ${sequence}.`,
    { hint: 'Read again and repeat.' },
  );
}

/** Referenced records come first. */
function* putRecords(bank: BankData, sequence: number, change: Change): Steps<void> {
  for (const session of change.sessions) putOnce(bank, sequence, 'session', session);
  for (const context of change.contexts) putOnce(bank, sequence, 'context', context);
  for (const goal of change.goals) putPlain(bank, sequence, 'goal', goal);
  for (const vote of change.votes) putPlain(bank, sequence, 'vote', vote);
  for (const conflict of change.conflicts) putPlain(bank, sequence, 'conflict', conflict);
  for (const value of change.sealed) {
    const same = bank.sealed
      .values()
      .some(({ kind, print }) => kind === value.kind && print === value.print);
    if (same || bank.sealed.has(value.token))
      throw new MnemeError('conflict', `${value.token} is sealed already.`, { field: 'sealed' });
    bank.sealed.set(value.token, own(value));
  }
  for (const record of change.learned) {
    for (const claim of claimsOfRecord(bank.learned.get(record.id)?.record)) bank.dropClaim(claim);
    const row = putRow(bank, sequence, 'learned', record.id, record);
    for (const claim of claimsOfRecord(record)) bank.putClaim(own(claim));
    bank.learned.put(record.id, { ...row, changed: sequence });
  }
  for (const claim of change.claims) {
    bank.putClaim(own(claim));
    yield;
  }
  for (const entity of change.entities) {
    putPlain(bank, sequence, 'entity', entity);
    yield;
  }
  for (const memory of change.memories) {
    putMemory(bank, sequence, memory);
    yield;
  }
  for (const edge of change.removedEdges) {
    removeEdge(bank, sequence, edgeId(edge));
    yield;
  }
  for (const edge of change.edges) {
    const id = edgeId(edge);
    bank.edge.put(id, putRow(bank, sequence, 'edge', id, edge));
    yield;
  }
  for (const record of change.removed) {
    takeAway(bank, sequence, record);
    yield;
  }
}

/** The row of a record: in its old place, if it has one, and then the journal keeps its previous version. */
function putRow<Kind extends Exclude<JournaledKind, 'bank'>>(
  bank: BankData,
  sequence: number,
  kind: Kind,
  id: string,
  record: JournaledRecords[Kind],
): Row<JournaledRecords[Kind]> {
  const before = bank.rowOf(kind, id) as Row<JournaledRecords[Kind]> | undefined;
  if (before === undefined) {
    bank.founded.add(sequence, `${kind} ${id}`);
    return { num: bank.nextNum(), created: sequence, record: own(record) };
  }
  if (before.created !== sequence) bank.past.keep({ sequence, kind, id, image: before.record });
  return { ...before, record: own(record) };
}

function putPlain<Kind extends Exclude<JournaledKind, 'bank' | 'memory' | 'learned' | 'edge'>>(
  bank: BankData,
  sequence: number,
  kind: Kind,
  record: JournaledRecords[Kind] & { readonly id: string },
): void {
  // The table of a kind contains rows of it; the compiler cannot follow that through the kinds.
  const table = bank.plain[kind] as { put(id: string, row: Row<unknown>): void };
  table.put(record.id, putRow(bank, sequence, kind, record.id, record));
}

/** Sessions and contexts keep their first version. */
function putOnce<Kind extends 'session' | 'context'>(
  bank: BankData,
  sequence: number,
  kind: Kind,
  record: JournaledRecords[Kind] & { readonly id: string },
): void {
  if (bank.plain[kind].get(record.id) === undefined) putPlain(bank, sequence, kind, record);
}

function putMemory(bank: BankData, sequence: number, memory: Memory): void {
  const before = bank.memory.get(memory.id);
  const row = putRow(bank, sequence, 'memory', memory.id, memory);
  const { terms, traits } = before ?? { terms: null, traits: 0 };
  bank.memory.put(memory.id, { ...row, terms, traits });
}

function removeEdge(bank: BankData, sequence: number, id: string): void {
  const row = bank.edge.get(id);
  if (row === undefined) return;
  bank.past.keep({ sequence, kind: 'edge', id, image: row.record });
  keepRow(bank, sequence, 'edge' satisfies Removable, id, row);
  bank.edge.delete(id);
}

/** The journal keeps the previous settings, as it does for every record. */
function putSettings(bank: BankData, sequence: number, { settings }: Change): void {
  if (settings === null) return;
  const kept = bank.head.settings;
  // Unset settings stay unset in the image, too.
  const image = kept as JournaledRecords['bank'];
  bank.past.keep({ sequence, kind: 'bank', id: bank.name, image });
  bank.head = { ...bank.head, settings: own({ ...kept, ...settings }) };
}

function rowOfMemory(bank: BankData, id: MemoryId): MemoryRow {
  const row = bank.memory.get(id);
  if (row !== undefined) return row;
  throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'memory', value: id });
}

export function putReading(bank: BankData, { memory, terms, traits }: Reading): void {
  bank.memory.put(memory, { ...rowOfMemory(bank, memory), terms, traits });
  bank.texts.put(memory, terms);
}

export function putEmbedding(bank: BankData, { memory, space, encoder, vector }: Embedding): void {
  rowOfMemory(bank, memory);
  const known = bank.vectors.get(memory) ?? [];
  bank.vectors.set(memory, new Map([...known, [vectorKey(space, encoder), vector.slice()]]));
}
