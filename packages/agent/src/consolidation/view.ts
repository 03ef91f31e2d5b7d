import type { DreamAnswer, DreamReport, DreamReview } from '@mneme/core/domain/night.js';
import { bold, dim, good, shorten } from '@mneme/core/format/style.js';
import { typed } from '@mneme/core/format/typed.js';

const MAX_SHOWN = 20;
const MAX_QUOTE = 90;

function renderReport(report: DreamReport): string {
  const { night, startedAt, stopped, tookMs, jobs, parts, schedule } = report;
  const when =
    schedule === 'off'
      ? 'It dreams when asked.'
      : `It dreams by itself ${schedule === 'idle' ? 'when nobody asks' : `from ${schedule} on`}, while a server has it open.`;
  if (night === null) return [`No night yet. ${when}`, ...questions(report)].join('\n');
  const began = startedAt === null ? '' : ` of ${new Date(startedAt).toISOString().slice(0, 16)}Z`;
  const head = `${bold(`Night ${night}`)}${began}: ${report.changes} ${report.changes === 1 ? 'change' : 'changes'} in ${(tookMs / 1000).toFixed(1)} s, ${report.memoriesBefore} memories before, ${report.memoriesAfter} after.${stopped === null ? '' : ` Not finished: ${stopped}.`}`;
  return [
    head,
    ...jobs.map(
      ({ name, about, steps, done, total, finished }) =>
        `  ${name}: ${steps} ${dim(`(${about}; ${finished ? 'done' : `${done} of ${total}`})`)}`,
    ),
    ...parts.flatMap(({ reversal, kind, why, memories, state }) => [
      `  ${dim(reversal)} ${kind}: ${why}${state === 'open' ? '' : dim(` (${state})`)}`,
      ...said(memories, report.quotes),
    ]),
    ...(report.next === null
      ? []
      : [dim(`More: mneme dream --report --night ${night} --before ${report.next}`)]),
    ...questions(report),
    ...(report.open === 0
      ? []
      : [
          dim(
            `Keep it: mneme dream --settle accept. Undo it: mneme dream --settle reject [--parts HASH]`,
          ),
        ]),
    dim(when),
  ].join('\n');
}

function questions({ asks, quotes }: Pick<DreamReport, 'asks' | 'quotes'>): string[] {
  if (asks.length === 0) return [];
  return [
    bold(`It asks ${asks.length}:`),
    ...asks
      .slice(0, MAX_SHOWN)
      .flatMap(({ reason, memories, settledBy }) => [
        `  ${reason}`,
        ...said(memories, quotes),
        ...settledBy.map(({ operation, input }) => dim(`    ${typed(operation, input)}`)),
      ]),
    ...(asks.length > MAX_SHOWN ? [dim(`  and ${asks.length - MAX_SHOWN} more (--json)`)] : []),
  ];
}

function said(ids: readonly string[], quotes: DreamReport['quotes']): string[] {
  return ids.flatMap((id) => {
    const quote = quotes.find((each) => each.id === id);
    return quote === undefined ? [] : [`    ${dim(id)} ${shorten(quote.content, MAX_QUOTE)}`];
  });
}

export function renderDream({ settled, stopping, ...report }: DreamAnswer): string {
  if (stopping)
    return `The night ${report.night ?? ''} ends after the change that it is at; \`mneme dream\` goes on with it.`;
  if (settled === null) return renderReport(report);
  const { night, verdict, kept } = settled;
  if (night === null) return 'No night yet: nothing to settle.';
  return [
    `${good(`${settled.settled} ${settled.settled === 1 ? 'change' : 'changes'}`)} of the night ${night} ${verdict === 'accept' ? 'accepted' : 'undone'}.`,
    ...kept.map(({ reversal, why }) => `  ${reversal} is kept: ${why}`),
  ].join('\n');
}

export function renderReview({ left, ...report }: DreamReview): string {
  return left.length === 0
    ? renderReport(report)
    : `${left.join(' and ')} stay as they are; no night asks about them again.`;
}
