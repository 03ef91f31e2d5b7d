import type { MemoryId } from '../../packages/core/src/domain/ids.js';
import type { Instant } from '../../packages/core/src/domain/time.js';
import type { ValidityState } from '../../packages/core/src/domain/validity.js';
import type { NoteIndex } from '../../packages/core/src/indexes/note-index.js';
import { dayOf, validityByNotes } from '../../packages/core/src/modules/notes/index.js';
import type { LoadedBank } from '../loaded-bank.js';

/** States that say of a memory that it does not, or may not, hold any longer. */
const MARKS: ReadonlySet<ValidityState> = new Set<ValidityState>([
  'superseded',
  'disputed',
  'partly',
  'doubtful',
  'ended',
  'past',
]);

/** Whether who gets it is told that it no longer holds. */
export const isMarked = (state: ValidityState): boolean => MARKS.has(state);

interface Behind {
  readonly turns: ReadonlyMap<MemoryId, readonly string[]>;
  readonly marked: ReadonlyMap<MemoryId, ValidityState>;
  /** The notes read off each turn. */
  readonly notesOf: ReadonlyMap<string, readonly MemoryId[]>;
  /** The notes that replaced something of each turn. */
  readonly successors: ReadonlyMap<string, readonly MemoryId[]>;
}

/** The turns behind the memories of a filled bank, and whether they are told to hold. */
export class TurnsBehind {
  private constructor(private readonly behind: Behind) {}

  static async of(loaded: LoadedBank, now: Instant): Promise<TurnsBehind> {
    const names = await loaded.turnsBySlot();
    const { index, notes } = (await loaded.bank()).state;
    await notes.ready();
    const moment = { knownBy: Infinity, day: dayOf(now) };
    const turns = new Map<MemoryId, readonly string[]>();
    const marked = new Map<MemoryId, ValidityState>();
    const notesOf = new Map<string, MemoryId[]>();
    const successors = new Map<string, MemoryId[]>();
    for (const [slot, own] of names) {
      const id = index.id(slot);
      turns.set(id, namesBehind(slot, own, notes, names));
      const { state } =
        validityByNotes(id, slot, notes, moment) ??
        ({ state: (await loaded.memory.show(id)).validity } as const);
      if (isMarked(state)) marked.set(id, state);
      for (const turn of notes.of(slot) === undefined ? [] : (turns.get(id) ?? [])) {
        add(notesOf, turn, [id]);
        add(
          successors,
          turn,
          notes.replacedBy(slot).map((by) => by.id),
        );
      }
    }
    return new TurnsBehind({ turns, marked, notesOf, successors });
  }

  /** The name of a turn; of a note, those of the turns that it was read off. */
  of(id: MemoryId): readonly string[] {
    return this.behind.turns.get(id) ?? [];
  }

  /** The turns of which some of these memories give something as holding. A turn of which notes are marked is marked itself. With `pastToo` what happened on a day is no mark. */
  givenAsHolding(ids: readonly MemoryId[], pastToo = false): ReadonlySet<string> {
    const { notesOf } = this.behind;
    const marked = (id: MemoryId): boolean => {
      const state = this.behind.marked.get(id);
      return state !== undefined && !(pastToo && state === 'past');
    };
    const inPart = (turn: string): boolean => (notesOf.get(turn) ?? []).some(marked);
    return new Set(
      ids
        .filter((id) => !marked(id))
        .flatMap((id) => this.of(id))
        .filter((turn) => !inPart(turn)),
    );
  }

  /** The turns of the notes that replaced something of a turn. */
  replacing(turn: string): readonly string[] {
    return (this.behind.successors.get(turn) ?? []).flatMap((id) => this.of(id));
  }
}

function namesBehind(
  slot: number,
  own: readonly string[],
  notes: NoteIndex,
  names: ReadonlyMap<number, readonly string[]>,
): readonly string[] {
  return notes.of(slot) === undefined
    ? own
    : [...new Set(notes.turnsOf(slot).flatMap((turn) => names.get(turn) ?? []))];
}

function add<Key, Item>(map: Map<Key, Item[]>, key: Key, items: readonly Item[]): void {
  map.set(key, [...(map.get(key) ?? []), ...items]);
}
