import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import { Inference, InferInput } from './infer.js';
import { ConclusionFilter, KeepInput, KeepReceipt, KeptConclusions } from './kept-conclusions.js';
import { renderInference, renderKept } from './view.js';

export const inferOperation = defineOperation({
  name: 'infer',
  summary: 'Work out what follows from causes that memories state.',
  description:
    'Forward from what holds, backward from what came, between two things, what joins them, or what best explains what is seen. Each conclusion is marked as inferred, with its proof down to the turns. Keeps nothing.',
  input: InferInput,
  output: Inference,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme infer --from "the pump failed"', shows: 'what follows, with proofs' },
    {
      command: 'mneme infer --to "the cellar was flooded"',
      shows: 'what may have brought it about',
    },
    {
      command:
        'mneme infer --seen "the lamps flickered" --seen "the router restarted" --given \'{"what":"the fuse blew","sureness":0}\'',
      shows: 'the best explanation, the fuse left out',
    },
  ],
  verb: ['conclusions.infer'],
  places: [{ method: 'POST', path: '/inferences' }],
  asLines: renderInference,
  run: (memory, input) => memory.conclusions.infer(input),
});

export const inferKeepOperation = defineOperation({
  name: 'infer_keep',
  words: ['infer', 'keep'],
  summary: 'Keep that one thing leads to another, to see when that falls.',
  description:
    'What is kept is the question and what it rested on: each look works it out anew, so that no conclusion outlives its evidence.',
  input: KeepInput,
  output: reversible(KeepReceipt),
  positional: ['from', 'to'],
  effect: 'write',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme infer keep "the pump failed" "the cellar was flooded"',
      shows: 'the conclusion, its proof, and how to undo the keeping',
    },
  ],
  verb: ['conclusions.keep'],
  places: [{ method: 'POST', path: '/conclusions' }],
  asLines: renderKept,
  run: (memory, input) => memory.conclusions.keep(input),
});

export const inferListOperation = defineOperation({
  name: 'infer_list',
  words: ['infer', 'kept'],
  summary: 'List kept conclusions as they are now, and which have fallen.',
  description:
    'Each is worked out anew; one that has fallen names the memories that it rested on and that are gone.',
  input: ConclusionFilter,
  output: KeptConclusions,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme infer kept', shows: 'what stands, and what has fallen and why' }],
  served: { pace: 'quick' },
  verb: ['conclusions.list'],
  places: [{ method: 'GET', path: '/conclusions' }],
  run: (memory, input) => memory.conclusions.list(input),
});
