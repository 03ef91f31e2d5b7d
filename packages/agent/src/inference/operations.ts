import { z } from 'zod';
import { reversible } from '@mneme/core/domain/reversal.js';
import { Causes, CausesInput } from './causes.js';
import { InferInput } from './infer.js';
import { KeepInput } from './kept-conclusions.js';
import { renderCauses } from './view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

export const causesOperation = defineOperation({
  name: 'causes',
  summary: 'Tell what led to something or came of it, as memories state it, and what follows.',
  description:
    'With an action its effects, with an outcome its causes, with both whether the one leads to the other, read off the words; beside them stands what was said of the matter. From and to chain stated causes: forward, backward, between two things, what joins them, or what best explains what is seen. Each conclusion is marked as inferred, with its proof down to the turns. What is kept is the question: each look works it out anew, so that no conclusion outlives its evidence.',
  input: CausesInput,
  output: reversible(Causes),
  positional: ['action'],
  effect: 'write',
  writesWith: ['keep'],
  idempotent: true,
  examples: [
    { command: 'mneme causes "raising the pool size"', shows: 'what came of it' },
    { command: 'mneme causes --outcome "the build broke"', shows: 'why it did' },
    { command: 'mneme causes --from "the pump failed"', shows: 'what follows, with proofs' },
    {
      command:
        'mneme causes --seen "the lamps flickered" --seen "the router restarted" --given \'{"what":"the fuse blew","sureness":0}\'',
      shows: 'the best explanation, the fuse left out',
    },
    {
      command: 'mneme causes --from "the pump failed" --to "the cellar was flooded" --keep',
      shows: 'the conclusion, its proof, and how to undo the keeping',
    },
    { command: 'mneme causes --kept', shows: 'what stands, and what has fallen' },
  ],
  verb: ['graph.causes'],
  places: [{ method: 'POST', path: '/graph/causes' }],
  asLines: renderCauses,
  run: (memory, input) => memory.graph.causes(input),
});

// Former names of verbs that were merged into `causes`.

const { limit, cursor } = CausesInput.shape;

export const FORMER = {
  infer: deprecatedVerb(causesOperation, {
    name: 'infer',
    positional: [],
    effect: 'read',
    places: [{ method: 'POST', path: '/inferences' }],
    input: InferInput,
    as: (asked) => asked,
  }),
  infer_keep: deprecatedVerb(causesOperation, {
    name: 'infer_keep',
    words: ['infer', 'keep'],
    positional: ['from', 'to'],
    places: [{ method: 'POST', path: '/conclusions' }],
    input: KeepInput,
    as: (ends) => ({ ...ends, keep: true }),
  }),
  infer_list: deprecatedVerb(causesOperation, {
    name: 'infer_list',
    words: ['infer', 'kept'],
    positional: [],
    effect: 'read',
    places: [{ method: 'GET', path: '/conclusions' }],
    input: z.strictObject({ limit, cursor }),
    as: (page) => ({ ...page, kept: true }),
  }),
};
