import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { isSaying, readTurnKey } from '../domain/reading.js';
import type { Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { NoteIndex } from '../indexes/note-index.js';
import type { Ranked } from './ranking/score.js';
import type { RecallContext } from './recall-context.js';

/** The parts of a recall that determine where memories are read from, and as of when. */
interface Reading {
  readonly bank: BankName;
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: { readonly memories: Pick<RecallContext['state']['memories'], 'get'> };
  readonly ports: Pick<RecallContext['ports'], 'store'>;
}

/** Memories in their present state, or as of the moment asked about; those retracted by then are marked. */
export function readMemories(
  ids: readonly MemoryId[],
  { profile: { asOf }, bank, state, ports }: Reading,
): Promise<readonly Memory[]> {
  return asOf === undefined ? state.memories.get(ids) : ports.store.get(bank, ids, asOf);
}

/** Those of the memories that were current at the moment asked about. */
export async function standingMemories(
  ids: readonly MemoryId[],
  reading: Reading,
): Promise<readonly Memory[]> {
  return (await readMemories(ids, reading)).filter(({ retractedAt }) => retractedAt === null);
}

/** The source turns of the notes among the results, by the slots of the notes. */
export async function turnsRead(
  results: readonly Ranked[],
  context: RecallContext,
): Promise<ReadonlyMap<number, readonly Memory[]>> {
  const { notes, index } = context.state;
  const slots = results.map(({ slot }) => slot).filter((slot) => notes.of(slot) !== undefined);
  if (slots.length === 0) return new Map();
  const turns = new Map(slots.map((slot) => [slot, notes.turnsOf(slot)]));
  const ids = [...new Set([...turns.values()].flat())].map((slot) => index.id(slot));
  const loaded = new Map(
    (await standingMemories(ids, context)).map((memory) => [index.slot(memory.id), memory]),
  );
  return new Map(
    [...turns].map(([slot, own]) => [slot, own.flatMap((turn) => loaded.get(turn) ?? [])]),
  );
}

type Moment = Pick<RecallContext, 'state' | 'profile'>;

/** When a memory was said, if it existed at the moment asked about (default: now); else null. */
export function saidEver(
  id: MemoryId,
  { state: { index }, profile: { asOf } }: Moment,
): Instant | null {
  const known = index.succeeded(id);
  if (known === null || !isRecorded(id, index, asOf)) return null;
  return known.retractedAt !== null && (asOf === undefined || known.retractedAt <= asOf)
    ? null
    : known.saidAt;
}

/** The same for a memory that was not superseded by then; else null. */
export function saidStanding(id: MemoryId, moment: Moment): Instant | null {
  const {
    state: { index },
    profile: { asOf },
  } = moment;
  const by = index.succeeded(id)?.supersededBy ?? null;
  return by !== null && isRecorded(by, index, asOf) ? null : saidEver(id, moment);
}

function isRecorded(id: MemoryId, index: BankIndex, asOf: Instant | undefined): boolean {
  const slot = index.slot(id);
  return asOf === undefined || (slot >= 0 && index.recordedAt.get(slot) <= asOf);
}

/** Where the records of which turns were read are found. */
interface ReadRecords {
  readonly bank: RecallContext['bank'];
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: {
    readonly index: { slot(id: MemoryId): number };
    readonly notes: Pick<NoteIndex, 'notesOf' | 'size'>;
  };
  readonly ports: { readonly store: Pick<RecallContext['ports']['store'], 'learned'> };
}

/**
 * The given memories that no reader has processed: no note was derived from them, and no reader recorded them as
 * without content. Their validity is not checked.
 */
export async function unreadAmong(
  memories: readonly Memory[],
  { bank, profile: { asOf }, state: { index, notes }, ports: { store } }: ReadRecords,
): Promise<ReadonlySet<MemoryId>> {
  const open = memories
    .filter(
      (memory) =>
        isSaying(memory) &&
        !notes
          .notesOf(index.slot(memory.id))
          .some(({ recordedAt }) => asOf === undefined || recordedAt <= asOf),
    )
    .map(({ id }) => id);
  // Without any notes, no reader has run: the store need not be queried.
  if (open.length === 0 || notes.size === 0) return new Set(open);
  const records = await store.learned(bank, {
    kinds: ['module'],
    keys: open.map(readTurnKey),
    ...(asOf === undefined ? {} : { asOf }),
  });
  const read = new Set(
    records.flatMap(({ body, retractedAt }) => (retractedAt === null ? body.evidence : [])),
  );
  return new Set(open.filter((id) => !read.has(id)));
}
