import type { Conflict } from '../../domain/conflict.js';
import type { BankName, ConflictId } from '../../domain/ids.js';
import { bankClock } from '../../indexes/bank-clock.js';
import type { BankState } from '../../indexes/bank-state.js';
import { allDisagreements, type Disagreement } from '../../indexes/note-disagreements.js';
import { presentAt } from '../../indexes/note-validity.js';
import type { Stemmer } from '../../language/stem.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';

/** Where disagreements between notes are read. */
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
 * Conflicts between notes that both hold, newest first. They are derived from the notes, so that one is gone when either
 * gives way; a record is made of one when it is settled.
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
  const offset = await bankClock(name, store);
  return allDisagreements({ notes, moment: presentAt(now, offset(now)), stemmer })
    .map(asConflict)
    .sort((a, b) => b.foundAt - a.foundAt || (a.id < b.id ? -1 : 1));
}

/** The conflict of that id, as it would be listed; undefined where no two notes make one. */
export async function noteConflict(
  id: ConflictId,
  bank: NotesOfBank,
  parts: NoteConflictParts,
): Promise<Conflict | undefined> {
  return (await noteConflicts(bank, parts)).find((conflict) => conflict.id === id);
}

function asConflict({ id, older, newer }: Disagreement): Conflict {
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
    status: 'pending',
    settlement: null,
    lowered: { older: 0, newer: 0 },
    foundAt: Math.max(older.recordedAt, newer.recordedAt),
    version: 0,
  };
}
