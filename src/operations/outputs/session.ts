import { z } from 'zod';
import { SessionId } from '../../domain/ids.js';
import { Moment } from './memory.js';

export const WorkingMemoryOutput = z.strictObject({
  session: SessionId,
  task: z.string().nullable(),
  phase: z.string().nullable(),
  events: z.array(z.strictObject({ text: z.string(), at: Moment })),
  turns: z.array(z.strictObject({ speaker: z.string().nullable(), text: z.string(), at: Moment })),
  changedAt: Moment,
});

export const SessionViewOutput = z.strictObject({ session: SessionId, working: WorkingMemoryOutput.nullable() });
