import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { NoteByHand } from '../../domain/note.js';
import { MarkedRead, ReadingAnswer, ReadingInput, ReadingReport } from '../../domain/reading.js';
import { defineOperation, deprecatedVerb, type Operation } from '../../operations/operation.js';
import { renderMarked, renderRead, renderReading, toldMarked, toldUnread } from './view.js';
import { definedOnly } from '../../domain/well-formed.js';
import { flag } from '../../domain/schema.js';

export const readingOperation = defineOperation({
  name: 'reading',
  summary: 'Tell how far what was remembered has been read into notes, and what waits.',
  description:
    'Turns that wait, what was read, written and refused, what this hour has spent of its budget, and why it rests. In the background it is off unless it was switched on: mneme bank configure --reading. With `next`, for whoever reads by hand: the turns of one session, which are handed over to mark_read with the notes read off them, the earlier notes that they may replace or put in doubt, subjects as notes name them, and how a note is written.',
  input: ReadingInput,
  output: ReadingAnswer,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme reading', shows: 'what waits, failed and was spent' },
    { command: 'mneme reading --next', shows: 'the first session that waits, too' },
  ],
  served: { pace: 'quick' },
  verb: ['reading.status'],
  places: [{ method: 'GET', path: '/reading' }],
  asLines: renderReading,
  run: (memory, input) => memory.reading.status(input),
  // Placed after `run`, from which the compiler infers the output's type.
  asText: (answer) => (answer.next === null ? JSON.stringify(answer) : toldUnread(answer.next)),
});

export const readOperation = defineOperation({
  name: 'read',
  summary: 'Let the configured reader read what waits into notes, now.',
  description:
    'As far as the budget of this hour goes; each answer is one change, which can be undone. What was stopped goes on with the next run. --dry asks about the first session that waits, shows the notes and writes nothing.',
  input: z.strictObject({
    all: flag('Also what was remembered before it was switched on.'),
    dry: flag('Show what would be written of the first session.'),
  }),
  output: ReadingReport,
  positional: [],
  effect: 'write',
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme read', shows: 'how many notes came of how many turns' },
    { command: 'mneme read --all', shows: 'the same for everything that is there' },
    { command: 'mneme read --dry', shows: 'the notes of one session, unwritten' },
  ],
  served: { long: true, scope: 'admin' },
  verb: ['reading.run'],
  places: [{ method: 'POST', path: '/reading/run' }],
  asLines: renderRead,
  run: (memory, { all, dry }, { signal, onProgress }) =>
    memory.reading.run({
      all,
      dry,
      ...definedOnly({ signal, onProgress }),
    }),
});

export const markReadOperation = defineOperation({
  name: 'mark_read',
  words: ['mark', 'read'],
  summary: 'Say that turns were read, with the notes read off them: they wait no more.',
  description:
    'Everything in one change, which can be undone. The notes are held to the turns as those of any reader: what a note says stands in its turns, in the earlier notes that `reading` shows with them, or follows. What is not taken is told by its id; it can be written with remember and `note`.',
  input: z.strictObject({
    ids: z
      .array(MemoryId)
      .min(1, 'name at least one turn')
      .max(200, 'at most 200 ids')
      .describe('Ids of turns, as `reading` shows them; with notes at most 20.'),
    notes: z
      .array(NoteByHand)
      .max(200, 'at most 200 notes')
      .default([])
      .describe('What was read off them, in the order in which they refer to each other.'),
  }),
  output: MarkedRead,
  positional: ['ids'],
  effect: 'write',
  idempotent: true,
  examples: [{ command: 'mneme mark read m_01h5k0c2x9w7a', shows: 'how many turns still wait' }],
  served: { pace: 'quick' },
  verb: ['reading.markRead'],
  places: [{ method: 'POST', path: '/reading/mark' }],
  asLines: renderMarked,
  run: (memory, input) => memory.reading.markRead(input),
  asText: toldMarked,
});

/** Deprecated aliases of `reading` and `read`. */
export const factsOperation: Operation = {
  ...(readingOperation as Operation),
  ...{ name: 'facts', former: 'reading', places: [{ method: 'GET', path: '/facts' }] },
};
export const extractOperation: Operation = {
  ...(readOperation as Operation),
  ...{ name: 'extract', words: ['facts', 'run'], former: 'read' },
  places: [{ method: 'POST', path: '/facts/run' }],
};
const { all } = ReadingInput.shape;
export const unreadOperation = deprecatedVerb(readingOperation, {
  name: 'unread',
  positional: [],
  places: [{ method: 'GET', path: '/reading/unread' }],
  input: z.strictObject({ all }),
  as: (given) => ({ next: true, ...given }),
});
