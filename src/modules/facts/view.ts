import type { OutputOf } from '../../operations/table.js';
import { bad, counted, dim, good, moment, table, type Screen } from '../../screen/style.js';

export function renderFacts(status: OutputOf<'facts'>, screen: Screen): string {
  const { hour } = status;
  const rows: [string, string][] = [
    ['switched on', status.on ? good('yes') : 'no'],
    ['model', status.model ?? 'none configured: the rules read alone'],
    ['waiting', `${counted(status.waiting, 'turn')}${status.reading ? ', being read' : ''}`],
    [
      'read',
      `${counted(status.read, 'turn')}, ${counted(status.claims, 'claim')}, ${status.refused} refused`,
    ],
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

export function renderFactsRun(report: OutputOf<'extract'>): string {
  const { read, claims, refusals, givenUp, waiting, stopped } = report;
  const rest = [
    ...refusals.map(
      ({ why, count, turns }) =>
        `${count} refused: ${why}${turns.length === 0 ? '' : ` (${turns.join(', ')})`}`,
    ),
    givenUp > 0 ? `${counted(givenUp, 'turn')} given up` : '',
    waiting > 0 ? `${counted(waiting, 'turn')} wait` : '',
    stopped ?? '',
  ].filter((part) => part !== '');
  return [
    `Read ${counted(claims, 'claim')} off ${counted(read, 'turn')}.`,
    ...rest.map((line) => dim(`  ${line}`)),
  ].join('\n');
}
