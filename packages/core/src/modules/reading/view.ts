import type { MarkedRead, ReadingAnswer, ReadingReport, Unread } from '../../domain/reading.js';
import { bad, counted, dim, good, moment, type TextFormat, table } from '../../format/style.js';

export function renderReading(status: ReadingAnswer, screen: TextFormat): string {
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
  return status.next === null ? figures : `${figures}\n\n${renderUnread(status.next)}`;
}

export function renderRead(report: ReadingReport): string {
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

function renderUnread({ waiting, turns, notes }: Unread): string {
  if (turns.length === 0) return 'Nothing waits to be read.';
  return [
    `${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'}. First:`,
    ...turns.map(({ id, said, speaker, text }) => `  ${dim(`${id} ${said}`)} ${speaker}: ${text}`),
    ...(notes.length === 0 ? [] : ['Earlier notes that they may touch:']),
    ...notes.map(({ id, text }) => `  ${dim(id)} ${text}`),
  ].join('\n');
}

export function renderMarked({ marked, notes, refused, left, waiting }: MarkedRead): string {
  return [
    `${counted(marked, 'turn')} marked as read${notes === 0 ? '' : `, ${counted(notes, 'note')} written`}; ${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'}.`,
    ...Object.entries(refused).map(([reason, count]) => dim(`  ${count} refused: ${reason}`)),
    ...(left.length === 0 ? [] : [dim(`  not written: ${left.join(', ')}`)]),
  ].join('\n');
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
      : ['Earlier notes that the turns may touch, as aspect | days | note:']),
    ...notes.map(({ aspect, status, from, until, text }) =>
      [
        `- ${aspect}`,
        ...(status === 'holds' ? [] : [status]),
        ...(from === null && until === null ? [] : [`${from ?? ''}..${until ?? ''}`]),
        text,
      ].join(' | '),
    ),
    'Turns:',
    ...turns.map(({ said, speaker, text }) => `${said}, ${speaker}: ${text}`),
  ].join('\n');
}

/** How many submitted notes were accepted, and how many turns are still pending. */
export function toldMarked({ marked, notes, refused, left, waiting }: MarkedRead): string {
  const why = Object.entries(refused).map(([reason, count]) => `${count}: ${reason}`);
  return [
    `${countOf(marked, 'turn', 'turns')} read, ${countOf(notes, 'note', 'notes')} written.`,
    ...(why.length === 0 ? [] : [`Not taken: ${why.join('; ')}.`]),
    ...(left.length === 0
      ? []
      : [
          `Of the notes ${left.join(', ')}. Where one is right, remember it with note, in the words of its turns.`,
        ]),
    waiting === 0 ? 'Nothing waits.' : `${countOf(waiting, 'turn waits', 'turns wait')}: unread.`,
  ].join(' ');
}

const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
