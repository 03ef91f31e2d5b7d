import type {
  CompressReport,
  LearnReport,
  ShownStrategy,
  StrategyAnswer,
  StrategyOutcomeReceipt,
} from './strategy-answers.js';
import { bad, bold, dim, good, table, type Screen } from '../../screen/style.js';
import { renderTold, toldHeader } from '../told/view.js';

export function renderLearned({
  learned,
  known,
  successes,
  failures,
  strategies,
  added,
  changed,
  dropped,
  notices,
}: LearnReport): string {
  return [
    `${good('Learned')} from ${learned} runs (${successes} went well, ${failures} failed${known > 0 ? `; ${known} were known` : ''}).`,
    dim(`${added} strategies are new, ${changed} changed, ${dropped} were dropped.`),
    ...strategies.map(
      ({ id, title, content, level, fromSuccess }) =>
        `\n${fromSuccess ? good('✓') : bad('!')} ${bold(title)}\n  ${content}\n  ${dim(`${level} · ${id}`)}`,
    ),
    ...notices.map(dim),
  ].join('\n');
}

export function renderStrategies(
  { strategies, ruledOut, total, told }: StrategyAnswer,
  screen: Screen,
): string {
  const said = told?.lines ?? [];
  if (said.length > 0)
    return [
      ...(strategies.length === 0 ? [] : [learned(strategies, ruledOut, screen)]),
      ...(told === null ? [] : [toldHeader(told)]),
      ...renderTold(said),
    ].join('\n');
  if (strategies.length === 0)
    return total === 0
      ? 'No strategies yet. Learn some with `mneme learn runs.json`.'
      : `None of the ${total} strategies fits.${ruled(ruledOut)}`;
  return learned(strategies, ruledOut, screen);
}

function learned(
  strategies: StrategyAnswer['strategies'],
  ruledOut: StrategyAnswer['ruledOut'],
  screen: Screen,
): string {
  const rows = strategies.map((each) => [
    each.id,
    used(each),
    `${bold(each.title)}\n${each.content}${conditions(each)}\n${dim(`${each.domain} · ${each.level} · risk ${each.risk}${each.subsumedBy === null ? '' : ` · part of ${each.subsumedBy}`}`)}`,
  ]);
  return `${table(['id', 'worked', 'strategy'], rows, screen, [15, 8, 0])}${ruled(ruledOut)}`;
}

export function renderStrategyOutcome({ strategy }: StrategyOutcomeReceipt): string {
  return `${strategy.id} worked ${strategy.successes} of ${strategy.applications} times: ${strategy.title}`;
}

export function renderCompression({ before, after, clusters }: CompressReport): string {
  if (clusters.length === 0) return `Nothing to put together among ${before} strategies.`;
  return [
    `${before} strategies became ${after}:`,
    ...clusters.map(
      ({ id, title, subsumes, level }) =>
        `  ${id} ${title} ${dim(`(${level}, of ${subsumes.length})`)}`,
    ),
  ].join('\n');
}

function used({ applications, successes }: ShownStrategy): string {
  return applications === 0 ? '–' : `${successes}/${applications}`;
}

function conditions({ conditions: checked, preconditions }: ShownStrategy): string {
  if (preconditions.length === 0) return '';
  const state = (condition: string): string =>
    checked.find((each) => each.condition === condition)?.state ?? '';
  return `\n${preconditions.map((each) => `${dim('if')} ${each}${state(each) === '' ? '' : dim(` (${state(each)})`)}`).join('\n')}`;
}

function ruled(ruledOut: readonly ShownStrategy[]): string {
  return ruledOut.length === 0
    ? ''
    : `\n${dim(`Ruled out by the facts: ${ruledOut.map(({ title }) => title).join('; ')}.`)}`;
}
