import { DAY, type Instant } from '../../domain/time.js';
import { ANY_SLOT, type Claim, compareValues } from '../../language/claims/claim.js';
import { ENTAILED } from '../../language/claims/states.js';
import { slotKeys } from '../../language/claims/keyed-claim.js';

/** `actual`: both cannot hold; `contextual`: they differ in time, place or condition; `compatible`: both may hold. */
export type Verdict = 'actual' | 'contextual' | 'compatible';

export interface Judgement {
  readonly verdict: Verdict;
  /** Why, in words. */
  readonly reason: string;
}

/** A claim and when it was said. */
export interface DatedClaim {
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
