import type { Accept } from '../../indexes/accept.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';
import type { Feedback } from '../feedback.js';

/** Memories that were useful for similar questions, whichever words they contain. */
export function feedbackPath({ lifts }: Feedback, accepts: Accept): Candidate[] {
  return [...lifts]
    .filter(([slot, lift]) => lift > 0 && accepts(slot))
    .map(([slot, score]) => ({ slot, score }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}
