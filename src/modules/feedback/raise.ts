import { partsOfResult, type Verdict } from '../../domain/feedback.js';
import type { MemoryId } from '../../domain/ids.js';
import { DAY } from '../../domain/time.js';
import { NONE } from '../../indexes/bank-index.js';
import { needOf } from '../../recall/need.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { NeedLikeness } from './need-likeness.js';

/** Below this similarity two questions are not the same need. */
const MIN_LIKENESS = 0.35;
/** The weight of a vote on a question halves after this many days. */
const HALF_LIFE = 180 * DAY;
/** The weight of the prior, in votes for exactly the same need: a single vote reaches two thirds of the full lift. */
const DOUBT = 0.5;
/**
 * The maximum that votes may add, and subtract, in logits: blame means that it was useless once, praise
 * that it was useful.
 */
const MAX_LIFT = 8;
const MAX_BLAME = 1.5;

const SIGN: Readonly<Record<Verdict, 1 | -1>> = { useful: 1, irrelevant: -1, wrong: -1 };

/**
 * What was useful for similar questions is raised, what was not is lowered. Costs as much as there are
 * votes with a word of the question.
 */
export function raiseByVotes({
  votes,
  understanding,
  now,
  state: { index },
  ports: { relatives },
}: QuestionContext): ReadonlyMap<MemoryId, number> {
  if (votes.size === 0) return new Map();
  const likeness = new NeedLikeness(needOf(understanding), index, relatives);
  const known = new Map<string, number>();
  const tallies = new Map<MemoryId, { good: number; bad: number }>();
  for (const { id, memory, need: other, at, verdict } of votes.withAnyOf(likeness.stems)) {
    if (index.slot(memory) === NONE) continue;
    const key = partsOfResult(id).recollection;
    const alike = known.get(key) ?? likeness.of(other);
    known.set(key, alike);
    if (alike < MIN_LIKENESS) continue;
    // Squared, because half of the words in common is far from half of the need.
    const weight =
      ((alike - MIN_LIKENESS) / (1 - MIN_LIKENESS)) ** 2 *
      0.5 ** (Math.max(0, now - at) / HALF_LIFE);
    const tally = tallies.get(memory) ?? { good: 0, bad: 0 };
    tallies.set(memory, tally);
    if (SIGN[verdict] > 0) tally.good += weight;
    else tally.bad += weight;
  }
  return new Map([...tallies].map(([memory, tally]) => [memory, liftOf(tally)]));
}

/** Bounded however many votes there are, and shrunk towards zero while they are few. */
function liftOf({ good, bad }: { readonly good: number; readonly bad: number }): number {
  const effect = (good - bad) / (good + bad + DOUBT);
  return effect * (effect > 0 ? MAX_LIFT : MAX_BLAME);
}
