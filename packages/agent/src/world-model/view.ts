import type { ActionPlan, World } from './world-rules.js';
import type { GoalOutlook, HabitOutlook } from './anticipate.js';
import type { Simulation } from './simulate.js';
import type { SelfEstimate } from './self-estimate.js';
import { bad, bold, dim, table, type TextFormat, percent, good } from '@mneme/core/format/style.js';
import { renderTold } from '@mneme/core/modules/evidence/view.js';
import type { MovedBelief } from './score-predictions.js';

export const renderMoved = ({ content, before, after, id }: MovedBelief): string =>
  `${after >= before ? good('↑') : bad('↓')} ${percent(before)} → ${percent(after)} ${content} ${dim(id)}`;

interface Outlooks {
  readonly goal: GoalOutlook | null;
  readonly entity: HabitOutlook | null;
}

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

function renderWay({ steps, chance, options, notices }: ActionPlan): string {
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

export function renderWorld({ patterns, way }: World, screen: TextFormat): string {
  if (way !== null) return renderWay(way);
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

/** Success rates by task; for a single one in words. */
export function renderSelf(self: readonly SelfEstimate[], screen: TextFormat): string {
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

/** What a goal lacks, and somebody's habits. */
export function renderOutlooks({ goal, entity }: Outlooks): string[] {
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
    lines.push(...renderTold(planned), ...renderTold(entity.did));
    lines.push(
      ...entity.next.map(
        ({ doing, probability, count }) =>
          `  ${percent(probability)} ${doing} ${dim(`(${count})`)}`,
      ),
    );
    if (entity.active.hours.length > 0)
      lines.push(dim(`  Mostly active at ${entity.active.hours.join(', ')} o’clock UTC.`));
  }
  return lines;
}
