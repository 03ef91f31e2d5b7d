import { partsOfResult, type Need, type Verdict } from '../../domain/feedback.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { DAY, type Instant } from '../../domain/time.js';
import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import type { VoteBook } from '../../indexes/vote-book.js';
import type { Relative } from '../../language/lexicon/relatives.js';
import { NeedLikeness } from './need.js';

/** What votes on earlier results teach a recall. */
export interface Feedback {
  /** Logits by slot, above 0 for what was of use to questions like this one, below 0 for what was not. */
  readonly lifts: ReadonlyMap<number, number>;
  /** 0..1; 0.5 without votes. */
  usefulness(memory: MemoryId): number;
  /** How memories of its source and kind were voted beside all others, -0.5..0.5. */
  standing(memory: Memory): number;
  /** The chance that a recall for such a need is of use, 0..1; 0.5 without votes. */
  feelingOfKnowing(need: Need): number;
  /** Whether it was said to be wrong and nobody has settled that. */
  wantsReview(memory: MemoryId): boolean;
}

/** Less alike than this two questions are not the same need. */
const LEAST_LIKENESS = 0.35;
/** A vote on a question says half as much after so many days. */
const HALF_LIFE = 180 * DAY;
/** As many votes for the very same need as not knowing weighs: one alone reaches two thirds of the whole lift. */
const DOUBT = 0.5;
/** The most that votes may add, in logits, and take away: blame rests on what was of no use once, praise on what was. */
const MOST_LIFT = 8;
const MOST_BLAME = 1.5;

const SIGN: Readonly<Record<Verdict, 1 | -1>> = { useful: 1, irrelevant: -1, wrong: -1 };

/** Costs nothing while nobody has voted, and then what the votes with a word of the question cost. */
export function readFeedback(
  book: VoteBook,
  need: Need,
  now: Instant,
  index: BankIndex,
  relatives: (stem: string) => readonly Relative[],
): Feedback {
  return {
    lifts: book.size === 0 ? new Map() : liftsFor(book, need, now, index, relatives),
    usefulness: (memory) => book.usefulness(memory),
    standing: ({ provenance, kind }) =>
      book.size === 0 ? 0 : book.meta.standing(provenance[0]?.source ?? 'user', kind),
    feelingOfKnowing: (asked) => (book.size === 0 ? 0.5 : book.meta.feelingOfKnowing(asked)),
    wantsReview: (memory) => book.wantsReview(memory),
  };
}

function liftsFor(
  book: VoteBook,
  need: Need,
  now: Instant,
  index: BankIndex,
  relatives: (stem: string) => readonly Relative[],
): ReadonlyMap<number, number> {
  const likeness = new NeedLikeness(need, index, relatives);
  const known = new Map<string, number>();
  const tallies = new Map<number, { good: number; bad: number }>();
  for (const { id, memory, need: other, at, verdict } of book.withAnyOf(likeness.stems)) {
    const slot = index.slot(memory);
    if (slot === NONE) continue;
    const key = partsOfResult(id).recollection;
    const alike = known.get(key) ?? likeness.of(other);
    known.set(key, alike);
    if (alike < LEAST_LIKENESS) continue;
    // Squared, as half the words shared is far from half the need.
    const weight =
      ((alike - LEAST_LIKENESS) / (1 - LEAST_LIKENESS)) ** 2 *
      0.5 ** (Math.max(0, now - at) / HALF_LIFE);
    const tally = tallies.get(slot) ?? { good: 0, bad: 0 };
    tallies.set(slot, tally);
    if (SIGN[verdict] > 0) tally.good += weight;
    else tally.bad += weight;
  }
  return new Map([...tallies].map(([slot, tally]) => [slot, liftOf(tally)]));
}

/** Bounded however many the votes, and drawn towards nothing while they are few. */
function liftOf({ good, bad }: { readonly good: number; readonly bad: number }): number {
  const effect = (good - bad) / (good + bad + DOUBT);
  return effect * (effect > 0 ? MOST_LIFT : MOST_BLAME);
}
