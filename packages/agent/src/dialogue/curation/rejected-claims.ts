import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { isStopWord } from '@mneme/core/language/stop-words.js';
import { words } from '@mneme/core/language/segmentation.js';
import type { CuratedArtifact } from './apply-edits.js';
import type { RemovalType } from './edit.js';
import { isNegated } from '../map/polarity.js';
import { amountsIn } from '../map/read-statements.js';

/** Minimum share of the shorter claim's distinctive words in the longer one, for the two to say the same. */
const SAME_WORDS = 0.75;
/** Maximum number of words of a claim that is matched by a single word. */
const MAX_BESIDE_ONE = 2;

export interface RejectedClaim {
  readonly text: string;
  readonly reason: RemovalType;
}

/** Claims that people rejected in a session, and whether a text repeats one. */
export interface Rejected {
  readonly claims: readonly RejectedClaim[];
  has(text: string): boolean;
}

/**
 * Collects the claims rejected in some turns of a session, oldest first. A model that repeats one in about the same
 * words does not bring it back; a person who adds or elevates it later does.
 */
export function rejectedIn(turns: readonly { readonly curated: CuratedArtifact }[]): Rejected {
  let rejected: readonly (RejectedClaim & { readonly worded: WordedClaim })[] = [];
  for (const { curated } of turns) {
    const thrown = curated.removed.map(({ claim: { text }, reason }) => ({
      text,
      reason,
      worded: wordedClaim(text),
    }));
    const known = distinct([...rejected, ...thrown]);
    const wanted =
      known.length === 0
        ? []
        : curated.claims
            .filter(({ added, elevated }) => added || elevated !== null)
            .map(({ text }) => wordedClaim(text));
    rejected = known.filter(({ worded }) => !wanted.some((claim) => saysTheSame(claim, worded)));
  }
  const kept = rejected;
  return {
    claims: kept.map(({ text, reason }) => ({ text, reason })),
    has: (text) => {
      if (kept.length === 0) return false;
      const claim = wordedClaim(text);
      return kept.some(({ worded }) => saysTheSame(worded, claim));
    },
  };
}

const distinct = <Claim extends RejectedClaim>(claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map((claim) => [claim.text, claim])).values(),
];

/** A claim's text with the features for comparison. */
export interface WordedClaim {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly amounts: ReadonlySet<number>;
  readonly negated: boolean;
}

export function wordedClaim(text: string): WordedClaim {
  const language = detectLanguage(text);
  const all = words(text.normalize('NFKC')).map((word) => word.text);
  const telling = all.filter((word) => !isStopWord(word, language));
  return {
    text,
    words: new Set(telling.length > 0 ? telling : all),
    amounts: amountsIn(text),
    negated: isNegated(text),
  };
}

/** Whether two claims say the same in about the same words. */
export function saysTheSame(one: WordedClaim, other: WordedClaim): boolean {
  if (one.text === other.text) return true;
  const [smaller, larger] =
    one.words.size <= other.words.size ? [one.words, other.words] : [other.words, one.words];
  const shared = [...smaller].filter((word) => larger.has(word)).length;
  if (smaller.size === 0 || shared / smaller.size < SAME_WORDS) return false;
  // A single word is a topic, not a claim.
  if (smaller.size === 1 && larger.size > MAX_BESIDE_ONE) return false;
  const [p, q] = [one.amounts, other.amounts];
  const otherAmounts = p.size > 0 && q.size > 0 && ![...p].some((amount) => q.has(amount));
  return !otherAmounts && one.negated === other.negated;
}
