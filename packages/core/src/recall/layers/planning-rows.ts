import type { PlanningRow } from '../../domain/layers.js';
import { figuresOf, unfitted, type JudgedRow } from './row-figures.js';
import type { AskedGoal } from './goals-asked.js';

/** Matches statements that something is blocked. */
const BLOCKER =
  /\b(?:block(?:s|ed|ing|ers?)\b|stuck (?:on|at|with|because)|waiting (?:for|on)|held up|on hold|stalled|cannot .{1,80}? (?:until|before|without)|can['’]t .{1,80}? (?:until|before|without)|not .{1,60}? until|prevent(?:s|ed|ing)? .{1,60}? from|depends on .{1,60}? first|out of (?:money|budget|time)|missing\b.{1,60}? to (?:go on|continue|finish|start))/iu;

/** Goals in tree order, then blockers, best first. */
export function planningRows(
  goals: readonly AskedGoal[],
  ranked: readonly JudgedRow[],
  isQuestion: (slot: number) => boolean,
): PlanningRow[] {
  return [...goals.map(goalRow), ...ranked.flatMap((each) => blockerRow(each, isQuestion) ?? [])];
}

function goalRow({ goal, depth, shared, relevance }: AskedGoal): PlanningRow {
  const { id, description, level, status, parent } = goal;
  const tie =
    shared.length > 0
      ? `shares ${shared.map((word) => `“${word}”`).join(', ')} with the query`
      : 'stands in the tree above or beside what was asked';
  return {
    id,
    type: 'goal',
    content: description,
    level,
    status,
    parent,
    depth,
    ...unfitted(relevance),
    rationale: status === 'suspended' ? `${tie}; suspended` : tie,
  };
}

function blockerRow(judged: JudgedRow, isQuestion: (slot: number) => boolean): PlanningRow | null {
  const { memory, slot } = judged;
  const found = isQuestion(slot) ? null : BLOCKER.exec(memory.content);
  if (found === null) return null;
  return {
    id: memory.id,
    type: 'blocker',
    content: memory.content,
    level: null,
    status: null,
    parent: null,
    depth: 0,
    ...figuresOf(judged),
    rationale: `bears on the query and says “${found[0].trim()}”`,
  };
}
