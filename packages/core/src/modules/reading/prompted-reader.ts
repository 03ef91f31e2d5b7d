import { MnemeError } from '../../domain/errors.js';
import { DraftNote } from '../../domain/note.js';
import { countTokens } from '../../language/count-tokens.js';
import { wholeNotes } from './request.js';
import type {
  LanguageModel,
  ReadAnswer,
  Reader,
  ReadRequest,
  TextProgram,
} from '../../ports/models.js';
import { READ_NOTES_REPAIR, readNotes } from '../../prompts/notes-and-summaries.js';
import { inPlainWords } from '../../domain/input.js';
import { isRecord } from '../../domain/well-formed.js';

/** The well-formed notes of an answer, and counts of malformed ones by reason. */
interface ParsedAnswer {
  readonly notes: readonly DraftNote[];
  readonly malformed: Readonly<Record<string, number>>;
}

/**
 * Parses a program's output: an object with notes, a list, or lines of JSON, fenced or not. Null if it is none of
 * these: prose is not searched for JSON.
 */
export function readValues(text: string): readonly unknown[] | null {
  const bare = unfenced(text.trim());
  const whole = parseJson(bare);
  if (whole !== undefined) return listOf(whole);
  const lines = bare.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parseJson);
  return lines.length > 0 && values.every((value) => isRecord(value)) ? values : null;
}

function listOf(whole: unknown): readonly unknown[] | null {
  if (Array.isArray(whole)) return whole as unknown[];
  if (!isRecord(whole)) return null;
  if (Array.isArray(whole['notes'])) return whole['notes'] as unknown[];
  // A single note in JSON lines form.
  return 'text' in whole ? [whole] : null;
}

function unfenced(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  const start = text.indexOf('\n');
  return start < 0 ? text : text.slice(start + 1, -3).trim();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names in an answer, mapped to the ids of what the reader was shown. */
interface ShownNames {
  readonly turns: ReadonlyMap<string, string>;
  readonly notes: ReadonlyMap<string, string>;
}

/** Parses values as notes; names of shown notes and turns become ids, references within the answer stay. */
export function parseNotes(values: readonly unknown[], { turns, notes }: ShownNames): ParsedAnswer {
  const malformed: Record<string, number> = {};
  const parsed = values.flatMap((value): DraftNote[] => {
    const given = parseNote(withoutEmpty(value));
    if (!given.success) {
      const [issue] = given.error.issues;
      const reason = `no note: ${issue?.path.map(String)[0] ?? 'its form'} is wrong`;
      malformed[reason] = (malformed[reason] ?? 0) + 1;
      return [];
    }
    const note = given.data;
    const named = (ids: readonly string[]): string[] => ids.map((id) => notes.get(plain(id)) ?? id);
    return [
      {
        ...note,
        turns: note.turns.map((id) => turns.get(plain(id)) ?? notes.get(plain(id)) ?? id),
        replaces: named(note.replaces),
        doubts: named(note.doubts),
      },
    ];
  });
  return { notes: parsed, malformed };
}

/** Optional fields: a malformed one is dropped, not the whole note. */
const DISPENSABLE: ReadonlySet<PropertyKey | undefined> = new Set([
  'because',
  'outcome',
  'asks',
  'matters',
  'is',
]);

function parseNote(value: unknown): ReturnType<typeof DraftNote.safeParse> {
  const given = DraftNote.safeParse(value, { error: inPlainWords });
  if (given.success || !isRecord(value)) return given;
  const wrong = new Set(given.error.issues.map(({ path }) => path[0]));
  if (![...wrong].every((part) => DISPENSABLE.has(part))) return given;
  return DraftNote.safeParse(
    Object.fromEntries(Object.entries(value).filter(([part]) => !wrong.has(part))),
  );
}

/** Maps T01 to t1. */
const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^([a-z])0+(?=\d)/, '$1');

/** Empty strings become null: small models confuse them. */
function withoutEmpty(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, part === '' ? null : part]),
  );
}

/** A configured language model as a reader; its server enforces the answer's schema. */
export function modelReader(model: LanguageModel): Reader {
  return {
    id: model.id,
    async read(request, signal) {
      const prompt = promptFor(request);
      const { notes } = await model.complete(prompt, signal);
      return answered(request, notes, prompt.text, JSON.stringify(notes));
    },
  };
}

/** A program as a reader: it gets the task as text, with one retry if its answer is not JSON. */
export function programReader(program: TextProgram): Reader {
  return {
    id: program.id,
    async read(request, signal) {
      const { text } = promptFor(request);
      const first = await program.ask(text, signal);
      const values = readValues(first);
      if (values !== null) return answered(request, values, text, first);
      const again = `${text}\n${READ_NOTES_REPAIR}`;
      const second = await program.ask(again, signal);
      const repaired = readValues(second);
      if (repaired !== null) return answered(request, repaired, text + again, first + second);
      throw new MnemeError(
        'unavailable',
        `${program.id} did not keep to the form that was asked for: it is not JSON.`,
        { field: 'reader.answer', hint: 'Try again, or name a program with a larger model.' },
      );
    },
  };
}

export const promptFor = (request: ReadRequest) => readNotes(request, wholeNotes(request.notes));

function answered(
  request: ReadRequest,
  values: readonly unknown[],
  asked: string,
  said: string,
): ReadAnswer {
  const numbered = (ids: readonly { readonly id: string }[], letter: string): Map<string, string> =>
    new Map(ids.map(({ id }, at) => [`${letter}${at + 1}`, id]));
  return {
    ...parseNotes(values, {
      turns: numbered(request.turns, 't'),
      notes: numbered(request.notes, 'n'),
    }),
    tokens: countTokens(asked) + countTokens(said),
  };
}
