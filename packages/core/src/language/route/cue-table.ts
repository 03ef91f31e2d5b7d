import type { CueIndex, CuesIn } from './cue-index.js';
import { writeOut } from './slips.js';

/** Cues for one value by weight: patterns over the normalised question (see {@link foldQuestion}), whole words. */
export interface Cues {
  /** Weight 3: the question's form itself. */
  readonly strong?: readonly string[];
  /** Weight 2: a word that usually means it. */
  readonly plain?: readonly string[];
  /** Weight 1: a word that decides only without other evidence. */
  readonly weak?: readonly string[];
}

const WEIGHTS = { strong: 3, plain: 2, weak: 1 } as const;

/**
 * The heaviest cue for a value; weight 0 if there is none. Cues do not add up: two ambiguous words do not
 * make a clear one.
 */
export interface Evidence {
  readonly weight: number;
  readonly cue: string | null;
}

const NOTHING: Evidence = { weight: 0, cue: null };

export type CueReader = (cues: CuesIn) => Evidence;

/** A reader for one value's cues, which it adds to the index that it then reads from. */
export function cueReader(book: CueIndex, cues: Cues): CueReader {
  const weighed = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).flatMap((name) => {
    const patterns = cues[name];
    return patterns === undefined ? [] : [{ weight: WEIGHTS[name], list: book.add(patterns) }];
  });
  return (question) => {
    for (const { weight, list } of weighed) {
      const cue = question.first(list);
      if (cue !== null) return { weight, cue };
    }
    return NOTHING;
  };
}

/** Longer texts are not questions; what is asked is at the start or the end. */
const LONGEST = 600;

/**
 * The question in lower case without accents, with single spaces, one kind of apostrophe, and contractions
 * expanded.
 */
export function foldQuestion(text: string): string {
  const short =
    text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)} ${text.slice(-LONGEST / 2)}`;
  const plain = /[^\x20-\x7e]/.test(short)
    ? short
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/[‘’´]/g, "'")
        .replace(/[“”]/g, '"')
    : short;
  return writeOut(plain.toLowerCase().replace(/\s+/g, ' ').trim());
}

/** The value with the most evidence, the first among equals; `fallback` without any. */
export function heaviest<Value extends string>(
  read: readonly (readonly [Value, Evidence])[],
  fallback: Value,
): { value: Value; cues: readonly string[]; sure: number } {
  let [best, second] = [NOTHING, NOTHING];
  let value = fallback;
  for (const [candidate, evidence] of read) {
    if (evidence.weight > best.weight) {
      [second, best, value] = [best, evidence, candidate];
    } else if (evidence.weight > second.weight) second = evidence;
  }
  return {
    value,
    cues: best.cue === null ? [] : [best.cue],
    sure: best.weight === 0 ? 0.5 : best.weight / (best.weight + second.weight),
  };
}
