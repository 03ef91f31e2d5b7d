import { z } from 'zod';
import { parsePageRequest, storePageOf, type PageRequest } from '../../bank/pages.js';
import { Conflict, ConflictFilter, UNSETTLED } from '../../domain/validity.js';
import type { BankName, ConflictId, MemoryId } from '../../domain/ids.js';
import { type Of, pageOutput, type SchemaOf } from '../../domain/schema.js';
import { parseInput } from '../../domain/input.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { BankState } from '../../indexes/bank-state.js';
import { allDisagreements, type NoteDisagreement, presentAt } from '../../indexes/note-validity.js';
import type { Stemmer } from '../../language/stem.js';
import { scanBank, type ScanParts, ScanReport } from './contradictions.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import { definedOnly } from '../../domain/well-formed.js';

/** The bank whose notes are compared. */
export interface NotesOfBank {
  readonly name: BankName;
  readonly state: BankState;
}

interface NoteConflictParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
}

/**
 * Conflicts between notes that are both valid, newest first. They are derived from the notes, so they vanish when
 * either is superseded; a record is only stored when one is resolved.
 */
export async function noteConflicts(
  { name, state }: NotesOfBank,
  { store, clock, stemmer }: NoteConflictParts,
): Promise<Conflict[]> {
  await state.follow();
  const { notes } = state;
  await notes.ready();
  if (notes.size === 0) return [];
  const now = clock.now();
  const offset = await bankOffset(name, store);
  return allDisagreements({ notes, moment: presentAt(now, offset(now)), stemmer })
    .map(asConflict)
    .sort((a, b) => b.foundAt - a.foundAt || (a.id < b.id ? -1 : 1));
}

/** The conflict with that id, as listed; undefined if no two notes conflict so. */
export async function noteConflict(
  id: ConflictId,
  bank: NotesOfBank,
  parts: NoteConflictParts,
): Promise<Conflict | undefined> {
  return (await noteConflicts(bank, parts)).find((conflict) => conflict.id === id);
}

function asConflict({ id, older, newer }: NoteDisagreement): Conflict {
  return {
    id,
    older: older.id,
    newer: newer.id,
    subject: newer.note.about,
    slot: newer.note.aspect,
    olderValue: older.note.value,
    newerValue: newer.note.value,
    verdict: 'actual',
    reason: 'two notes hold and say different things',
    ...UNSETTLED,
    foundAt: Math.max(older.recordedAt, newer.recordedAt),
    version: 0,
  };
}

const listedConflictShape = z.strictObject({
  ...Conflict.shape,
  olderText: z.string(),
  newerText: z.string(),
});
/** A conflict with the texts of both memories. */
export interface ListedConflict extends Of<typeof listedConflictShape> {}
export const ListedConflict: SchemaOf<ListedConflict, typeof listedConflictShape> =
  listedConflictShape;

const conflictPageShape = z.strictObject({
  conflicts: z.array(ListedConflict),
  ...pageOutput,
  /** The result of a scan; null without one. */
  scan: ScanReport.nullable(),
});
export interface ConflictPage extends Of<typeof conflictPageShape> {}
export const ConflictPage: SchemaOf<ConflictPage, typeof conflictPageShape> = conflictPageShape;

type ParsedFilter = z.output<typeof ConflictFilter>;

/** The bank whose conflicts are read. */
interface ConflictBank {
  readonly name: BankName;
  readonly state: BankState;
  /** Queues a write with the bank's other writes. */
  readonly writes: { run<T>(work: () => Promise<T>): Promise<T> };
}

/** Conflicts of the bank, newest first. With `scan`, the whole bank is searched for unrecorded ones. */
export async function listConflicts(
  raw: unknown,
  bank: ConflictBank,
  parts: ScanParts,
): Promise<ConflictPage> {
  const { scan, ...asked } = parseInput(ConflictFilter, raw, 'filter');
  const { status, verdict, memory, limit } = asked;
  const walk = parsePageRequest('conflicts', bank.name, asked);
  const report = scan ? await bank.writes.run(() => scanBank(bank, parts)) : null;
  const between = await betweenNotes(asked, walk, bank, parts);
  const query = {
    ...definedOnly({ status, verdict }),
    ...(memory === undefined ? {} : { memories: [memory] }),
  };
  const left = limit - between.length;
  const { items: recorded, next } =
    left > 0
      ? await storePageOf(isAmongNotes(walk) ? { ...walk, from: null } : walk, (from) =>
          parts.store.conflicts(bank.name, query, left, from),
        )
      : { items: [], next: walk.cursor([BETWEEN_NOTES, between.at(-1)?.id ?? '']) };
  const items = [...between, ...recorded];
  const texts = await textsOf(items, bank, parts);
  return {
    conflicts: items.map((conflict) => ({
      ...conflict,
      olderText: texts.get(conflict.older) ?? '',
      newerText: texts.get(conflict.newer) ?? '',
    })),
    next,
    scan: report,
  };
}

/** First part of a cursor among conflicts between notes, which come before recorded ones. */
const BETWEEN_NOTES = 'notes';

const isAmongNotes = ({ from }: PageRequest): boolean => from?.[0] === BETWEEN_NOTES;

/** The next page of conflicts between notes after a cursor. */
async function betweenNotes(
  { status, verdict, memory, limit }: Pick<ParsedFilter, 'status' | 'verdict' | 'memory' | 'limit'>,
  { from }: PageRequest,
  bank: ConflictBank,
  parts: ScanParts,
): Promise<readonly Conflict[]> {
  if (from !== null && from[0] !== BETWEEN_NOTES) return [];
  if ((status ?? 'pending') !== 'pending' || (verdict ?? 'actual') !== 'actual') return [];
  const all = (await noteConflicts(bank, parts)).filter(
    ({ older, newer }) => memory === undefined || memory === older || memory === newer,
  );
  const begin = from === null ? 0 : all.findIndex(({ id }) => id === from[1]) + 1;
  return all.slice(begin, begin + limit);
}

async function textsOf(
  conflicts: readonly Conflict[],
  { name }: Pick<ConflictBank, 'name'>,
  { store }: Pick<ScanParts, 'store'>,
): Promise<ReadonlyMap<MemoryId, string>> {
  const memories = await store.get(name, [
    ...new Set(conflicts.flatMap(({ older, newer }) => [older, newer])),
  ]);
  return new Map(memories.map(({ id, content }) => [id, content]));
}
