import type { SentenceVerdict } from './answer.js';
import { BY_NOTE, CHECK_EVIDENCE, type ByNote, type CheckModel } from './check-model.js';
import type { Compared } from './note-comparison.js';

/** A sentence is called contradicted only where that is so much likelier than that no note tells. */
const SURELY_FALSE = 1.5;
/** A note speaks for a verdict that has at least this share of what the most telling note has. */
const TELLING = 0.5;
const MOST_NOTES = 3;

/** What is made of a sentence, and the notes behind it, most telling first. */
export interface Judged {
  readonly verdict: SentenceVerdict;
  readonly by: readonly Compared[];
}

/**
 * What notes make of a sentence: each may bear it out, bear it out as what was so, or speak against it, and together they
 * weigh against that none of them tells.
 */
export function judgeSentence(compared: readonly Compared[], model: CheckModel): Judged {
  const odds = (of: ByNote): number[] =>
    compared.map(({ evidence }) =>
      Math.exp(
        CHECK_EVIDENCE.reduce(
          (sum, name, at) => sum + (model.weights[of][at] ?? 0) * evidence[name],
          model.intercepts[of],
        ),
      ),
    );
  const by = Object.fromEntries(BY_NOTE.map((of) => [of, odds(of)])) as Record<ByNote, number[]>;
  const sum = (of: ByNote): number => by[of].reduce((all, each) => all + each, 0);
  const [held, gone, against, unknown] = [
    sum('true'),
    sum('outdated'),
    sum('false'),
    Math.exp(model.unknown),
  ];
  const telling = (of: ByNote): readonly Compared[] => tellingOf(compared, by[of]);
  if (Math.max(held, gone) >= against + unknown)
    return held >= gone
      ? { verdict: 'supported', by: telling('true') }
      : { verdict: 'outdated', by: telling('outdated') };
  return against > SURELY_FALSE * unknown
    ? { verdict: 'contradicted', by: telling('false') }
    : { verdict: 'not known', by: [] };
}

function tellingOf(compared: readonly Compared[], odds: readonly number[]): readonly Compared[] {
  const most = Math.max(...odds);
  return compared
    .map((each, at) => ({ each, own: odds[at] ?? 0 }))
    .filter(({ own }) => own >= most * TELLING)
    .sort((a, b) => b.own - a.own)
    .slice(0, MOST_NOTES)
    .map(({ each }) => each);
}
