import { isOfLink } from './accept-notes.js';
import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { MAX_NOTE_TEXT, NoteByHand } from '../../domain/note.js';
import {
  MarkedRead,
  type NotTaken,
  ReadingAnswer,
  ReadingInput,
  ReadingReport,
  type NoteReview,
  type Unread,
} from '../../domain/reading.js';
import { flag, textUpTo } from '../../domain/schema.js';
import { definedOnly } from '../../domain/well-formed.js';
import { bad, counted, dim, good, moment, table, type TextFormat } from '../../format/style.js';
import { defineOperation, deprecatedVerb, type Operation } from '../../operations/operation.js';

function renderReading(status: ReadingAnswer, screen: TextFormat): string {
  const { hour } = status;
  const rows: [string, string][] = [
    ['in the background', status.on ? good('yes') : 'no'],
    ['reader', status.reader ?? 'none configured'],
    ['waiting', `${counted(status.waiting, 'turn')}${status.reading ? ', being read' : ''}`],
    ['read', `${counted(status.read, 'turn')}, ${counted(status.notes, 'note')}`],
    ...Object.entries(status.refused).map(([reason, count]): [string, string] => [
      'refused',
      `${count}: ${reason}`,
    ]),
    ...(status.givenUp > 0
      ? [['given up', counted(status.givenUp, 'turn')] as [string, string]]
      : []),
    [
      'this hour',
      `${hour.calls} of ${hour.mostCalls} requests, ${hour.tokens} of ${hour.mostTokens} tokens${hour.endsAt === null ? '' : `, until ${moment(hour.endsAt)}`}`,
    ],
    ['ever', `${counted(status.calls, 'request')}, ${counted(status.tokens, 'token')}`],
    ...(status.failures > 0
      ? [
          [
            bad('failed'),
            `${status.failures === 1 ? 'once' : `${status.failures} times`}: ${status.reason ?? ''}${status.nextTry === null ? '' : `; next try ${moment(status.nextTry)}`}`,
          ] as [string, string],
        ]
      : []),
  ];
  const figures = table(
    ['', ''],
    rows.map(([name, value]) => [dim(name), value]),
    screen,
  ).trim();
  return [
    figures,
    ...(status.next === null ? [] : [renderUnread(status.next)]),
    ...(status.review === null ? [] : [renderReview(status.review)]),
  ].join('\n\n');
}

function renderReview({ doubted, refused }: NoteReview): string {
  if (doubted.length + refused.length === 0) return 'No note is in doubt, and none was refused.';
  return [
    ...(doubted.length === 0 ? [] : ['In doubt, as what they rested on has changed:']),
    ...doubted.map(({ id, text, byText }) => `  ${dim(id)} ${text}\n${dim(`    by: ${byText}`)}`),
    ...(refused.length === 0 ? [] : ['Refused:']),
    ...refused.map(
      ({ turn, text, why, word }) =>
        `  ${dim(turn)} ${text}\n${dim(`    ${whyOf({ why, word })}`)}`,
    ),
  ].join('\n');
}

function renderRead(report: ReadingReport): string {
  const { refused, givenUp, waiting, ended, stopped, proposed, left } = report;
  const rest = [
    ...Object.entries(refused).map(([reason, count]) => `${count} refused: ${reason}`),
    ...left.map((text) => `not taken: ${text}`),
    ...(givenUp > 0 ? [`${counted(givenUp, 'turn')} given up`] : []),
    ...(waiting > 0 ? [counted(waiting, 'turn waits', 'turns wait')] : []),
    ...(stopped === null ? [] : [stopped]),
    ...(ended === 'failed' ? ['what it said: mneme read --dry'] : []),
    ...(ended === 'no_reader' ? ['set MNEME_READER, or run mneme setup'] : []),
  ];
  return [
    headOf(report),
    ...proposed.map(
      ({ text, about, aspect, value, status }) =>
        `  ${text}\n${dim(`    ${about} · ${aspect} · ${value} · ${status}`)}`,
    ),
    ...rest.map((line) => dim(`  ${line}`)),
  ].join('\n');
}

function headOf({ read, notes, givenUp, waiting, ended, proposed }: ReadingReport): string {
  if (ended === 'trial')
    return `${counted(proposed.length, 'note')} of ${counted(read, 'turn')}, not written${proposed.length > 0 ? ':' : '.'}`;
  if (read > 0 || givenUp > 0)
    return `Read ${counted(notes, 'note')} off ${counted(read, 'turn')}.`;
  return waiting === 0 ? 'Nothing waits to be read.' : bad('Nothing was read.');
}

const exampleNote = (turn: string): string =>
  JSON.stringify([
    { text: 'Ann lives in Porto.', about: 'Ann', aspect: 'home', value: 'Porto', turns: [turn] },
  ]);

function renderUnread({ waiting, task, turns, notes }: Unread): string {
  if (turns.length === 0) return 'Nothing waits to be read.';
  return [
    `${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'}. First:`,
    ...turns.map(({ id, said, speaker, text }) => `  ${dim(`${id} ${said}`)} ${speaker}: ${text}`),
    ...(notes.length === 0 ? [] : ['Earlier notes that they may touch:']),
    ...notesBySubject(notes, ({ id }) => `  ${dim(id)} `),
    '',
    task.replace('call mark_read', 'hand them in as shown below (agents call mark_read)'),
    '',
    'Hand in the notes, with the ids of all these turns:',
    `  mneme mark read ${turns.map(({ id }) => id).join(' ')} --notes '${exampleNote(turns[0]?.id ?? '')}'`,
    'Longer ones go in a file: --notes @notes.json. Where nothing is worth a note, leave out --notes.',
  ].join('\n');
}

/** `a name that stands nowhere: Magdalena` */
const whyOf = ({ why, word }: Omit<NotTaken, 'id'>): string =>
  word === null ? why : `${why}: ${word}`;

const TO_MEND = 'Mend them and hand them in again, with the ids of the same turns.';

function renderMarked(told: MarkedRead): string {
  const { marked, notes, refused, left, reasons, forgot, waiting } = told;
  return [
    `${counted(marked, 'turn')} marked as read${notes === 0 ? '' : `, ${counted(notes, 'note')} written`}; ${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'}.`,
    ...forgot.map((line) => `  ${line}`),
    ...Object.entries(refused).map(([reason, count]) => dim(`  ${count} refused: ${reason}`)),
    ...reasons.map((each) =>
      dim(`  ${each.id}${isOfLink(each) ? '' : ' was not written'}: ${whyOf(each)}`),
    ),
    ...(left.length === 0 ? [] : [dim(`  ${TO_MEND}`)]),
  ].join('\n');
}

/** Earlier notes, each subject once. */
function notesBySubject(
  notes: Unread['notes'],
  leadOf: (note: Unread['notes'][number]) => string,
): string[] {
  const subjects = [...new Set(notes.map(({ about }) => about))];
  return subjects.flatMap((subject) => [
    `${subject}:`,
    ...notes
      .filter(({ about }) => about === subject)
      .map((note) => {
        const { aspect, status, from, until, text } = note;
        const days = from === null && until === null ? [] : [`${from ?? ''}..${until ?? ''}`];
        return `${leadOf(note)}${[aspect, ...(status === 'holds' ? [] : [status]), ...days, text].join(' | ')}`;
      }),
  ]);
}

/** One pending session with its notes and subjects, and the instructions for reading it. */
export function toldUnread({ waiting, task, owner, turns, notes, subjects }: Unread): string {
  if (turns.length === 0) return task;
  return [
    `${countOf(waiting, 'turn waits', 'turns wait')}. First ${countOf(turns.length, 'turn', 'turns')} of one session, below.`,
    task,
    ...(owner === null ? [] : [`The owner: ${owner}`]),
    ...(subjects.length === 0 ? [] : ['Subjects that are known:']),
    ...subjects.map(({ name, is, aliases }) =>
      [`- ${name}`, ...(is === null ? [] : [is]), ...aliases].join('; '),
    ),
    ...(notes.length === 0
      ? []
      : ['Earlier notes that the turns may touch, below their subjects, as aspect | days | note:']),
    ...notesBySubject(notes, () => '- '),
    'Turns:',
    ...turns.map(({ said, speaker, text }) => `${said}, ${speaker}: ${text}`),
  ].join('\n');
}

/** How many submitted notes were accepted, and how many turns are still pending. */
export function toldMarked(told: MarkedRead): string {
  const { marked, notes, refused, left, reasons, forgot, waiting } = told;
  const why = Object.entries(refused).map(([reason, count]) => `${count}: ${reason}`);
  return [
    `${countOf(marked, 'turn', 'turns')} read, ${countOf(notes, 'note', 'notes')} written.`,
    ...forgot.map((line) => `${line}.`),
    ...(why.length === 0 ? [] : [`Not taken: ${why.join('; ')}.`]),
    ...(left.length === 0
      ? []
      : [
          `Not written: ${left.join(', ')}. ${reasons.map((each) => `${each.id}: ${whyOf(each)}.`).join(' ')} ${TO_MEND}`,
        ]),
    waiting === 0 ? 'Nothing waits.' : `${countOf(waiting, 'turn waits', 'turns wait')}: unread.`,
  ].join(' ');
}

const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

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
    { command: 'mneme reading --review', shows: 'notes in doubt, and refused ones' },
  ],
  served: { pace: 'quick' },
  verb: ['reading.status'],
  places: [{ method: 'GET', path: '/reading' }],
  asLines: renderReading,
  run: (memory, input) => memory.reading.status(input),
  // Placed after `run`, from which the compiler infers the output's type.
  // What was refused may be what somebody smuggled in: it is for people.
  asText: ({ review, ...answer }) =>
    answer.next === null
      ? JSON.stringify({ ...answer, doubted: review?.doubted.map(({ id }) => id) })
      : toldUnread(answer.next),
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
    'Everything in one change, which can be undone. The notes are held to the turns as those of any reader: what a note says stands in its turns, in the earlier notes that `reading` shows with them, or follows. What is not taken is told with the reason, and can be mended and handed in again with the ids of its turns.',
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
    drop: z
      .array(textUpTo(MAX_NOTE_TEXT))
      .max(200, 'at most 200 sentences')
      .default([])
      .describe(
        'Instead: sentences of refused notes of these turns, which nobody is to see again.',
      ),
  }),
  output: MarkedRead,
  positional: ['ids'],
  effect: 'write',
  idempotent: true,
  examples: [
    { command: 'mneme mark read m_01h5k0c2x9w7a', shows: 'how many turns still wait' },
    {
      command: `mneme mark read m_01h5k0c2x9w7a --notes '${exampleNote('m_01h5k0c2x9w7a')}'`,
      shows: 'how many notes were written, and why one was not',
    },
  ],
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
