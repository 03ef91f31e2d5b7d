import type { MemoryId } from '../../domain/ids.js';
import { independentEvidence, type Memory, SOURCES, type Succeeded } from '../../domain/memory.js';
import { DAY, type Instant, type Period } from '../../domain/time.js';
import type { Conflict } from '../../domain/validity.js';
import { ANY_SLOT, type Claim, compareValues } from '../../language/claims/claim.js';
import { slotKeys } from '../../language/claims/keyed-claim.js';
import { ENTAILED } from '../../language/claims/statement.js';

/** Memories that fill one slot, linked by the conflicts among them. */
export interface Lineage {
  readonly members: ReadonlySet<MemoryId>;
  readonly conflicts: readonly Conflict[];
}

/** Groups conflicts into lineages: those that share a memory belong together (disjoint sets: Galler and Fischer 1964). */
export function lineages(conflicts: readonly Conflict[]): Lineage[] {
  const parents = new Map<MemoryId, MemoryId>();
  const rootOf = (id: MemoryId): MemoryId => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // Path compression.
    for (let at = id; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { older, newer } of conflicts) {
    const [one, other] = [rootOf(older), rootOf(newer)];
    if (one !== other) parents.set(one, other);
  }
  const groups = new Map<MemoryId, { members: Set<MemoryId>; conflicts: Conflict[] }>();
  for (const conflict of conflicts) {
    const root = rootOf(conflict.older);
    const group = groups.get(root) ?? { members: new Set<MemoryId>(), conflicts: [] };
    group.members.add(conflict.older).add(conflict.newer);
    group.conflicts.push(conflict);
    groups.set(root, group);
  }
  return [...groups.values()];
}

/**
 * The memory that replaces another now: the end of its chain of successors, skipping retracted ones; null if none is
 * live. Stops at a cycle.
 */
export function liveSuccessor(
  memory: Succeeded,
  load: (id: MemoryId) => Succeeded | undefined,
): Succeeded | null {
  const seen = new Set<MemoryId>([memory.id]);
  let found: Succeeded | null = null;
  for (let next = memory.supersededBy; next !== null && !seen.has(next);) {
    seen.add(next);
    const successor = load(next);
    if (successor === undefined) break;
    if (successor.retractedAt === null) found = successor;
    next = successor.supersededBy;
  }
  return found;
}

/** Whether superseding `old` by `by` would close a cycle. */
export function closesCircle(
  old: MemoryId,
  by: MemoryId,
  supersededBy: (id: MemoryId) => MemoryId | null,
): boolean {
  const seen = new Set<MemoryId>();
  for (let at: MemoryId | null = by; at !== null && !seen.has(at); at = supersededBy(at)) {
    if (at === old) return true;
    seen.add(at);
  }
  return false;
}

/** Best first: by trust in the source, then confidence, then evidence, then the time of saying. */
export function moreReliable(a: Memory, b: Memory): number {
  const rank = ({ provenance }: Memory): number =>
    Math.min(...provenance.map(({ source }) => SOURCES.indexOf(source)));
  return (
    rank(a) - rank(b) ||
    b.confidence - a.confidence ||
    independentEvidence(b) - independentEvidence(a) ||
    b.saidAt - a.saidAt ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Maximum time between the date a value began, by its text, and the statement. */
const TOLD_LATE = 90 * DAY;

/** When a memory's value began to hold: the date in its text if that is shortly before, else when it was said. */
export function beginOf({ saidAt, occurredFrom }: Memory): Instant {
  return occurredFrom < saidAt && saidAt - occurredFrom < TOLD_LATE ? occurredFrom : saidAt;
}

/** The member that held for most of a period, by when each began. */
export function holderIn(members: readonly Memory[], { from, to }: Period): Memory | null {
  const inOrder = [...members].sort((a, b) => beginOf(a) - beginOf(b));
  let best: Memory | null = null;
  let most = 0;
  for (const [at, memory] of inOrder.entries()) {
    const end = inOrder[at + 1] === undefined ? Infinity : beginOf(inOrder[at + 1] as Memory);
    const held = Math.min(end, to) - Math.max(beginOf(memory), from);
    if (held > most) [best, most] = [memory, held];
  }
  return best;
}

/** Whether a memory's statement of `value` was superseded. The rest of its text may still hold. */
export function isValueSuperseded(
  memory: MemoryId,
  value: string,
  conflicts: readonly Conflict[],
): boolean {
  const meant = value.toLowerCase();
  return conflicts.some(({ older, newer, settlement, olderValue, newerValue, slot }) => {
    if (settlement === null || settlement.keep === 'both') return false;
    const [loser, lost] = settlement.keep === 'newer' ? [older, olderValue] : [newer, newerValue];
    return loser === memory && (isWithin(lost, meant) || isWithin(meant, slot));
  });
}

/** "green" within "light green", "sushi" within "likes sushi"; whole words only. */
function isWithin(part: string, whole: string): boolean {
  return part !== '' && ` ${whole} `.includes(` ${part} `);
}

/** `actual`: both cannot hold; `contextual`: they differ in time, place or condition; `compatible`: both may hold. */
type Verdict = 'actual' | 'contextual' | 'compatible';

interface Judgement {
  readonly verdict: Verdict;
  /** Why, in words. */
  readonly reason: string;
}

/** A claim and when it was said. */
interface DatedClaim {
  readonly claim: Claim;
  readonly saidAt: Instant;
}

const COMPATIBLE: Judgement = { verdict: 'compatible', reason: 'both may hold' };
/** After this time, the same weekday means another week's. */
const ANOTHER_WEEK = 6 * DAY;

/**
 * Whether two claims about one subject contradict each other. They can only if they are about the same slot, or if
 * the newer ends the older's very value; similarity never counts. `older` was said before `newer`, or recorded before
 * it.
 */
export function judgeClaims(older: DatedClaim, newer: DatedClaim): Judgement {
  const [a, b] = [asOf(older, newer.saidAt), asAnnounced(newer)];
  if (areNamesakes(a, b)) return { verdict: 'contextual', reason: 'another person of that name' };
  // A plan without a date does not contradict the present state.
  if (a.slot === ANY_SLOT || a.mode === 'planned' || b.mode === 'planned') return COMPATIBLE;
  if (a.slot !== b.slot) return acrossSlots(a, b);
  if (a.mode === 'past' || b.mode === 'past') {
    const differ = compareValues(a.value, b.value) === 'other';
    return differ ? { verdict: 'contextual', reason: 'told of different times' } : COMPATIBLE;
  }
  const likeness = compareValues(a.value, b.value);
  if (a.mode !== b.mode)
    return likeness === 'same' ? scoped(a, b, 'one denies what the other states') : COMPATIBLE;
  if (a.mode === 'denied' || likeness !== 'other') return COMPATIBLE;
  if (!b.change && entails(a, b)) return COMPATIBLE;
  if (a.value.kind === 'date' && !b.change && anotherOccasion(older, newer))
    return { verdict: 'contextual', reason: 'another occasion' };
  return scoped(
    a,
    b,
    a.value.kind === 'polarity'
      ? 'one denies what the other states'
      : 'another value of the same slot',
  );
}

/** Relations that anybody may have besides another, so they distinguish nobody. */
const ANYBODY: ReadonlySet<string> = new Set(['friend', 'buddy', 'mate', 'pal', 'best friend']);

/** "My colleague Tom" and "my cousin Tom" are two people, as far as the words say. */
function areNamesakes({ subject: a }: Claim, { subject: b }: Claim): boolean {
  if (a.kind !== 'name' || b.kind !== 'name' || a.as === undefined || b.as === undefined)
    return false;
  return a.as !== b.as && !ANYBODY.has(a.as) && !ANYBODY.has(b.as);
}

/** An announcement counts as current from its day on. */
function asOf({ claim }: DatedClaim, at: Instant): Claim {
  const isDue = claim.mode === 'planned' && claim.from !== undefined && claim.from <= at;
  return isDue ? { ...claim, mode: 'holds' } : claim;
}

/** An announcement for a day contradicts the present state from that day on. */
const asAnnounced = ({ claim }: DatedClaim): Claim =>
  claim.mode === 'planned' && claim.from !== undefined ? { ...claim, mode: 'holds' } : claim;

/** "switched from X to Y", "left X", "has no allergies": ends a value, whichever slot it filled. */
function acrossSlots(a: Claim, b: Claim): Judgement {
  if (a.mode !== 'holds') return COMPATIBLE;
  if (b.slot === 'allergies' || a.slot === 'allergies') {
    const [none, some] = b.slot === 'allergies' ? [b, a] : [a, b];
    const contradicts =
      none.value.key === 'none' &&
      none.mode === 'holds' &&
      some.slot.startsWith('allergic ') &&
      some.value.key === 'yes';
    return contradicts ? scoped(a, b, 'one denies what the other states') : COMPATIBLE;
  }
  if (b.slot !== ANY_SLOT || !slotKeys(a).includes(`=${b.value.key}`) || a.value.key === 'no')
    return COMPATIBLE;
  return scoped(a, b, b.next === null ? 'the value has ended' : 'the value was replaced');
}

function scoped(a: Claim, b: Claim, reason: string): Judgement {
  return a.scope.join('|') === b.scope.join('|')
    ? { verdict: 'actual', reason }
    : { verdict: 'contextual', reason: 'under different conditions' };
}

function entails(a: Claim, b: Claim): boolean {
  return (
    ENTAILED.has(`${a.value.key}>${b.value.key}`) || ENTAILED.has(`${b.value.key}>${a.value.key}`)
  );
}

/** A weekday said in another week, or a day that had passed when the other was named. */
function anotherOccasion(older: DatedClaim, newer: DatedClaim): boolean {
  const [year, month, day] = older.claim.value.key.split(/[- ]/).map(Number) as [
    number,
    number,
    number,
  ];
  if (Number.isNaN(day))
    return newer.saidAt - older.saidAt > ANOTHER_WEEK && /^\?-\?-\?/.test(older.claim.value.key);
  return !Number.isNaN(year) && Date.UTC(year, month - 1, day) < newer.saidAt - DAY;
}

/** The claim implied by a replacement: "switched from X to Y" fills X's slot with Y. */
export function inherited(old: Claim, replacement: Claim): Claim | null {
  const { next } = replacement;
  if (replacement.slot !== ANY_SLOT || next === null) return null;
  const base = {
    subject: replacement.subject,
    mode: 'holds',
    next: null,
    change: true,
    scope: old.scope,
  } as const;
  if (old.value.kind !== 'polarity') return { ...base, slot: old.slot, value: next };
  return {
    ...base,
    slot: `${old.slot.slice(0, old.slot.indexOf(' '))} ${next.key}`,
    value: old.value,
  };
}
