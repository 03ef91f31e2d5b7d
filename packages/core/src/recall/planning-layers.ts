import { type Goal, type GoalLine, isOpenGoal, treeOrder } from '../domain/goal.js';
import type { PlanningRow, ProspectiveRow } from '../domain/layers.js';
import type { Memory, MentionedDate } from '../domain/memory.js';
import { DAY, type Instant } from '../domain/time.js';
import type { Reminder } from '../kernel/module.js';
import { describeInterval } from '../language/calendar.js';
import { nextOccurrence } from '../language/dates/weekdays-and-recurrence.js';
import { detectLanguage } from '../language/detect-language.js';
import { type Intention, readIntention } from '../language/speech.js';
import type { Stemmer } from '../language/stem.js';
import { isFrameWord } from '../language/segmentation.js';
import { contentTerms } from '../language/terms.js';
import { figuresOf, type JudgedRow, unfitted } from './memory-layers.js';
import type { Understanding } from './understand.js';

/** A goal of the tree with its relation to the query. */
interface AskedGoal extends GoalLine {
  /** The query's words that it contains. */
  readonly shared: readonly string[];
  /** Share of the query's words that it contains, 0..1. */
  readonly relevance: number;
}

/**
 * The active goals relevant to the query: those that share a word with it, and their parent goals. All goals if the
 * query asks for plans or tasks and no goal shares a word, as in “what is next?”.
 */
export function goalsAsked(
  goals: readonly Goal[],
  understanding: Understanding,
  stemmer: Stemmer,
): AskedGoal[] {
  const lines = treeOrder(goals.filter(isOpenGoal)).map((line): AskedGoal => ({
    ...line,
    ...sharedWith(line.goal.description, understanding, stemmer),
  }));
  const direct = lines.filter(({ shared }) => shared.length > 0);
  if (direct.length === 0) return asksForAll(understanding) ? lines : [];
  const kept = new Set(direct.flatMap(({ goal }) => [goal.id, ...aboveOf(goal, lines)]));
  return lines.filter(({ goal }) => kept.has(goal.id));
}

/** A reminder with the share of the query's words that it contains, 0..1. */
interface AskedReminder {
  readonly reminder: Reminder;
  readonly relevance: number;
}

/** Reminders that share a word with the query; all of them if none does and it asks for plans or tasks. */
export function remindersAsked(
  reminders: readonly Reminder[],
  understanding: Understanding,
  stemmer: Stemmer,
): readonly AskedReminder[] {
  const all = reminders.map((reminder) => ({
    reminder,
    relevance: sharedWith(reminder.content, understanding, stemmer).relevance,
  }));
  const direct = all.filter(({ relevance }) => relevance > 0);
  return direct.length > 0 ? direct : asksForAll(understanding) ? all : [];
}

const asksForAll = ({ route }: Understanding): boolean =>
  route.type.value === 'planning' ||
  route.type.value === 'prospective' ||
  route.reasoning.value === 'strategic';

function sharedWith(
  text: string,
  { terms }: Understanding,
  stemmer: Stemmer,
): Pick<AskedGoal, 'shared' | 'relevance'> {
  const asked = terms.filter(({ term }) => !isFrameWord(term));
  const own = new Set(contentTerms(text, detectLanguage(text), stemmer));
  const shared = asked.filter(({ term }) => own.has(term)).map(({ word }) => word);
  return { shared, relevance: asked.length === 0 ? 0 : shared.length / asked.length };
}

function aboveOf(goal: Goal, lines: readonly GoalLine[]): Goal['id'][] {
  const above: Goal['id'][] = [];
  for (let parent = goal.parent; parent !== null && !above.includes(parent);) {
    above.push(parent);
    const id = parent;
    parent = lines.find((line) => line.goal.id === id)?.goal.parent ?? null;
  }
  return above;
}

/** Matches statements that something is blocked. */
const BLOCKER =
  /\b(?:block(?:s|ed|ing|ers?)\b|stuck (?:on|at|with|because)|waiting (?:for|on)|held up|on hold|stalled|cannot .{1,80}? (?:until|before|without)|can['’]t .{1,80}? (?:until|before|without)|not .{1,60}? until|prevent(?:s|ed|ing)? .{1,60}? from|depends on .{1,60}? first|out of (?:money|budget|time)|missing\b.{1,60}? to (?:go on|continue|finish|start))/iu;

/** Goals in tree order, then blockers, best first. */
export function planningRows(
  goals: readonly AskedGoal[],
  ranked: readonly JudgedRow[],
  isQuestion: (slot: number) => boolean,
): PlanningRow[] {
  return [
    ...goals.map(plannedGoalRow),
    ...ranked.flatMap((each) => blockerRow(each, isQuestion) ?? []),
  ];
}

function plannedGoalRow({ goal, depth, shared, relevance }: AskedGoal): PlanningRow {
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

/** A moment, and the asker's local time at it, written as UTC: dates in texts are local times. */
interface AskedAt {
  readonly now: Instant;
  readonly local: Instant;
}

/** Future memories, goals and reminders: the next due first, then by score. */
export function prospectiveRows(
  ranked: readonly JudgedRow[],
  goals: readonly { readonly goal: Goal; readonly relevance: number }[],
  reminders: readonly AskedReminder[],
  at: AskedAt,
): ProspectiveRow[] {
  const rows = [
    ...ranked.flatMap((each) => memoryRow(each, at) ?? []),
    ...goals.map(({ goal, relevance }) => goalRow(goal, relevance)),
    ...reminders.map(reminderRow),
  ];
  return rows.sort(
    (a, b) =>
      (a.due?.from ?? Infinity) - (b.due?.from ?? Infinity) ||
      b.why.score - a.why.score ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Null for a memory that is past, or is neither an intention nor a future event. */
function memoryRow(judged: JudgedRow, at: AskedAt): ProspectiveRow | null {
  const { memory } = judged;
  const intention = readIntention(memory.content);
  const single = dueOf(memory, at);
  if (intention === null && single === null) return null;
  // A date that has passed: done or not, it is not in the future.
  if (single === null && memory.dates.some((date) => !date.recurring)) return null;
  const again = memory.dates.some(({ recurring }) => recurring);
  const due = single ?? nextOf(memory, at);
  return {
    id: memory.id,
    content: memory.content,
    type: intention?.type ?? 'event',
    status: statusOf(single, again, at),
    priority: urgent(intention?.priority ?? MEDIUM, due?.from ?? null, at.local),
    assignee: assigneeOf(intention, memory),
    due:
      due === null
        ? null
        : { from: due.from, to: due.to, text: describeInterval(due.from, due.to, due.precision) },
    saidAt: memory.saidAt,
    ...figuresOf(judged),
  };
}

function statusOf(
  single: Pick<MentionedDate, 'from'> | null,
  again: boolean,
  { local }: AskedAt,
): ProspectiveRow['status'] {
  if (single === null) return again ? 'recurring' : 'open';
  return single.from <= local ? 'due' : 'ahead';
}

/** The next occurrence of a recurring date, if its words state one. */
function nextOf({ dates }: Memory, { local }: AskedAt): Due | null {
  const days = dates.flatMap((date) => {
    const next = date.recurring ? nextOccurrence(date, local) : null;
    return next === null ? [] : [{ ...next, precision: date.precision }];
  });
  return days.sort((a, b) => a.from - b.from)[0] ?? null;
}

type Due = Pick<MentionedDate, 'from' | 'to' | 'precision'>;

/** Its nearest date that has not passed. */
function dueOf(
  { dates, occurredFrom: from, occurredTo: to, occurredPrecision: precision }: Memory,
  { now, local }: AskedAt,
): Due | null {
  // If no date in its text says when it happened, this is when it was said.
  const own = from > Math.max(now, local) ? [{ from, to, precision }] : [];
  const ahead = [
    ...dates.filter((date) => !date.recurring && date.to > local && !isLongUnderWay(date, local)),
    ...own,
  ];
  return ahead.sort((a, b) => a.from - b.from)[0] ?? null;
}

/** “This year” is not a due date while the year lasts. */
function isLongUnderWay({ from, to }: Pick<MentionedDate, 'from' | 'to'>, now: Instant): boolean {
  return from <= now && to - from > LONG;
}

const LONG = 32 * DAY;
const MEDIUM = 0.5;

/** × 1.5 within a day, × 1.2 within a week. */
function urgent(priority: number, from: Instant | null, now: Instant): number {
  const left = from === null ? Infinity : from - now;
  return Math.min(1, priority * (left <= DAY ? 1.5 : left <= 7 * DAY ? 1.2 : 1));
}

function assigneeOf(intention: Intention | null, { speaker }: Memory): string | null {
  if (intention?.assignee === 'speaker') return speaker;
  return intention?.assignee?.name ?? null;
}

function goalRow(
  { id, description, status, weight, createdAt }: Goal,
  relevance: number,
): ProspectiveRow {
  return {
    id,
    content: description,
    type: 'goal',
    status: status === 'suspended' ? 'suspended' : 'open',
    priority: weight,
    assignee: null,
    due: null,
    saidAt: createdAt,
    ...unfitted(relevance),
  };
}

/** Overdue reminders are as urgent as those due within a day. */
function reminderRow({ reminder, relevance }: AskedReminder): ProspectiveRow {
  const { id, kind, content, madeAt, due, says } = reminder;
  return {
    id,
    content,
    type: kind,
    status: 'due',
    priority: urgent(MEDIUM, due, due),
    assignee: null,
    due: { from: due, to: due, text: describeInterval(due, due, 'day') },
    saidAt: madeAt,
    ...unfitted(relevance),
    note: says,
  };
}
