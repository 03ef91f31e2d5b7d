import { z } from 'zod';
import { Advice, AdviceInput } from './advise.js';
import { CheckInput, Checked } from './check/answer.js';
import { Critique, CritiqueInput, critiqueOf } from './check/critique.js';
import {
  Accuracy,
  AccuracyInput,
  RetrievalComparison,
  RetrievalComparisonInput,
} from './measure-recall.js';
import { SearchPlan, SearchPlanInput } from './search-plan.js';
import { defineOperation } from '../../operations/operation.js';
import { GraphDescription } from '../graph/describe-graph.js';
import { MemeticStatus } from './status.js';
import { OwnText } from '../../domain/texts.js';
import {
  renderGraphDescription,
  renderStatus,
  renderAdvice,
  renderSearchPlan,
  renderChecked,
  renderAccuracy,
  renderRetrievalComparison,
} from './view.js';

export const statusOperation = defineOperation({
  name: 'status',
  summary: 'Tell how the bank is doing and what waits for somebody.',
  description:
    'Entropy and coherence of the latest memories, what they are about, conflicts to settle and memories to review.',
  input: z.strictObject({}),
  output: MemeticStatus,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme status', shows: 'the pulse, and what to look at' }],
  served: { pace: 'quick' },
  verb: ['guidance.status'],
  places: [{ method: 'GET', path: '/status' }],
  asLines: renderStatus,
  run: (memory) => memory.guidance.status(),
});

export const guideOperation = defineOperation({
  name: 'guide',
  summary: 'Tell a model how to use this memory.',
  description:
    'What it is, what to call when, what to beware of: about 300 tokens, to be kept in mind from the first contact on.',
  input: z.strictObject({}),
  output: z.strictObject({ text: OwnText, tokens: z.number() }),
  positional: [],
  standsAlone: true,
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme guide', shows: 'the text, for a system prompt' }],
  served: { pace: 'quick' },
  verb: ['guidance.guide'],
  places: [{ method: 'GET', path: '/guide' }],
  asLines: ({ text }) => text,
  run: (memory) => memory.guidance.guide(),
});

export const graphDescriptionOperation = defineOperation({
  name: 'graph_description',
  words: ['graph-description'],
  summary: 'Tell how the bank is built and what it holds of each part.',
  description:
    'Kinds of memories and their layers, families of links, embedding spaces, each with its count or what it compares.',
  input: z.strictObject({}),
  output: GraphDescription,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme graph-description', shows: 'counts by kind and by family of links' },
  ],
  verb: ['graph.describe'],
  places: [{ method: 'GET', path: '/graph' }],
  asLines: renderGraphDescription,
  run: (memory) => memory.graph.describe(),
});

export const adviseOperation = defineOperation({
  name: 'advise',
  summary: 'Turn a goal into operations to call, in order.',
  description:
    'By rules, from one look at what the bank holds of it: what is unknown, contradicted or past, whether it asks why, how, or for a plan. Each step comes with its input and the reason for it.',
  input: AdviceInput,
  output: Advice,
  positional: ['goal'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme advise "find out why the office moved to Porto"',
      shows: 'up to three steps',
    },
  ],
  verb: ['guidance.advise', 'goal'],
  places: [{ method: 'POST', path: '/advice' }],
  asLines: renderAdvice,
  run: (memory, input) => memory.guidance.advise(input),
});

export const searchPlanOperation = defineOperation({
  name: 'search_plan',
  words: ['search-plan'],
  summary: 'Take a goal apart into queries.',
  description: 'By rules, each from another side, each tried for what it promises.',
  input: SearchPlanInput,
  output: SearchPlan,
  positional: ['goal'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme search-plan "plan the move of the office to Porto"',
      shows: 'up to three queries and how to run them',
    },
  ],
  verb: ['guidance.planSearch', 'goal'],
  asLines: renderSearchPlan,
  run: (memory, input) => memory.guidance.planSearch(input),
});

export const checkOperation = defineOperation({
  name: 'check',
  summary: 'Hold each sentence of a text against what the bank was told.',
  description:
    'Each is supported, outdated (with what holds now, and since when), contradicted (with what is held) or not known, with the notes. Where nobody has read, only plain claims are compared.',
  input: CheckInput,
  output: Checked,
  positional: ['text'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme check "Tom lives in Leeds. Ana is his sister."',
      shows: 'for each sentence a verdict, and the notes behind it',
    },
  ],
  verb: ['guidance.check', 'text'],
  asLines: renderChecked,
  run: (memory, input) => memory.guidance.check(input),
});

/** The name and the shape that it had in the version before. */
export const critiqueOperation = defineOperation({
  name: 'critique',
  former: 'check',
  summary: 'Find what says otherwise than a text.',
  description: 'What `check` finds, as it was told in the version before.',
  input: CritiqueInput,
  output: Critique,
  positional: ['reasoning'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme critique "Tom lives in Leeds, so we meet there."',
      shows: 'the note that he lives in Porto',
    },
  ],
  run: async (memory, { reasoning, memories, threshold }) =>
    critiqueOf(
      await memory.guidance.check({
        ...{ text: reasoning, minConfidence: threshold },
        ...(memories === undefined ? {} : { memories }),
      }),
    ),
});

export const recallAccuracyOperation = defineOperation({
  name: 'recall_accuracy',
  words: ['recall-accuracy'],
  summary: 'Measure how well recall finds memories that are known to answer.',
  description:
    'Recall and reciprocal rank over questions with the ids of their answers. It counts as no use.',
  input: AccuracyInput,
  output: Accuracy,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme recall-accuracy --case {"query":"Tom","expected":["m_01h5k0c2x9w7a"]}',
      shows: 'recall@10 and what was missed',
    },
  ],
  verb: ['guidance.measureRecall'],
  places: [{ method: 'POST', path: '/recall/accuracy' }],
  asLines: renderAccuracy,
  run: (memory, input) => memory.guidance.measureRecall(input),
});

export const compareRetrievalOperation = defineOperation({
  name: 'compare_retrieval',
  words: ['compare-retrieval'],
  summary: 'Compare what each way of finding brings alone.',
  description:
    'Each path’s own results beside the answer of all paths together. It counts as no use.',
  input: RetrievalComparisonInput,
  output: RetrievalComparison,
  positional: ['query'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme compare-retrieval "Why did Priya move?"',
      shows: 'results by path, and which they share',
    },
  ],
  verb: ['guidance.compareRetrieval', 'query'],
  places: [{ method: 'POST', path: '/recall/comparison' }],
  asLines: renderRetrievalComparison,
  run: (memory, input) => memory.guidance.compareRetrieval(input),
});
