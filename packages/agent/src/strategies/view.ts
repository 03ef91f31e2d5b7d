import type { UseReceipt } from './strategy-record.js';
import type { LearnReport, ShownStrategy, StrategyAnswer } from './strategy-answers.js';
import { bad, bold, dim, good, table, type TextFormat } from '@mneme/core/format/style.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';

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

export function renderStrategies(answer: StrategyAnswer, screen: TextFormat): string {
  const { strategies, leftOut, competence, preferences, total, told, ways } = answer;
  const shown = renderTold(ways);
  const said = renderTold(told?.lines ?? []);
  const rows = strategies.map((each) => [
    each.id,
    used(each),
    `${bold(each.title)}\n${each.content}${conditions(each)}\n${dim(`${each.domain} · ${each.level} · risk ${each.risk}${each.subsumedBy === null ? '' : ` · part of ${each.subsumedBy}`}`)}`,
  ]);
  const none =
    total === 0
      ? 'No strategies yet. Learn some with `mneme learn runs.json`.'
      : `None of the ${total} strategies fits.`;
  return [
    ...(rows.length > 0
      ? [table(['id', 'worked', 'strategy'], rows, screen, [15, 8, 0])]
      : said.length + shown.length > 0
        ? []
        : [none]),
    ...leftOut.map(({ title, why }) => `${bad('left out')} ${title}: ${why}`),
    ...preferences.map(({ text, id }) => `${dim('held')} ${text} ${dim(id)}`),
    ...(competence?.known === true ? [dim(competence.notice)] : []),
    ...(shown.length === 0 ? [] : [bold('As people told:'), ...shown]),
    ...(told === null || said.length === 0 ? [] : [toldHeader(told), ...said]),
  ].join('\n');
}

export function renderUse({ strategy, experience, fact }: UseReceipt): string {
  const kept = [
    ...(experience === null ? [] : [experience]),
    ...(fact === null ? [] : [`the fact ${fact}`]),
  ];
  return `${strategy.id} worked ${strategy.successes} of ${strategy.applications} times: ${strategy.title}${kept.length === 0 ? '' : ` ${dim(`Kept as ${kept.join(', and ')}.`)}`}`;
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
