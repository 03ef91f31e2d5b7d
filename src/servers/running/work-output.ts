import { z } from 'zod';
import { WORK_STATES } from './long-work.js';

/** A piece of long work, as every door tells of it. */
export const WorkOutput = z.strictObject({
  id: z.string(),
  bank: z.string(),
  operation: z.string(),
  state: z.enum(WORK_STATES),
  progress: z.strictObject({ done: z.number(), total: z.number() }).nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  result: z.unknown().describe('The operation’s output, when it is done.'),
  error: z.unknown().describe('Why it failed.'),
});
