import type { OutputOf } from '../../operations/table.js';
import { bad, counted, dim, good, moment, table, type Screen } from '../../screen/style.js';

export function renderReading(status: OutputOf<'reading'>, screen: Screen): string {
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
  return table(
    ['', ''],
    rows.map(([name, value]) => [dim(name), value]),
    screen,
  ).trim();
}

export function renderRead(report: OutputOf<'read'>): string {
  const { read, notes, refused, givenUp, waiting, stopped, proposed } = report;
  const rest = [
    ...Object.entries(refused).map(([reason, count]) => `${count} refused: ${reason}`),
    ...(givenUp > 0 ? [`${counted(givenUp, 'turn')} given up`] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'turn')} wait`] : []),
    ...(stopped === null ? [] : [stopped]),
  ];
  const head =
    proposed.length > 0
      ? `${counted(proposed.length, 'note')}, not written:`
      : `Read ${counted(notes, 'note')} off ${counted(read, 'turn')}.`;
  return [
    head,
    ...proposed.map(
      ({ text, about, aspect, value, status }) =>
        `  ${text}\n${dim(`    ${about} · ${aspect} · ${value} · ${status}`)}`,
    ),
    ...rest.map((line) => dim(`  ${line}`)),
  ].join('\n');
}

export function renderUnread({ waiting, turns, notes }: OutputOf<'unread'>): string {
  if (turns.length === 0) return 'Nothing waits to be read.';
  return [
    `${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'}. First:`,
    ...turns.map(({ id, said, speaker, text }) => `  ${dim(`${id} ${said}`)} ${speaker}: ${text}`),
    ...(notes.length === 0 ? [] : ['Earlier notes that they may touch:']),
    ...notes.map(({ id, text }) => `  ${dim(id)} ${text}`),
  ].join('\n');
}

export function renderMarked({
  marked,
  notes,
  refused,
  left,
  waiting,
}: OutputOf<'mark_read'>): string {
  return [
    `${counted(marked, 'turn')} marked as read${notes === 0 ? '' : `, ${counted(notes, 'note')} written`}; ${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'}.`,
    ...Object.entries(refused).map(([reason, count]) => dim(`  ${count} refused: ${reason}`)),
    ...(left.length === 0 ? [] : [dim(`  not written: ${left.join(', ')}`)]),
  ].join('\n');
}
