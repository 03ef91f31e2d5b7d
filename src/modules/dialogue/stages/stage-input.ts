import { z } from 'zod';
import { Stage } from './outputs.js';

export const StageInput = z.strictObject({
  turn: z.string().describe('The turn, as in x_01h5k0c2x9w7a.'),
  stage: Stage.describe(
    'understand makes a frame, decide a verdict; refiner and antagonist look at what there is.',
  ),
  output: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What a model of your own made; without it the configured language model is asked, or the prompt for yours is given.',
    ),
});
export type StageInput = z.input<typeof StageInput>;
