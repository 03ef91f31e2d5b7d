import { z } from 'zod';
import { StrategyQuery } from './choose-strategy.js';
import { LearnReport, type ShownStrategy, StrategyAnswer, TaskInput } from './strategy-answers.js';
import type { UseReceipt } from './strategy-record.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { textUpTo } from '@mneme/core/domain/schema.js';
import { TrajectoryInput } from '@mneme/core/domain/strategy.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { bad, bold, dim, good, table, type TextFormat } from '@mneme/core/format/style.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

function renderLearned({
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

function renderStrategies(answer: StrategyAnswer, screen: TextFormat): string {
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

export const learnOperation = defineOperation({
  name: 'learn',
  summary: 'Learn strategies from runs: JSON or JSONL, one run or many.',
  description:
    'What works is read off runs that went well and runs that failed, at most three strategies of each run or task and those that hold across tasks; by a language model where one is configured. A run is taken in once.',
  input: z.strictObject({
    path: z.string().min(1).optional().describe('The file with the runs.'),
    trajectories: z
      .array(TrajectoryInput)
      .min(1)
      .max(1_000)
      .optional()
      .describe('The runs themselves, instead of a file.'),
    domain: textUpTo(100)
      .optional()
      .describe('The field of runs that name none. Default: general.'),
  }),
  output: LearnReport,
  positional: ['path'],
  reads: 'path',
  effect: 'write',
  founds: true,
  idempotent: true,
  examples: [
    { command: 'mneme learn runs.json', shows: 'the strategies that are new' },
    { command: 'mneme learn airline.json --domain airline --json', shows: 'all of them, as JSON' },
  ],
  served: { files: ['path'], pace: 'quick' },
  verb: ['strategies.learn', 'trajectories'],
  places: [{ method: 'POST', path: '/runs' }],
  asLines: renderLearned,
  run: (memory, { path, trajectories, domain }, { signal }) => {
    const options = definedOnly({ domain, signal });
    if (trajectories !== undefined) return memory.strategies.learn(trajectories, options);
    if (path !== undefined) return memory.strategies.learnFile(path, options);
    throw new MnemeError('invalid_input', 'learn: name a file, or hand the runs over.', {
      field: 'learn.path',
      hint: 'mneme learn runs.json',
    });
  },
});

export const strategiesOperation = defineOperation({
  name: 'strategies',
  summary: 'Find the strategy for a task, or list all.',
  description:
    'For a task the best alone by default: by words and meaning, conditions that facts do not violate, how it went when used and in like tasks, competence, and what its actions lead to. Where less than half of such tasks go well, nothing of high risk is offered; preferences tell which variant to use. Beside them the ways that people told: how-tos, rules, what must not be done, what worked and what failed.',
  input: StrategyQuery,
  output: StrategyAnswer,
  positional: ['task'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme strategies "cancel a flight" --domain airline', shows: 'what to do' },
    {
      command: 'mneme strategies "migrate the database" --difficulty hard --limit 3',
      shows: 'the best first, and what was left out',
    },
    { command: 'mneme strategies --level domain', shows: 'what holds across tasks' },
  ],
  verb: ['strategies.find'],
  places: [{ method: 'POST', path: '/strategies/search' }],
  asLines: renderStrategies,
  run: (memory, input) => memory.strategies.find(input),
});

// Former names of verbs that were merged into `strategies`.

export const FORMER = {
  ground_strategy: deprecatedVerb(strategiesOperation, {
    name: 'ground_strategy',
    words: ['strategy', 'ground'],
    positional: ['task'],
    places: [{ method: 'POST', path: '/strategies/ground' }],
    input: TaskInput,
    as: (task) => task,
  }),
  strategy_choose: deprecatedVerb(strategiesOperation, {
    name: 'strategy_choose',
    words: ['strategy', 'choose'],
    positional: ['task'],
    places: [{ method: 'POST', path: '/strategies/choose' }],
    input: TaskInput,
    as: (task) => task,
  }),
};
