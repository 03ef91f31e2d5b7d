import { asksToBeDone, instructionChance } from '../../language/standing-instruction.js';
import { longOf, readTalkTraits } from '../../recall/ranking/talk-traits.js';
import { defineModule } from '../module.js';

/** Logits gained by a memory that certainly is a standing instruction. */
const GAIN = 3;
/** Below this probability, nothing is gained. */
const LEAST = 0.05;
/** Its words are an assistant's, which instructs nobody. */
const BIDS_NOBODY = 'assistant';

/**
 * Standing instructions rank higher if something is to be done: a task seldom contains their words. In a
 * bank of pages rather than conversations, a page is no instruction.
 */
export const instructions = defineModule({
  name: 'instructions',
  terms: [
    {
      name: 'instruction',
      range: [0, GAIN],
      weigh: (results, { understanding: { query, reading }, state: { index } }) => {
        const gain = asksToBeDone(query) ? GAIN * (1 - longOf(readTalkTraits(index, reading))) : 0;
        return gain === 0
          ? null
          : results.map(({ memory: { content, speaker } }) => {
              const chance = speaker === BIDS_NOBODY ? 0 : instructionChance(content);
              return chance < LEAST ? 0 : gain * Math.sqrt(chance);
            });
      },
    },
  ],
});
