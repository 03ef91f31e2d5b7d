/** A reader that answers as a test says, through the port. */
import type { Reader, ReadAnswer, ReadRequest } from '../../packages/core/src/ports/models.js';
import { DraftNote } from '../../packages/core/src/domain/note.js';

/** What a test says of a note: the rest is made up. */
export interface NoteSketch {
  readonly id?: string;
  readonly text: string;
  /** Places of turns in the request, from 1; default: the first. */
  readonly turns?: readonly number[];
  readonly about?: string;
  readonly aspect?: string;
  readonly value?: string;
  readonly type?: DraftNote['type'];
  readonly status?: DraftNote['status'];
  readonly from?: string;
  readonly until?: string;
  readonly replaces?: readonly string[];
  readonly doubts?: readonly string[];
  readonly audience?: {
    readonly only?: readonly string[] | null;
    readonly not?: readonly string[];
  };
}

export interface ScriptedReader extends Reader {
  readonly requests: readonly ReadRequest[];
  /** The next requests are answered like this, one after the other; then the last one holds. */
  answer(...answers: readonly Scripted[]): void;
}

type Scripted = (
  request: ReadRequest,
  signal?: AbortSignal,
) => readonly NoteSketch[] | Promise<readonly NoteSketch[]>;

export function draftOf(sketch: NoteSketch, at: number, turns: readonly string[]): DraftNote {
  const {
    text,
    id = `x${at + 1}`,
    about = 'Nadia',
    aspect = `matter ${at}`,
    value = text,
    turns: cited = [1],
    ...others
  } = sketch;
  return DraftNote.parse({
    ...others,
    id,
    text,
    about,
    aspect,
    value: value.slice(0, 500),
    turns: cited.map((place) => turns[place - 1] ?? 'none'),
    replaces: [...(sketch.replaces ?? [])],
    doubts: [...(sketch.doubts ?? [])],
  });
}

export function scriptedReader(): ScriptedReader {
  const requests: ReadRequest[] = [];
  let scripts: Scripted[] = [() => []];
  return {
    id: 'scripted',
    requests,
    answer: (...answers) => {
      scripts = [...answers];
    },
    async read(request, signal): Promise<ReadAnswer> {
      requests.push(request);
      const script = scripts.length > 1 ? scripts.shift() : scripts[0];
      const sketches = (await script?.(request, signal)) ?? [];
      const ids = request.turns.map(({ id }) => id);
      return {
        notes: sketches.map((sketch, at) => draftOf(sketch, at, ids)),
        malformed: {},
        tokens: 100,
      };
    },
  };
}
