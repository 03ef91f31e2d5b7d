import { asksToBeDone, instructionChance } from '../../language/standing-instruction.js';
import { longOf, readTalkTraits } from '../../recall/ranking/talk-traits.js';
import { defineModule } from '../module.js';

/** What a memory gains that surely tells how things are to be done, in logits. */
const GAIN = 3;
/** What is less likely one than this gains nothing. */
const LEAST = 0.05;
/** Its words are an assistant's, which bids nobody. */
const BIDS_NOBODY = 'assistant';

/**
 * Standing instructions stand higher where something is to be done: a task seldom has their words. Where what is kept are pages rather
 * than what people say, a page is no instruction.
 */
export const instructions = defineModule({
  name: 'instructions',
  terms: [
    {
      name: 'instruction',
      range: [0, GAIN],
      weigh: (results, { understanding: { query }, state: { index } }) => {
        const gain = asksToBeDone(query) ? GAIN * (1 - longOf(readTalkTraits(index, query))) : 0;
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
