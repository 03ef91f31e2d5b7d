import { z } from 'zod';
import { SessionId } from '../../domain/ids.js';
import { SCRATCH_PRIVACY } from '../../domain/working-memory.js';
import { Moment } from './memory.js';
import { TurnText } from './texts.js';

export const WorkingMemoryOutput = z.strictObject({
  session: SessionId,
  task: z.string().nullable(),
  phase: z.string().nullable(),
  events: z.array(z.strictObject({ text: TurnText, at: Moment })),
  turns: z.array(z.strictObject({ speaker: z.string().nullable(), text: TurnText, at: Moment })),
  changedAt: Moment,
});

export const ScratchpadOutput = z.strictObject({
  session: SessionId,
  notes: z.array(
    z.strictObject({
      agent: z.string(),
      content: TurnText,
      privacy: z.enum(SCRATCH_PRIVACY),
      tags: z.array(z.string()),
      at: Moment,
    }),
  ),
  dropped: z.number(),
});

export const SessionViewOutput = z.strictObject({
  session: SessionId,
  working: WorkingMemoryOutput.nullable(),
});
