import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTextProgram } from '../../packages/core/src/adapters/readers/program.js';
import { ReaderCommand } from '../../packages/core/src/config/settings.js';
import { readerEnvironment } from '../../packages/core/src/config/environment.js';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import type { DraftNote } from '../../packages/core/src/domain/note.js';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { countTokens } from '../../packages/core/src/language/count-tokens.js';
import {
  programReader,
  promptFor,
} from '../../packages/core/src/modules/reading/prompted-reader.js';
import type { Reader, ReadRequest } from '../../packages/core/src/ports/models.js';
import type { BenchmarkValues } from '../benchmark.js';
import { recordingOf, type CountingReader } from './fill-by-reading.js';

/** A large model may think for long. */
const TIMEOUT_MS = 3_600_000;

/** The flags by which a talk is read. */
export const READING_OPTIONS = [
  {
    flag: '--readings <path>',
    description: 'a folder with recorded notes for each talk, by which it is read',
  },
  {
    flag: '--reader <command>',
    description: 'a program that reads each talk instead: it gets a prompt and answers with notes',
  },
  {
    flag: '--record <path>',
    description: 'a folder for what the program wrote, as --readings takes it',
  },
];

/** Who reads a talk; null where nobody does. Throws `invalid_input`. */
export function readersFrom({
  readings,
  reader,
  record,
}: BenchmarkValues): ((talk: string) => CountingReader) | null {
  const refused = (field: string, why: string, hint: string): MnemeError =>
    new MnemeError('invalid_input', `--${field}: ${why}.`, { field: `--${field}`, hint });
  if (typeof reader !== 'string') {
    if (record !== undefined)
      throw refused('record', 'nothing is recorded without a program', 'Name it with --reader.');
    return typeof readings === 'string' ? (talk) => recordingOf(readings, talk) : null;
  }
  if (readings !== undefined)
    throw refused('reader', 'recordings are given, too', 'Give --readings or --reader.');
  const command = parseInput(ReaderCommand, reader, '--reader');
  const program = createTextProgram({
    ...{ command, timeoutMs: TIMEOUT_MS },
    environment: readerEnvironment(),
  });
  return (talk) => {
    if (typeof record !== 'string') return counting(programReader(program));
    const file = join(record, `${talk}.jsonl`);
    if (existsSync(file))
      throw refused(
        'record',
        `there is a ${file} already`,
        'Move it away, or name another folder.',
      );
    mkdirSync(record, { recursive: true });
    writeFileSync(file, '');
    return counting(
      recording(programReader(program), (note) =>
        appendFileSync(file, `${JSON.stringify(note)}\n`),
      ),
    );
  };
}

/** Counts the tokens of requests. Who reads for real links to what it was shown, and to nothing else. */
function counting(reader: Reader): CountingReader {
  let tokens = 0;
  let linked = 0;
  return {
    id: reader.id,
    requestTokens: () => tokens,
    offered: () => ({ named: linked, shown: linked }),
    async read(request, signal) {
      const { system = '', text } = promptFor(request);
      tokens += countTokens(system) + countTokens(text);
      const answer = await reader.read(request, signal);
      const shown = new Set<string>(request.notes.map(({ id }) => id));
      for (const { replaces, doubts } of answer.notes)
        linked += [...replaces, ...doubts].filter((id) => shown.has(id)).length;
      return answer;
    },
  };
}

/**
 * Hands what a reader writes to `keep` in the form of recordings: ids of its own, turns by their callers' names,
 * earlier notes by the ids they were kept under. Notes that are not taken in the end are kept, too.
 */
export function recording(reader: Reader, keep: (note: DraftNote) => void): Reader {
  const kept = new Map<string, string>();
  const turns = new Map<string, string>();
  let count = 0;
  return {
    id: reader.id,
    async read(request: ReadRequest, signal) {
      const answer = await reader.read(request, signal);
      for (const { id, turn } of request.turns) turns.set(id, turn ?? id);
      const shown = new Map<string, (typeof request.notes)[number]>(
        request.notes.map((note) => [note.id, note]),
      );
      const own = new Map<string, string>();
      const linked = (ids: readonly string[]): string[] =>
        ids.flatMap((id) => own.get(id) ?? kept.get(plain(shown.get(id)?.text ?? '')) ?? []);
      for (const note of answer.notes) {
        const id = `n${String(++count).padStart(3, '0')}`;
        const cited = note.turns.flatMap((each) => [each, ...(shown.get(each)?.turns ?? [])]);
        keep({
          ...note,
          id,
          turns: [...new Set(cited.flatMap((each) => turns.get(each) ?? []))],
          replaces: linked(note.replaces),
          doubts: linked(note.doubts),
        });
        own.set(note.id, id);
        kept.set(plain(note.text), id);
      }
      return answer;
    },
  };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
