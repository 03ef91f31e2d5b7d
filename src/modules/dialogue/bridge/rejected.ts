import { detectLanguage } from '../../../language/detect-language.js';
import { isStopWord } from '../../../language/stop-words.js';
import { words } from '../../../language/words.js';
import { amountsIn } from '../map/amounts.js';
import { isNegated } from '../map/polarity.js';
import type { CuratedArtifact } from '../curation/apply-edits.js';
import type { RemovalType } from '../curation/edit.js';

/** So much of the shorter claim's telling words must be in the longer one that the two say the same. */
const SAME_WORDS = 0.75;
/** Beside a claim of one telling word, so many of another. */
const MAX_BESIDE_ONE = 2;

export interface RejectedClaim {
  readonly text: string;
  readonly reason: RemovalType;
}

/** What people threw out in a session, and whether a text says it again. */
export interface Rejected {
  readonly claims: readonly RejectedClaim[];
  has(text: string): boolean;
}

/**
 * What people threw out in some turns of a session, oldest first. Another model that says it again, in about the same words, does not bring
 * it back; a person who adds or elevates it later does.
 */
export function rejectedIn(turns: readonly { readonly curated: CuratedArtifact }[]): Rejected {
  let rejected: readonly RejectedClaim[] = [];
  for (const { curated } of turns) {
    const wanted = curated.claims.filter(({ added, elevated }) => added || elevated !== null);
    const thrown = curated.removed.map(({ claim: { text }, reason }) => ({ text, reason }));
    rejected = distinct([...rejected, ...thrown]).filter(
      ({ text }) => !wanted.some((claim) => saysTheSame(claim.text, text)),
    );
  }
  return {
    claims: rejected,
    has: (text) => rejected.some((each) => saysTheSame(each.text, text)),
  };
}

const distinct = (claims: readonly RejectedClaim[]): RejectedClaim[] => [
  ...new Map(claims.map((claim) => [claim.text, claim])).values(),
];

/** Whether two claims say the same in about the same words. */
export function saysTheSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const smaller = a.size <= b.size ? a : b;
  const larger = smaller === a ? b : a;
  const shared = [...smaller].filter((word) => larger.has(word)).length;
  if (smaller.size === 0 || shared / smaller.size < SAME_WORDS) return false;
  // One word is a topic, and no claim.
  if (smaller.size === 1 && larger.size > MAX_BESIDE_ONE) return false;
  const [p, q] = [amountsIn(one), amountsIn(other)];
  const otherAmounts = p.size > 0 && q.size > 0 && ![...p].some((amount) => q.has(amount));
  return !otherAmounts && isNegated(one) === isNegated(other);
}

function wordsOf(text: string): ReadonlySet<string> {
  const language = detectLanguage(text);
  const all = words(text.normalize('NFKC')).map((word) => word.text);
  const telling = all.filter((word) => !isStopWord(word, language));
  return new Set(telling.length > 0 ? telling : all);
}
