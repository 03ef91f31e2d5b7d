import { bad, bold, dim, good, type TextFormat, percent } from '@mneme/core/format/style.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';
import type { ChosenStrategy } from '../strategies/choose-strategy.js';
import type { AttemptAdvice, Conclusion, Reconciliation } from './answers.js';
import type { Foretelling } from './foretell.js';
import type { ObserveReceipt, PreparedTask, Synthesis } from './prepare.js';
import type { Pursuit } from './pursue.js';
import { renderMoved, renderOutlooks, renderSelf, renderSimulation } from '../world-model/view.js';

const left = (leftOut: PreparedTask['leftOut']): string[] =>
  leftOut.map(({ title, why }) => `${bad('left out')} ${title}: ${why}`);

export function renderForetelling(output: Foretelling, screen: TextFormat): string {
  const { told, known, facts, prediction, self, steps } = output;
  const outlooks = renderOutlooks(output);
  if (steps.length === 0)
    return outlooks.length === 0 ? renderSelf(self, screen) : outlooks.join('\n');
  const decided = facts.filter((fact) => fact.decided);
  return [
    renderAttempt(output),
    ...(known ? [renderSimulation(output)] : []),
    ...decided.map(
      ({ text, confidence, id }) => `${dim('by')} ${text} ${dim(`${percent(confidence)} · ${id}`)}`,
    ),
    ...(self.length === 0 ? [] : [renderSelf(self, screen)]),
    ...(known || told.lines.length > 0 ? [] : output.notices.map(dim)),
    ...(prediction === null ? [] : [`Kept as ${prediction}.`]),
    ...outlooks,
  ].join('\n');
}

/** The recommendation, the chance of success, and the evidence: rules against it first. */
function renderAttempt({ whether, askFirst, chance, past, risks, told }: AttemptAdvice): string {
  return [
    `${SAID[whether]}${askFirst ? ' Ask for help first.' : ''}${chance === null ? '' : ` ${byShares(chance)}`}`,
    ...(past.attempts === 0 ? [] : [`Of ${past.attempts} runs, ${past.successes} went well.`]),
    ...(risks.length === 0 ? [] : [`It failed before by: ${risks.join(', ')}.`]),
    ...(told.lines.length === 0 ? [] : [toldHeader(told), ...renderTold(told.lines)]),
  ].join('\n');
}

const SAID: Readonly<Record<AttemptAdvice['whether'], string>> = {
  go: good('Go ahead.'),
  go_with_care: 'Go with care.',
  do_not: bad('Do not do it.'),
  unknown: 'Nothing that is known tells how it goes.',
};

function byShares({
  good: well,
  bad: badly,
  mixed,
  undertakings,
}: NonNullable<AttemptAdvice['chance']>): string {
  const both = mixed < 0.005 ? '' : `, ${percent(mixed)} both ways`;
  return `By ${undertakings} like it: ${percent(well)} well, ${percent(badly)} badly${both}.`;
}

function renderPrepared({
  advice,
  strategy,
  alternatives,
  ways,
  leftOut,
  action,
  prediction,
  facts,
  preferences,
}: PreparedTask): string {
  const said = new Set(advice.told.lines.map(({ id }) => id));
  const named = ({ title, content }: ChosenStrategy): string => `${bold(title)}\n  ${content}`;
  return [
    renderAttempt(advice),
    ...renderTold(ways.filter(({ id }) => !said.has(id))),
    ...(strategy === null
      ? ways.length > 0
        ? []
        : ['No strategy for it is known.']
      : [named(strategy), `${dim('do')} ${action}`]),
    ...alternatives.map(({ title, worth }) => dim(`or: ${title} (${worth.toFixed(2)})`)),
    ...left(leftOut),
    ...[...facts.slice(0, 5), ...preferences].map(
      ({ text, id }) => `${dim('•')} ${text} ${dim(id)}`,
    ),
    dim(
      `Say how it went: mneme observe "…" --status success --predictions '{"id":"${prediction}"}'`,
    ),
  ].join('\n');
}

function conclusion({
  succeeded,
  experience,
  beliefs,
  told,
  strategies,
  competence,
  goal,
  notices,
}: Conclusion): string {
  return [
    `${succeeded ? good('Learned from a success') : bad('Learned from what went wrong')} ${dim(experience)}`,
    ...beliefs.map(renderMoved),
    ...told.map(({ content, id }) => `${dim('told')} ${content} ${dim(id)}`),
    ...strategies.map(({ title, content }) => `${bold(title)}\n  ${content}`),
    ...(competence === null
      ? []
      : [
          `Succeeds in ${percent(competence.mean)} (${competence.samples} seen)${competence.newFailureMode === null ? '' : `; new way of failing: ${competence.newFailureMode}`}.`,
        ]),
    ...(goal === null
      ? []
      : [`Goal ${goal.id} is ${percent(goal.progress)} done, ${goal.status}.`]),
    ...notices.map(dim),
  ].join('\n');
}

export function renderObserved(receipt: ObserveReceipt): string {
  const { transition, prediction, task, doing, interaction } = receipt;
  const lines = [
    interaction === null ? '' : conclusion(interaction),
    transition === null
      ? ''
      : `${transition.foretold === null ? 'New: nothing was known of it.' : `Foretold with ${percent(transition.foretold)}: ${transition.came === true ? good('it came') : bad('something else came')}.`}${transition.rulesChanged ? ' The rules have changed; what was outdated is dropped.' : ''}`,
    prediction === null
      ? ''
      : `The prediction of ${percent(prediction.probability)} ${prediction.came ? good('came true') : bad('did not come true')} (Brier ${prediction.brier.toFixed(2)}).`,
    task === null
      ? ''
      : `${percent(task.mean)} of tasks succeed (${percent(task.interval[0])} to ${percent(task.interval[1])}, ${task.samples} seen).`,
    doing === null ? '' : `Expected with ${percent(doing.expected)}.`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

export function renderPursuit({
  goal,
  progress,
  ready,
  blocked,
  closed,
  gaps,
  notices,
}: Pursuit): string {
  return [
    `${bold(goal.description)} ${dim(`${percent(progress)} done, ${goal.status}`)}`,
    ...ready.map(({ id, description }) => `  ${good('free')} ${description} ${dim(id)}`),
    ...blocked.map(
      ({ goal: step, because }) =>
        `  ${bad('blocked')} ${step.description} ${dim(because.join('; '))}`,
    ),
    ...closed.map((what) => `  ${dim('memory has')} ${what}`),
    ...gaps.map(({ what, step }) => `  ${dim('lacks')} ${what}: ${step}`),
    ...notices.map(dim),
  ].join('\n');
}

export function renderSynthesis(synthesis: Synthesis): string {
  const { query, text, paradigms, confidence, overBudget, prepared, reconciled } = synthesis;
  return [
    ...(prepared === null ? [] : [renderPrepared(prepared)]),
    ...(query === ''
      ? []
      : [
          text,
          dim(
            `${paradigms.value.join(', ')} · ${percent(confidence)} sure${overBudget.length > 0 ? ` · slow: ${overBudget.join(', ')}` : ''}`,
          ),
        ]),
    ...(reconciled === null ? [] : [renderReconciliation(reconciled)]),
  ].join('\n');
}

/** Text for a model: what is known, and how to approach a task. */
export function synthesisAsText({ text, prepared, reconciled }: Synthesis): string {
  return [
    text,
    ...(prepared === null
      ? []
      : [
          prepared.advice.rationale,
          `Do: ${prepared.action}`,
          `Say how it went with observe, and the prediction ${prepared.prediction}.`,
        ]),
    ...(reconciled === null || reconciled.question === null ? [] : [reconciled.question]),
  ].join('\n');
}

function renderReconciliation({
  resolution,
  moved: figure,
  interval,
  question,
}: Reconciliation): string {
  return [
    resolution,
    ...(figure === null
      ? []
      : [`${figure.of} ${figure.before.toFixed(2)} → ${figure.after.toFixed(2)}`]),
    ...(interval === null ? [] : [`Between ${percent(interval[0])} and ${percent(interval[1])}.`]),
    ...(question === null ? [] : [bold(question)]),
  ].join('\n');
}
