import type { Goal } from '../../domain/goal.js';
import type { ProspectiveRow } from '../../domain/layers.js';
import type { Memory, MentionedDate } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import { nextOccurrence } from '../../language/dates/recurrence.js';
import { describeInterval } from '../../language/describe-interval.js';
import { readIntention, type Intention } from '../../language/intention.js';
import type { AskedReminder } from './goals-asked.js';
import { figuresOf, unfitted, type JudgedRow } from './row-figures.js';

/** A moment, and the asker's local time at it, written as UTC: dates in texts are local times. */
export interface AskedAt {
  readonly now: Instant;
  readonly local: Instant;
}

/** The ranked memories that lie ahead, the goals, and what waits for somebody: the next due first, then the best. */
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

/** Null for what is over, or is neither an intention nor a future event. */
function memoryRow(judged: JudgedRow, at: AskedAt): ProspectiveRow | null {
  const { memory } = judged;
  const intention = readIntention(memory.content);
  const single = dueOf(memory, at);
  if (intention === null && single === null) return null;
  // A date that has passed: whether it was done or not, it is not ahead.
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

/** Its nearest date that is not over. */
function dueOf(
  { dates, occurredFrom: from, occurredTo: to, occurredPrecision: precision }: Memory,
  { now, local }: AskedAt,
): Due | null {
  // If no date in its text says when it happened, that is the moment at which it was said.
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

/** What is overdue is as pressing as what is due within a day. */
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
