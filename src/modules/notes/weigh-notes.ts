import type { Ranked } from '../../recall/ranking/ranked.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { AsksMatcher } from './asks-match.js';
import { momentOf, timeAsked } from './asked-time.js';
import { validityByNotes } from '../../indexes/note-validity.js';

/** What a value that has given way loses where the present is asked for. */
const SUPERSEDED = -2;
/** What a value loses that rested on something that has changed. */
const DOUBTFUL = -1;
/** Most that a note gains whose questions have all the words, and just the meaning, of the one asked. */
const ASKS_WORDS = 2;
const ASKS_MEANING = 1;
/** Most that a note gains whose aspect the question names. */
const ASPECT = 1;

/** Least and most of the term, in logits. By hand: judged on nine half-years of talk, fitted on none. */
export const RANGE = [SUPERSEDED, ASKS_WORDS + ASKS_MEANING + ASPECT] as const;

/**
 * What results gain or lose by what was read of them: notes by the questions they say they answer, and all
 * by whether they still hold. Null where the bank has no notes.
 */
export async function weighNotes(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<readonly number[] | null> {
  const { state, ports, understanding } = context;
  const { notes } = state;
  if (notes.size === 0) return null;
  const moment = momentOf(context);
  const isNow = timeAsked(context) === 'now';
  const asks = new AsksMatcher(understanding, await ports.wordVectors(), ports.stemmer);
  return results.map(({ slot, memory }) => {
    const known = notes.of(slot);
    const { covered, cosine, aspect } =
      known === undefined ? { covered: 0, cosine: 0, aspect: 0 } : asks.of(known.note);
    const state = isNow ? validityByNotes(memory.id, slot, notes, moment)?.state : 'current';
    return (
      ASKS_WORDS * covered +
      ASKS_MEANING * cosine +
      ASPECT * aspect +
      (state === 'superseded' ? SUPERSEDED : state === 'doubtful' ? DOUBTFUL : 0)
    );
  });
}
