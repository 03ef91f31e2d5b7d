import type { CreditReport } from './read-credit.js';
import type { OutcomeReceipt } from './tell-outcome.js';
import { bad, bold, dim, good, moment, shorten, table, type Screen } from '../../screen/style.js';

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
const coloured = (value: number): string =>
  Math.abs(value) < 0.005 ? dim('0') : value > 0 ? good(signed(value)) : bad(signed(value));

export function renderOutcome({
  recollection,
  score,
  replaced,
  changed,
  credited,
}: OutcomeReceipt): string {
  const was = replaced === null ? '' : changed ? `, was ${signed(replaced)}` : ', as before';
  return [
    `${bold(recollection)} ended at ${coloured(score)}${was}`,
    ...credited.map(
      ({ memory, from, to }) => `  ${memory} credit ${signed(from)} → ${coloured(to)}`,
    ),
  ].join('\n');
}

export function renderCredit(
  { outcomes, baseline, memories, ends }: CreditReport,
  screen: Screen,
): string {
  if (outcomes === 0)
    return 'Nobody has told how anything ended: mneme outcome RECOLLECTION --good, with the id that a context or recall answered with.';
  const rows = memories.map(
    ({ memory, credit, gain, good: well, bad: badly, contexts, content }) => [
      memory,
      coloured(credit),
      signed(gain),
      `${well}/${badly}/${contexts}`,
      shorten(content, 80),
    ],
  );
  return [
    `${outcomes} ends; a context is expected to end at ${coloured(baseline)}`,
    table(['memory', 'credit', 'in recall', 'good/bad/all', 'text'], rows, screen),
    ...ends.map(
      ({ recollection, score, at, actor, note }) =>
        `  ${moment(at)} ${recollection} ${coloured(score)} ${dim(`by ${actor}`)}${note === null ? '' : `: ${note}`}`,
    ),
  ].join('\n');
}
