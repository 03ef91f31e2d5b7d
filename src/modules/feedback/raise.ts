import { partsOfResult, type Verdict } from '../../domain/feedback.js';
import type { MemoryId } from '../../domain/ids.js';
import { DAY } from '../../domain/time.js';
import { NONE } from '../../indexes/bank-index.js';
import { needOf } from '../../recall/need.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { NeedLikeness } from './need-likeness.js';

/** Less alike than this two questions are not the same need. */
const MIN_LIKENESS = 0.35;
/** A vote on a question says half as much after so many days. */
const HALF_LIFE = 180 * DAY;
/** As many votes for the very same need as not knowing weighs: one alone reaches two thirds of the whole lift. */
const DOUBT = 0.5;
/** The most that votes may add, in logits, and take away: blame rests on what was of no use once, praise on what was. */
const MAX_LIFT = 8;
const MAX_BLAME = 1.5;

const SIGN: Readonly<Record<Verdict, 1 | -1>> = { useful: 1, irrelevant: -1, wrong: -1 };

/** What was of use to questions like this one is raised, what was not is lowered. Costs what the votes with a word of the question cost. */
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
    // Squared, as half the words shared is far from half the need.
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

/** Bounded however many the votes, and drawn towards nothing while they are few. */
function liftOf({ good, bad }: { readonly good: number; readonly bad: number }): number {
  const effect = (good - bad) / (good + bad + DOUBT);
  return effect * (effect > 0 ? MAX_LIFT : MAX_BLAME);
}
