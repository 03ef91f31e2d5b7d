import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { isSaying, readTurnKey } from '../domain/reading.js';
import type { NoteIndex } from '../indexes/note-index.js';
import type { RecallContext } from './recall-context.js';

/** Where it is recorded what was read. */
export interface ReadRecords {
  readonly bank: RecallContext['bank'];
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: {
    readonly index: { slot(id: MemoryId): number };
    readonly notes: Pick<NoteIndex, 'notesOf' | 'size'>;
  };
  readonly ports: { readonly store: Pick<RecallContext['ports']['store'], 'learned'> };
}

/**
 * Of memories, those that nobody has read: no note was read off them, and no reader passed them over as
 * saying nothing. Whether they still hold is not known.
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
  // Where there is not one note, nobody has read: the store is not asked for it.
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
