import { z } from 'zod';
import { DreamInput } from '@mneme/core/domain/night.js';
import { TestCases } from '@mneme/core/modules/testing/index.js';

/** A night's limits, and the cases by which it is judged in addition to questions of the bank's own notes. */
export const NightInput = z.strictObject({
  ...DreamInput.shape,
  cases: TestCases.optional()
    .describe('The bank’s own cases, as in `test`: a night that makes one fail is undone.')
    .meta({ flag: 'case' }),
});
export type NightInput = z.input<typeof NightInput>;
export type ParsedNight = z.output<typeof NightInput>;
