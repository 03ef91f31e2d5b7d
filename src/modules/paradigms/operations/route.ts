import { RouteAnswer, RouteInput } from '../route.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderRoute } from '../views/route.js';

export const routeOperation = defineOperation({
  name: 'route',
  summary: 'Show where a question leads, without recalling.',
  description:
    'What it is after (one of seven query types), which paradigms answer it, how it wants to be answered, the words that tell, and the layers it leads to. By rules, English.',
  input: RouteInput,
  output: RouteAnswer,
  positional: ['query'],
  standsAlone: true,
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme route "How do I rotate the keys?"', shows: 'procedural, by “how do i”' },
    {
      command: 'mneme route "Am I good at SQL?" --json',
      shows: 'declarative and predictive, as JSON',
    },
  ],
  served: { pace: 'quick' },
  verb: ['paradigms.route', 'query'],
  asLines: renderRoute,
  run: (memory, { query }) => memory.paradigms.route(query),
});
