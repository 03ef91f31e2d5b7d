import type { MarkedRead, Unread } from '../../domain/reading.js';

/** One session that waits, with what stands beside it, and how it is read. */
export function toldUnread({ waiting, task, owner, turns, notes, subjects }: Unread): string {
  if (turns.length === 0) return task;
  return [
    `${counted(waiting, 'turn waits', 'turns wait')}. First ${counted(turns.length, 'turn', 'turns')} of one session, below.`,
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

/** What was taken of notes that were handed in, and how many turns still wait. */
export function toldMarked({ marked, notes, refused, left, waiting }: MarkedRead): string {
  const why = Object.entries(refused).map(([reason, count]) => `${count}: ${reason}`);
  return [
    `${counted(marked, 'turn', 'turns')} read, ${counted(notes, 'note', 'notes')} written.`,
    ...(why.length === 0 ? [] : [`Not taken: ${why.join('; ')}.`]),
    ...(left.length === 0
      ? []
      : [
          `Of the notes ${left.join(', ')}. Where one is right, remember it with note, in the words of its turns.`,
        ]),
    waiting === 0 ? 'Nothing waits.' : `${counted(waiting, 'turn waits', 'turns wait')}: unread.`,
  ].join(' ');
}

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
