import type { CodeFeatureGroup } from './code-pool.js';
import { NAME, ROLES } from './function-words.js';

/** Decay from one word to the next: a description first says what is done, then how and when not. */
const DECAY = 0.8;
/** The number of words that count as the beginning. */
const FIRST = 4;
const K1 = 1.2;
const B = 0.75;
const USUAL_LENGTH = 60;

/** How much of the question's beginning a function contains, and what its name says of it. */
export const earlyFeatures: CodeFeatureGroup = {
  names: ['early', 'early_name', 'early_first', 'early_first_name'],
  prepare: ({ question: { words } }) => {
    const decayed = words.map(({ weight, place }) => weight * DECAY ** place);
    const first = words.map(({ weight, place }) => (place < FIRST ? weight : 0));
    const all = Math.max(
      LEAST,
      decayed.reduce((sum, each) => sum + each, 0),
    );
    const begin = Math.max(
      LEAST,
      first.reduce((sum, each) => sum + each, 0),
    );
    return (match) => {
      const damping = K1 * (1 - B + (B * match.function.length) / USUAL_LENGTH);
      let [held, name, heldFirst, nameFirst] = [0, 0, 0, 0];
      for (const at of match.touched) {
        const frequency = match.frequencies[at] ?? 0;
        if (frequency === 0) continue;
        const share = frequency / (frequency + damping);
        const named = (match.own[at * ROLES + NAME] ?? 0) > 0 ? 1 : 0;
        held += (decayed[at] ?? 0) * share;
        heldFirst += (first[at] ?? 0) * share;
        name += (decayed[at] ?? 0) * named;
        nameFirst += (first[at] ?? 0) * named;
      }
      return [held / all, name / all, heldFirst / begin, nameFirst / begin];
    };
  },
};

const LEAST = 1e-6;
