import { briefText } from '../../../domain/brief-text.js';
import { Brief, BriefInput } from '../compose-brief.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderBrief } from '../view.js';

export const briefOperation = defineOperation({
  name: 'brief',
  summary: 'What to know before a session begins, as one text under a token budget.',
  description:
    'For a model to read: forecasts whose day has come, the standing goals, what people prefer, what is open, and what was said and done last; each memory between marks. With a project, what is last is of that project; with `about`, what was said of that matter and nothing else.',
  input: BriefInput,
  output: Brief,
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme brief "the talk in Trondheim"', shows: 'what was said of it' },
    {
      command: 'mneme brief --project parcel',
      shows: 'what an agent should know before it starts',
    },
  ],
  served: { pace: 'question' },
  verb: ['brief'],
  asLines: renderBrief,
  run: (memory, input) => memory.brief(input),
  asText: briefText,
});
