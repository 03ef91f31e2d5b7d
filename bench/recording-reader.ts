import { MnemeError } from '../packages/core/src/domain/errors.js';
import type { MemoryId } from '../packages/core/src/domain/ids.js';
import { DraftNote } from '../packages/core/src/domain/note.js';
import type { ReadAnswer, Reader, ReadRequest } from '../packages/core/src/ports/models.js';

/** Number of links from recorded notes to earlier notes, and how many could be made. */
export interface Offered {
  /** Earlier notes that a recorded note replaces or doubts. */
  readonly named: number;
  /** How many of these the request showed. */
  readonly shown: number;
}

export interface RecordingReader extends Reader {
  offered(): Offered;
}

/**
 * Parses recorded notes from JSON lines: `turns` are the callers' names of turns, `replaces` and `doubts` ids of
 * earlier recorded notes. Throws `invalid_input` for a line that is not a note.
 */
export function readRecording(lines: string): DraftNote[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const parsed = DraftNote.safeParse(parseJson(line));
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw new MnemeError(
        'invalid_input',
        `Line ${at + 1} of the recording is no note: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
        { field: 'recording', value: line, hint: 'Each line is a note as a reader writes it.' },
      );
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Answers a request with the notes recorded for its turns, matched by the callers' names; a note of several turns
 * comes with the last. Earlier notes are matched by text; only those shown in the request or in the same answer are
 * replaced or doubted.
 */
export function createRecordingReader(
  recorded: readonly DraftNote[],
  id = 'recording',
): RecordingReader {
  const byTurn = new Map<string, DraftNote[]>();
  const byText = new Map<string, string[]>();
  for (const note of recorded) {
    push(byTurn, lastOf(note.turns), note);
    push(byText, plain(note.text), note.id);
  }
  /** Each link of a note to an earlier one, and whether that was shown; requests may be repeated. */
  const links = new Map<string, boolean>();
  /** The ids of turns of this and of earlier requests. */
  const ids = new Map<string, MemoryId>();
  return {
    id,
    offered: () => ({
      named: links.size,
      shown: [...links.values()].filter(Boolean).length,
    }),
    read(request) {
      const turns = new Map(request.turns.map((turn) => [turn.turn ?? turn.id, turn.id]));
      for (const [name, turn] of turns) ids.set(name, turn);
      const due = [...turns.keys()].flatMap((name) => byTurn.get(name) ?? []);
      const own = new Set(due.map((note) => note.id));
      const shown = shownNotes(request, byText);
      const linked = (note: DraftNote, to: readonly string[]): string[] =>
        to.flatMap((other) => {
          if (own.has(other)) return [other];
          const known = shown.get(other);
          links.set(`${note.id} ${other}`, known !== undefined);
          return known === undefined ? [] : [known];
        });
      const order = new Map(recorded.map((note, at) => [note.id, at]));
      const notes = due
        .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
        .map((note) => ({
          ...note,
          turns: note.turns.flatMap((name) => ids.get(name) ?? []),
          replaces: linked(note, note.replaces),
          doubts: linked(note, note.doubts),
        }));
      return Promise.resolve<ReadAnswer>({ notes, malformed: {}, tokens: 0 });
    },
  };
}

/** The bank's ids of the notes in the request, by their recorded ids. */
function shownNotes(
  { notes }: ReadRequest,
  byText: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, MemoryId> {
  return new Map(
    notes.flatMap(({ id, text }) =>
      (byText.get(plain(text)) ?? []).map((name): [string, MemoryId] => [name, id]),
    ),
  );
}

/** The last turn; turns are named in order: t9 before t10. */
export function lastOf(turns: readonly string[]): string {
  const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
  return turns.toSorted(compare).at(-1) ?? '';
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
