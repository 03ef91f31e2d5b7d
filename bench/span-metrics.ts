import type { CauseMention } from '../packages/core/src/language/causal/causes.js';
import { words } from '../packages/core/src/language/segmentation.js';
import type { Span, SpannedSentence } from './causal-data.js';

export interface SpanScores {
  /** Mean of the two below. */
  readonly f1: number;
  /** Token-level F1 of the cause, mean over sentences; of several relations and readings the pair that fits best. */
  readonly cause: number;
  readonly effect: number;
  /** Share of sentences with a reading whose cause and effect hold exactly a relation's words. */
  readonly exact: number;
  /** Share of sentences in which a cause and an effect were read at all. */
  readonly found: number;
}

interface Fit {
  readonly cause: number;
  readonly effect: number;
}

/** A sentence in which nothing is read counts as 0. */
export function scoreSpans(
  sentences: readonly SpannedSentence[],
  read: (text: string) => readonly CauseMention[],
): SpanScores {
  const fits = sentences.map(({ text, relations }) => {
    const at = words(text);
    const pairs = read(text).flatMap(({ cause, effect }) =>
      cause === null
        ? []
        : relations.map((relation): Fit => ({
            cause: overlap(at, cause, relation.cause),
            effect: overlap(at, effect, relation.effect),
          })),
    );
    const best = pairs.reduce<Fit | null>(
      (most, pair) =>
        most === null || pair.cause + pair.effect > most.cause + most.effect ? pair : most,
      null,
    );
    return { best, exact: pairs.some(({ cause, effect }) => cause === 1 && effect === 1) };
  });
  const mean = (value: (fit: (typeof fits)[number]) => number): number =>
    fits.reduce((sum, fit) => sum + value(fit), 0) / Math.max(1, fits.length);
  const [cause, effect] = [
    mean(({ best }) => best?.cause ?? 0),
    mean(({ best }) => best?.effect ?? 0),
  ];
  return {
    f1: (cause + effect) / 2,
    cause,
    effect,
    exact: mean(({ exact }) => Number(exact)),
    found: mean(({ best }) => Number(best !== null)),
  };
}

/** Dice of the words that lie wholly in each span. */
function overlap(at: readonly Span[], a: Span, b: Span): number {
  const inside = (word: Span, span: Span): boolean =>
    word.start >= span.start && word.end <= span.end;
  const [inA, inB] = [
    at.filter((word) => inside(word, a)).length,
    at.filter((word) => inside(word, b)).length,
  ];
  const both = at.filter((word) => inside(word, a) && inside(word, b)).length;
  return inA + inB === 0 ? 0 : (2 * both) / (inA + inB);
}
