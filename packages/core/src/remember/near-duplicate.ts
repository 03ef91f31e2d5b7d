import type { BankIndex } from '../indexes/bank-index.js';
import { postingSlot } from '../indexes/postings.js';
import { isLightWord, words } from '../language/segmentation.js';

/** Longest posting list that is scanned for a word: a more common word does not indicate a duplicate. */
const MAX_LIST = 5_000;
/**
 * Texts of at least this many words may differ in a share of them and still be the same, unless a decisive word
 * differs.
 */
const LONG_TEXT = 12;
const LONG_OVERLAP = 0.9;
/** Fewer words than this repeat by chance ("thank you so much"). */
const MIN_WORDS = 4;

/** The content words of a text, without fillers and articles. */
export function distinctiveTerms(terms: readonly string[]): readonly string[] {
  return terms.filter((term) => !isLightWord(term));
}

/** Whether two texts may say the same, judged by their content words alone; {@link sameWords} decides. */
export function mayBeDuplicates(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < MIN_WORDS || b.length < MIN_WORDS) return false;
  if (a.length === b.length && a.every((term, at) => term === b[at])) return true;
  if (Math.min(a.length, b.length) < LONG_TEXT) return false;
  const inA = new Set(a);
  const inB = new Set(b);
  const shared = [...inA].filter((term) => inB.has(term)).length;
  if (shared / (inA.size + inB.size - shared) < LONG_OVERLAP) return false;
  const apart = [...inA]
    .filter((term) => !inB.has(term))
    .concat([...inB].filter((term) => !inA.has(term)));
  return !apart.some(isDecisive);
}

/**
 * Whether two texts with similar content words say the same: word for word except for light words, or, if they are
 * long, with a few added words that change nothing. Function words count here: "before" is not "after", nor is a
 * question its answer.
 */
export function sameWords(a: string, b: string): boolean {
  const [shorter, longer] = [saidWords(a), saidWords(b)].sort(
    (one, other) => one.length - other.length,
  ) as [string[], string[]];
  let at = 0;
  const added = longer.filter((word) => (word === shorter[at] ? (at++, false) : true));
  if (at < shorter.length) return false;
  if (added.length === 0) return true;
  return (
    shorter.length >= LONG_TEXT &&
    shorter.length / longer.length >= LONG_OVERLAP &&
    !added.some(isDecisive)
  );
}

/** The content words, in order; numbers with their sign or unit, and whether it is a question. */
function saidWords(text: string): string[] {
  const said = words(text).flatMap(({ text: word, start, end }) => {
    if (isLightWord(word) || isLightWord(word.replace(/ly$/, ''))) return [];
    if (/^\p{N}/u.test(word))
      return [
        (/[-−+€$£¥#]$/u.exec(text.slice(0, start))?.[0] ?? '') +
          word +
          (/^\s?[%€$£¥°]/u.exec(text.slice(end))?.[0] ?? '').trim(),
      ];
    return [word];
  });
  return /[?？]\s*$/u.test(text) ? [...said, '?'] : said;
}

const NEGATIONS = new Set(
  `no not never none without nobody nothing neither nor cannot hardly barely nicht kein keine keinen nie niemals ohne non ne pas jamais
   sans nunca jamás sin nada não nem sem mai senza niet geen nooit zonder`.split(/\s+/),
);

/** Whether a single word changes a statement's meaning. */
export function isDecisive(term: string): boolean {
  return term === '?' || /\p{N}/u.test(term) || NEGATIONS.has(term) || term.endsWith("n't");
}

/** Slots of memories that share the rarest of these terms, so that they may say the same. Newest first, at most 50. */
export function duplicateCandidates(index: BankIndex, telling: readonly string[]): number[] {
  const { postings } = index;
  const known = [...new Set(telling)]
    .map((term) => postings.numberOf(term))
    .filter((number) => number >= 0);
  const rare = known
    .sort((a, b) => postings.documentFrequency(a) - postings.documentFrequency(b))
    .slice(0, 3);
  const slots = new Set<number>();
  for (const number of rare) {
    const list = postings.list(number);
    if (list.length > MAX_LIST) continue;
    for (let at = list.length - 1; at >= 0 && slots.size < 50; at--)
      slots.add(postingSlot(list[at] ?? 0));
  }
  return [...slots];
}

/** A cache, by index and slot: a stored memory's terms never change. */
const TOLD = new WeakMap<BankIndex, Map<number, ContentTerms>>();
const MAX_CACHED_TERMS = 2_000;

interface ContentTerms {
  readonly telling: readonly string[];
  readonly words: ReadonlySet<string>;
}

function contentTermsAt(index: BankIndex, slot: number): ContentTerms {
  let known = TOLD.get(index);
  if (known === undefined) TOLD.set(index, (known = new Map()));
  let told = known.get(slot);
  if (told === undefined) {
    if (known.size >= MAX_CACHED_TERMS) known.clear();
    const telling = distinctiveTerms(storedTerms(index, slot));
    known.set(slot, (told = { telling, words: new Set(telling) }));
  }
  return told;
}

/** The content terms of a stored memory, in order. */
export const storedDistinctiveTerms = (index: BankIndex, slot: number): readonly string[] =>
  contentTermsAt(index, slot).telling;

/** The same, as a set. */
export const storedWords = (index: BankIndex, slot: number): ReadonlySet<string> =>
  contentTermsAt(index, slot).words;

/** All terms of a stored memory, in order. */
export function storedTerms({ postings }: BankIndex, slot: number): readonly string[] {
  const start = postings.start(slot);
  return Array.from(postings.sequence.subarray(start, start + postings.length(slot)), (number) =>
    postings.term(number),
  );
}
