import type { ReadingReport } from '../../domain/reading.js';
import type { Reader } from '../../ports/reader.js';
import type { OpenedBank } from '../module.js';
import { acceptNotes } from './accept-notes.js';
import { added } from './job.js';
import type { BankRequest } from './request-composer.js';

export const NOTHING_READ = {
  ...{ read: 0, notes: 0, refused: {}, givenUp: 0 },
  ...{ proposed: [], left: [] },
} as const;
const TOO_LONG = 'the first turn is too long for one request: it would be given up';

/** Asks about a request, and writes nothing: what would be taken of the answer, and what not. Throws what the reader throws. */
export async function rehearse(
  { request, memories, said, booked }: BankRequest,
  reader: Reader,
  {
    waiting,
    reading,
    stemmer,
  }: { readonly waiting: number } & Pick<OpenedBank, 'reading' | 'stemmer'>,
  signal?: AbortSignal,
): Promise<ReadingReport> {
  const report = { ...NOTHING_READ, waiting, ended: 'trial', stopped: null } as const;
  if (booked > reading.tokens) return { ...report, proposed: [], left: [], stopped: TOO_LONG };
  const answer = await reader.read(request, signal);
  const { notes, refused } = acceptNotes(answer.notes, request, said, stemmer);
  const taken = new Set(notes.map(({ draft }) => draft.id));
  return {
    ...report,
    read: memories.length,
    notes: notes.length,
    refused: added(refused, answer.malformed),
    proposed: notes.map(({ draft: { text, about, aspect, value, type, status } }) => ({
      ...{ text, about, aspect, value, type, status },
    })),
    left: answer.notes.flatMap(({ id, text }) => (taken.has(id) ? [] : [text])),
    stopped: 'a trial: nothing was written',
  };
}
