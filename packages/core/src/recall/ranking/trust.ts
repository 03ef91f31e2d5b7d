import type { Memory } from '../../domain/memory.js';
import { trustOf, trustRank } from '../../domain/provenance.js';
import { type FusionModel, probability } from './fusion-model.js';
import { type Ranked, sumOf } from './score.js';

/**
 * Maximum number of candidates of more trusted sources that are added when a flood of a less trusted one displaced
 * them.
 */
const MAX_SAVED = 8;

/**
 * The best candidates, and the best of each more trusted source that a flood of less trusted ones displaced: flooding
 * must not decide what is considered at all. `found` is best first, and so is the result.
 */
export function withTrusted<T>(
  found: readonly T[],
  count: number,
  trust: (each: T) => number,
): readonly T[] {
  const top = found.slice(0, count);
  const least = top.reduce((lowest, each) => Math.min(lowest, trust(each)), Infinity);
  const crowded = top.filter((each) => trust(each) === least).length * 2 >= count;
  return crowded
    ? [
        ...top,
        ...found
          .slice(count)
          .filter((each) => trust(each) > least)
          .slice(0, MAX_SAVED),
      ]
    : top;
}

/** Logits per level of trust, when a more trusted source covers the same subject. */
const STEP = 1.6;
/** A memory that contains at least this share of another's question words is on the same subject. */
const SAME_MATTER = 0.6;
/** A more trusted source this many logits behind is on another subject, whatever words it shares. */
const TOO_FAR = 6;
const WORD = /[\p{L}\p{N}]+/gu;
/** Words are compared by their first letters: a claim and its denial seldom have the same form. */
const BEGINNING = 5;
const SMALL =
  /^(?:the|and|for|what|which|who|when|where|how|why|does|did|was|were|are|has|have|our|you|your|his|her|its|this|that|with|from|mine|user|users)$/;

/**
 * Where sources of different trust make statements on the same subject, the less trusted one is lowered: a page that
 * contradicts the user comes after the user's word, however well it matches the question. Alone it stays in place.
 */
export function weighTrust(
  ranked: readonly Ranked[],
  query: string,
  model: FusionModel,
): readonly Ranked[] {
  const ranks = ranked.map(({ memory }) => trustRank(trustOf(memory)));
  if (ranks.every((rank) => rank === ranks[0])) return ranked;
  const asked = new Set(tellingWords(query));
  const spoken = ranked.map(({ memory }) => wordsAsked(memory, asked));
  return ranked
    .map((each, at): Ranked => {
      const steps = yielding(at, ranked, ranks, spoken);
      if (steps === 0) return each;
      const terms = { ...each.terms, trust: -STEP * steps };
      const logit = sumOf(terms);
      return { ...each, terms, logit, score: probability(model, logit) };
    })
    .sort((a, b) => b.logit - a.logit);
}

/** Number of levels of trust between a result and the most trusted one on the same subject. */
function yielding(
  at: number,
  ranked: readonly Ranked[],
  ranks: readonly number[],
  spoken: readonly ReadonlySet<string>[],
): number {
  const own = spoken[at] ?? new Set<string>();
  let steps = 0;
  for (const [other, rank] of ranks.entries()) {
    const higher = rank - (ranks[at] ?? 0);
    if (higher <= steps || (ranked[at]?.logit ?? 0) - (ranked[other]?.logit ?? 0) > TOO_FAR)
      continue;
    const shared = [...own].filter((word) => spoken[other]?.has(word) === true).length;
    if (own.size > 0 && shared >= SAME_MATTER * own.size) steps = higher;
  }
  return steps;
}

/**
 * The question's word beginnings that occur in the memory. A long text has hundreds of words; only these are
 * extracted.
 */
function wordsAsked({ content }: Memory, asked: ReadonlySet<string>): ReadonlySet<string> {
  const spoken = new Set<string>();
  const text = content.toLowerCase();
  const initials = new Set(Array.from(asked, (word) => word.charCodeAt(0)));
  for (let at = 0; at < text.length;) {
    const start = at;
    while (at < text.length && isOfWord(text, at)) at += widthAt(text, at);
    if (at - start > 2 && initials.has(text.charCodeAt(start))) {
      const beginning = text.slice(start, Math.min(at, start + BEGINNING));
      if (asked.has(beginning) && !SMALL.test(text.slice(start, at))) spoken.add(beginning);
    }
    if (at < text.length) at += widthAt(text, at);
  }
  return spoken;
}

const OF_WORD = /[\p{L}\p{N}]/u;
const IS_ASCII_OF_WORD = Array.from({ length: 128 }, (_, code) =>
  OF_WORD.test(String.fromCharCode(code)),
);

function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128
    ? IS_ASCII_OF_WORD[code] === true
    : OF_WORD.test(text.slice(at, at + widthAt(text, at)));
}

const widthAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
};

function tellingWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? [])
    .filter((word) => word.length > 2 && !SMALL.test(word))
    .map((word) => word.slice(0, BEGINNING));
}
