import type { Goal } from '../../domain/goal.js';
import type { ProspectiveRow } from '../../domain/layers.js';
import type { Memory, MentionedDate } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import { describeInterval } from '../../language/describe-interval.js';
import { readIntention, type Intention } from '../../language/intention.js';
import type { Ranked } from '../ranking/ranked.js';

/** What of the ranked memories lies ahead, and the goals, the next due first, then the best. */
export function prospectiveRows(
  ranked: readonly Ranked[],
  goals: readonly { readonly goal: Goal; readonly relevance: number }[],
  now: Instant,
): ProspectiveRow[] {
  const rows = [
    ...ranked.flatMap((each) => memoryRow(each, now) ?? []),
    ...goals.map(({ goal, relevance }) => goalRow(goal, relevance)),
  ];
  return rows.sort(
    (a, b) =>
      (a.due?.from ?? Infinity) - (b.due?.from ?? Infinity) ||
      0 ||
      b.score - a.score ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Null for what is over, or is no intention and no event to come. */
function memoryRow({ memory, score }: Ranked, now: Instant): ProspectiveRow | null {
  const intention = readIntention(memory.content);
  const due = dueOf(memory, now);
  const again = memory.dates.some(({ recurring }) => recurring);
  if (intention === null && due === null) return null;
  // A date that has passed: it was done, or it was not, but it is not ahead.
  if (due === null && memory.dates.some((date) => !date.recurring)) return null;
  return {
    id: memory.id,
    content: memory.content,
    type: intention?.type ?? 'event',
    status: due === null ? (again ? 'recurring' : 'open') : due.from <= now ? 'due' : 'ahead',
    priority: urgent(intention?.priority ?? MEDIUM, due?.from ?? null, now),
    assignee: assigneeOf(intention, memory),
    due:
      due === null
        ? null
        : { from: due.from, to: due.to, text: describeInterval(due.from, due.to, due.precision) },
    saidAt: memory.saidAt,
    score,
  };
}

/** The nearest date of it that is not over. */
function dueOf(
  { dates, occurredFrom: from, occurredTo: to, occurredPrecision: precision }: Memory,
  now: Instant,
): Pick<MentionedDate, 'from' | 'to' | 'precision'> | null {
  const own = from > now ? [{ from, to, precision }] : [];
  const ahead = [
    ...dates.filter((date) => !date.recurring && date.to > now && !isLongUnderWay(date, now)),
    ...own,
  ];
  return ahead.sort((a, b) => a.from - b.from)[0] ?? null;
}

/** “This year” under way is no date by which anything is due. */
function isLongUnderWay({ from, to }: Pick<MentionedDate, 'from' | 'to'>, now: Instant): boolean {
  return from <= now && to - from > LONG;
}

const LONG = 32 * DAY;
const MEDIUM = 0.5;

/** Capability P19: × 1.5 within a day, × 1.2 within a week. */
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
    score: relevance,
  };
}
