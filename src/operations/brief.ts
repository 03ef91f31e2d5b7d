import { z } from 'zod';
import { MemoryId } from '../domain/ids.js';
import { BRIEF_PARTS, BriefInput } from '../engine/context/compose-brief.js';
import { defineOperation } from './operation.js';
import { OwnText } from './outputs/texts.js';

export const briefOperation = defineOperation({
  name: 'brief',
  summary: 'What to know before a session begins, as one text under a token budget.',
  description:
    'For a model to read: the standing goals, what people prefer, what is open, and what was said and done last; each memory between marks. With a project, what is last is of that project.',
  input: BriefInput,
  output: z.strictObject({
    text: OwnText,
    tokensUsed: z.number(),
    delivered: z.array(MemoryId),
    parts: z.array(z.enum(BRIEF_PARTS)),
    sequence: z.number(),
  }),
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme brief --project parcel',
      shows: 'what an agent should know before it starts',
    },
  ],
  run: (memory, input) => memory.brief(input),
  asText: ({ text }) => (text === '' ? 'Nothing is known yet.' : text),
});
