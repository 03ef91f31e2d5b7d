import type { AlignmentLevel } from '../../../spaces/fingerprint/purpose.js';
import type { PurposeReport } from '../purpose-report.js';
import type { PurposeSample } from '../../../domain/purpose-history.js';
import { bad, dim, good, moment, table, type Screen } from '../../../screen/style.js';

export function renderPurpose(report: PurposeReport, screen: Screen): string {
  const {
    northStar,
    alignment,
    level,
    composite,
    memories,
    goals,
    misaligned,
    history,
    lifecycle,
    notices,
  } = report;
  if (northStar === null) return notices.join('\n');
  const facts: [string, string][] = [
    ['north star', northStar.description],
    [
      'alignment',
      alignment === null
        ? 'not measured'
        : `${alignment.toFixed(2)} ${coloured(level)}, over the latest ${memories} memories`,
    ],
    ['all goals', composite === null ? 'not measured' : composite.toFixed(2)],
    ['lifecycle', lifecycle.stage],
    [
      'history',
      history.length === 0
        ? 'none yet'
        : `${sparkline(history)}  ${moment(history[0]?.at ?? 0)} to ${moment(history.at(-1)?.at ?? 0)}`,
    ],
  ];
  const rows = goals.map((each) => [
    figure(each.alignment),
    coloured(each.level),
    figure(each.toNorthStar),
    `${'  '.repeat(each.depth)}${each.goal.description}`,
  ]);
  return [
    table(
      ['', ''],
      facts.map(([name, value]) => [dim(name), value]),
      screen,
      [12, 0],
    ).trim(),
    '',
    table(['aligned', 'level', 'to star', 'goal'], rows, screen, [8, 11, 8, 0]),
    ...misaligned.map((line) => dim(`Note: ${line}.`)),
    ...notices.map((line) => (line.startsWith('Alarm') ? bad(line) : dim(line))),
  ].join('\n');
}

function coloured(level: AlignmentLevel | null): string {
  if (level === null) return '';
  return level === 'optimal' || level === 'acceptable'
    ? good(level)
    : level === 'critical'
      ? bad(level)
      : level;
}

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

const BARS = '▁▂▃▄▅▆▇█';
const MAX_BARS = 40;

/** The latest samples as bars of eight heights; the full height is 0 to 1. */
export function sparkline(samples: readonly Pick<PurposeSample, 'alignment'>[]): string {
  return samples
    .slice(-MAX_BARS)
    .map(
      ({ alignment }) => BARS[Math.min(BARS.length - 1, Math.floor(alignment * BARS.length))] ?? '',
    )
    .join('');
}
