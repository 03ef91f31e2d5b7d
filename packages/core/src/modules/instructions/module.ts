import { requestsAction, instructionProbability } from '../../language/instructions.js';
import { longOf, readTalkTraits } from '../../recall/ranking/fusion-model.js';
import { defineModule } from '../module.js';

/** Logits added for a memory that is certainly a standing instruction. */
const GAIN = 3;
/** Minimum probability for any gain. */
const MIN_CHANCE = 0.05;
/** The speaker whose words are never an instruction. */
const BIDS_NOBODY = 'assistant';

/**
 * Ranks standing instructions higher for a task: its words seldom match theirs. In a bank of long pages instead of
 * conversations this is switched off.
 */
export const instructions = defineModule({
  name: 'instructions',
  terms: [
    {
      name: 'instruction',
      range: [0, GAIN],
      weigh: (results, { understanding: { query, reading }, state: { index } }) => {
        const gain = requestsAction(query)
          ? GAIN * (1 - longOf(readTalkTraits(index, reading)))
          : 0;
        return gain === 0
          ? null
          : results.map(({ memory: { content, speaker } }) => {
              const chance = speaker === BIDS_NOBODY ? 0 : instructionProbability(content);
              return chance < MIN_CHANCE ? 0 : gain * Math.sqrt(chance);
            });
      },
    },
  ],
});
