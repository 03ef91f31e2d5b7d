import type { ActionPlan } from './plan-actions.js';
import type { Agenda, Decomposition, FiredGoals, PlanReceipt } from '../goals/plan-answers.js';
import type { Anticipation } from './anticipate.js';
import type { BeliefToRevise } from '../metamemory/sources.js';
import type { ObserveReceipt } from './observe.js';
import type { PredictionReceipt, Simulation, WorldRules } from './simulate.js';
import type { SelfEstimate } from './self-estimate.js';
import { bad, bold, dim, good, moment, table, type Screen } from '../../screen/style.js';
import { renderTold } from '../told/view.js';

const percent = (value: number): string => `${Math.round(100 * value)} %`;
const listed = (state: readonly string[]): string =>
  state.length === 0 ? 'nobody knows' : state.join(', ');

export function renderSimulation({
  steps,
  confidence,
  alternatives,
  uncertainty,
  notices,
}: Simulation): string {
  const lines = steps.map(
    ({ action, state, confidence: sure }) =>
      `${bold(action)} → ${listed(state)} ${dim(percent(sure))}`,
  );
  return [
    ...lines,
    ...(steps.length > 1 ? [`All of it: ${percent(confidence)}.`] : []),
    ...alternatives.map(({ state, probability }) =>
      dim(`  or ${listed(state)}: ${percent(probability)}`),
    ),
    ...(uncertainty.length > 0
      ? [
          dim(
            `Doubt: ${uncertainty.map(({ source, share }) => `${source} (${percent(share)})`).join(', ')}.`,
          ),
        ]
      : []),
    ...notices.map(dim),
  ].join('\n');
}

export function renderActionPlan({ steps, chance, options, notices }: ActionPlan): string {
  return [
    ...(steps.length === 0
      ? ['Nothing that can be done is worth its cost.']
      : [
          steps.map((step) => bold(step)).join(', then '),
          `The goal is reached in ${percent(chance)}.`,
        ]),
    ...options
      .slice(0, 10)
      .map(({ action, worth, chance: reached }) =>
        dim(`  ${action}: worth ${worth.toFixed(2)}, ${percent(reached)} to the goal`),
      ),
    ...notices.map(dim),
  ].join('\n');
}

export function renderPrediction({ id, state, probability }: PredictionReceipt): string {
  return `${id}: ${listed(state)}, ${percent(probability)}.\n${dim(`Settle it: mneme observe --prediction '{"id":"${id}","came":true}'`)}`;
}

export function renderObserved({ transition, prediction, task, doing }: ObserveReceipt): string {
  const lines = [
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

export function renderWorld({ patterns }: WorldRules, screen: Screen): string {
  if (patterns.length === 0)
    return 'Nothing is known of the world yet. Tell what you see with `mneme observe`.';
  const rows = patterns.map(
    ({ domain, action, preconditions, postconditions, reliability, sampleSize, interval }) => [
      percent(reliability),
      String(sampleSize),
      `${bold(action)}${preconditions.length === 0 ? '' : ` when ${preconditions.join(' and ')}`} → ${listed(postconditions)}\n${dim(`${domain} · ${percent(interval[0])} to ${percent(interval[1])}`)}`,
    ],
  );
  return table(['reliable', 'seen', 'rule'], rows, screen, [8, 5, 0]);
}

/** How well tasks go, by what was reported of them; of one alone in words. */
export function renderSelf(self: readonly SelfEstimate[], screen: Screen): string {
  const [only] = self;
  if (only === undefined)
    return 'Nothing is known of yourself yet. Report tasks with `mneme observe --task`.';
  if (self.length === 1) return [only.notice, ...effort(only)].join('\n');
  const rows = self.map((each) => [
    percent(each.accuracy),
    `${percent(each.interval[0])}–${percent(each.interval[1])}`,
    String(each.samples),
    each.verdict.replaceAll('_', ' '),
    each.capability,
  ]);
  return table(
    ['rate', 'interval', 'seen', 'verdict', 'capability'],
    rows,
    screen,
    [6, 13, 5, 20, 0],
  );
}

function effort({ steps }: SelfEstimate): string[] {
  return steps === null
    ? []
    : [
        dim(
          `Takes about ${Math.round(steps.expected)} steps (${Math.round(steps.range[0])} to ${Math.round(steps.range[1])}).`,
        ),
      ];
}

export function renderAnticipation({ goal, entity }: Anticipation): string {
  const lines: string[] = [];
  if (goal !== null) {
    lines.push(
      `${bold(goal.goal.description)}: ${goal.feasibility === null ? 'nothing tells whether it can be done' : `feasible ${percent(goal.feasibility)}`}, done ${percent(goal.progress)}, urgency ${goal.urgency.toFixed(2)}`,
    );
    lines.push(
      ...goal.gaps.map(({ kind, what, step }) => `  ${bad(kind)} ${what}\n    ${dim(step)}`),
    );
    lines.push(...renderTold(goal.planned.lines.filter(({ state }) => state !== null)));
    if (goal.waitsFor.length > 0) lines.push(`  waits for ${goal.waitsFor.join(', ')}`);
    if (goal.covered.length > 0) lines.push(dim(`  There already: ${goal.covered.join(', ')}.`));
  }
  if (entity !== null) {
    const { lines: told } = entity.planned;
    const planned = told.filter(({ state }) => state !== null);
    lines.push(entity.known ? bold(entity.entity) : `Nothing was ever seen of ${entity.entity}.`);
    lines.push(...renderTold(planned));
    lines.push(
      ...entity.next.map(
        ({ doing, probability, count }) =>
          `  ${percent(probability)} ${doing} ${dim(`(${count})`)}`,
      ),
    );
    if (entity.active.hours.length > 0)
      lines.push(dim(`  Mostly active at ${entity.active.hours.join(', ')} o’clock UTC.`));
  }
  return lines.join('\n');
}

export function renderBeliefs(beliefs: readonly BeliefToRevise[]): string {
  if (beliefs.length === 0) return 'No opinion needs another look.';
  return beliefs
    .map(
      ({ id, content, confidence, reasons }) =>
        `${id} ${percent(confidence)} ${content} ${dim(`(${reasons.join(', ')})`)}`,
    )
    .join('\n');
}

export function renderPlan({ goal, plan }: PlanReceipt): string {
  return `${good('Planned')}: ${goal.description}\n  ${dim(`priority ${plan.priority}${plan.deadline === null ? '' : `, until ${moment(plan.deadline)}`}, done ${percent(plan.progress)}`)}`;
}

export function renderAgenda({ goals, due }: Agenda, screen: Screen): string {
  if (goals.length === 0) return 'No goals stand. Set one with `mneme goal set "…"`.';
  const rows = goals.map(({ goal, urgency, progress, blockers, waitsFor }) => {
    const held = [...blockers.map(({ what }) => what), ...waitsFor.map((id) => `waits for ${id}`)];
    return [
      goal.id,
      urgency.toFixed(2),
      percent(progress),
      `${due.includes(goal.id) ? good('due ') : ''}${goal.description}${held.length > 0 ? `\n${bad('blocked')} ${dim(held.join('; '))}` : ''}`,
    ];
  });
  return table(['id', 'urgency', 'done', 'goal'], rows, screen, [15, 7, 6, 0]);
}

export function renderFired({ fired }: FiredGoals): string {
  if (fired.length === 0) return 'Nothing comes to mind.';
  return fired
    .map(
      ({ goal, urgency }) =>
        `${goal.id} ${goal.description} ${dim(`(urgency ${urgency.toFixed(2)})`)}`,
    )
    .join('\n');
}

export function renderDecomposition({ parent, subgoals, by, notices }: Decomposition): string {
  return [
    `${bold(parent.description)} ${dim(`by ${by}`)}`,
    ...subgoals.map(
      ({ goal, dependsOn }) =>
        `  ${goal.id} ${goal.description}${dependsOn.length > 0 ? dim(` after ${dependsOn.join(', ')}`) : ''}`,
    ),
    ...notices.map(dim),
  ].join('\n');
}
