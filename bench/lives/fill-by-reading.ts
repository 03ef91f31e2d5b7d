import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { countTokens } from '../../packages/core/src/language/count-tokens.js';
import { createRecordingReader, readRecording, type RecordingReader } from '../recording-reader.js';
import type { ReadRequest } from '../../packages/core/src/ports/models.js';
import { promptFor } from '../../packages/core/src/modules/reading/prompted-reader.js';
import { SHIPPED_CERTAINTY } from '../../packages/core/src/recall/confidence/judgement.js';
import { SHIPPED_MODEL } from '../../packages/core/src/recall/ranking/fusion-model.js';
import { LoadedBank, type Beside } from '../loaded-bank.js';
import type { BankFiles, OpenedBank } from '../talk/bank-files.js';
import type { Figures } from '../talk/figures.js';
import type { Talk, TalkTurn } from '../talk/talk.js';

/** How often turns are asked about; fewer each time. */
const MAX_TRIES = 6;

/** What reading a talk came to. */
export interface ReadingFigures {
  readonly turns: number;
  readonly notes: number;
  /** Recorded notes that were turned away, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Earlier notes that recorded ones replace or doubt, and how many of them the requests showed. */
  readonly named: number;
  readonly shown: number;
  /** Tokens of all requests, as they are put to a model. */
  readonly requestTokens: number;
}

/** Answers with the recorded notes of a talk, and counts what the same requests would cost a model. */
export interface CountingReader extends RecordingReader {
  requestTokens(): number;
}

/** The recording of one talk in a folder. Throws `invalid_input` where there is none. */
export function recordingOf(folder: string, talk: string): CountingReader {
  const file = join(folder, recordedAs(folder, talk));
  if (!existsSync(file))
    throw new MnemeError('invalid_input', `${folder} holds no recording of ${talk}.`, {
      field: 'readings',
      value: file,
      hint: 'Name a folder with a file of notes for each talk.',
    });
  const reader = createRecordingReader(readRecording(readFileSync(file, 'utf8')));
  let tokens = 0;
  return {
    ...reader,
    requestTokens: () => tokens,
    read: (request: ReadRequest, signal) => {
      const { system = '', text } = promptFor(request);
      tokens += countTokens(system) + countTokens(text);
      return reader.read(request, signal);
    },
  };
}

/** Files may be numbered. */
function recordedAs(folder: string, talk: string): string {
  const plain = `${talk}.jsonl`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.find((name) => name === plain || /^\d+-(.*)$/.exec(name)?.[1] === plain) ?? plain;
}

/** Fills a new bank with a talk, each session read before the next begins, and goes on with it. */
export async function useRead<Made>(
  talk: Talk,
  readerOf: (talk: string) => CountingReader,
  files: BankFiles,
  run: (opened: OpenedBank) => Promise<Made>,
  beside: Beside = {},
): Promise<{ readonly made: Made; readonly reading: ReadingFigures }> {
  const reader = readerOf(talk.id);
  const filled: ReadingFigures[] = [];
  const made = await files.fillOnce(
    async (file) => {
      const bank = LoadedBank.open(file, undefined, undefined, undefined, undefined, { reader });
      try {
        filled.push(await fillByReading(talk, bank, reader));
      } finally {
        await bank.close();
      }
    },
    SHIPPED_MODEL,
    SHIPPED_CERTAINTY,
    run,
    beside,
  );
  return { made, reading: filled[0] as ReadingFigures };
}

/** Fills a bank session by session, and has each read before the next begins. */
export async function fillByReading(
  { turns }: Pick<Talk, 'turns'>,
  bank: LoadedBank,
  reader: CountingReader,
): Promise<ReadingFigures> {
  for (const session of sessionsOf(turns)) {
    await bank.fill(session);
    await readSession(bank);
  }
  const status = await bank.memory.reading.status();
  return {
    turns: status.read,
    notes: status.notes,
    refused: status.refused,
    ...reader.offered(),
    requestTokens: reader.requestTokens(),
  };
}

/** Has what waits read; a program may fail and be asked again. Throws `unavailable`. */
async function readSession({ memory }: LoadedBank): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { waiting, stopped } = await memory.reading.run({ all: true });
    if (waiting === 0) return;
    if (tries === MAX_TRIES)
      throw new MnemeError('unavailable', `${waiting} turns of a talk were not read.`, {
        hint: stopped ?? 'Nobody reads them.',
      });
  }
}

/** Of the recorded notes: how many were refused, and of those they replace or doubt, how many were shown. */
export function readingFigures(read: readonly ReadingFigures[]): Figures {
  if (read.length === 0) return {};
  const sum = (of: (each: ReadingFigures) => number): number =>
    read.reduce((total, each) => total + of(each), 0);
  const refused = sum((each) => Object.values(each.refused).reduce((a, b) => a + b, 0));
  const [turns, notes] = [sum((each) => each.turns), sum((each) => each.notes)];
  return {
    offered:
      sum(({ shown }) => shown) /
      Math.max(
        1,
        sum(({ named }) => named),
      ),
    refused: refused / Math.max(1, notes + refused),
    notes_per_turn: notes / turns,
    request_tokens: sum(({ requestTokens }) => requestTokens) / turns,
  };
}

export function sessionsOf(turns: readonly TalkTurn[]): TalkTurn[][] {
  const sessions: TalkTurn[][] = [];
  for (const turn of turns) {
    const last = sessions.at(-1);
    if (last !== undefined && last[0]?.session === turn.session) last.push(turn);
    else sessions.push([turn]);
  }
  return sessions;
}
