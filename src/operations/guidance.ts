import { z } from 'zod';
import { CritiqueInput } from '../engine/guidance/critique.js';
import { AccuracyInput, RetrievalComparisonInput } from '../engine/guidance/measure-recall.js';
import { SearchPlanInput } from '../engine/guidance/search-plan.js';
import { defineOperation } from './operation.js';
import { AccuracyOutput, CritiqueOutput, RetrievalComparisonOutput, SearchPlanOutput, StatusOutput } from './outputs/graph.js';

export const statusOperation = defineOperation({
  name: 'status',
  summary: 'Tell how the bank is doing and what waits for somebody.',
  description: 'Entropy and coherence of the latest memories, what they are about, conflicts to settle and memories to review.',
  input: z.strictObject({}),
  output: StatusOutput,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme status', shows: 'the pulse, and what to look at' }],
  run: (memory) => memory.status(),
});

export const searchPlanOperation = defineOperation({
  name: 'search_plan',
  words: ['search-plan'],
  summary: 'Take a goal apart into queries.',
  description: 'By rules, each from another side, each tried for what it promises.',
  input: SearchPlanInput,
  output: SearchPlanOutput,
  positional: ['goal'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme search-plan "plan the move of the office to Porto"', shows: 'up to three queries and how to run them' }],
  run: (memory, input) => memory.planSearch(input),
});

export const critiqueOperation = defineOperation({
  name: 'critique',
  summary: 'Find memories that say otherwise than a text.',
  description: 'The text’s claims are held against what the bank holds of the same matters. English.',
  input: CritiqueInput,
  output: CritiqueOutput,
  positional: ['reasoning'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme critique "Tom lives in Leeds, so we meet there."', shows: 'the memory that he lives in Porto' }],
  run: (memory, input) => memory.critique(input),
});

export const recallAccuracyOperation = defineOperation({
  name: 'recall_accuracy',
  words: ['recall-accuracy'],
  summary: 'Measure how well recall finds memories that are known to answer.',
  description: 'Recall and reciprocal rank over questions with the ids of their answers. It counts as no use.',
  input: AccuracyInput,
  output: AccuracyOutput,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme recall-accuracy --case {"query":"Tom","expected":["m_01h5k0c2x9w7a"]}', shows: 'recall@10 and what was missed' }],
  run: (memory, input) => memory.measureRecall(input),
});

export const compareRetrievalOperation = defineOperation({
  name: 'compare_retrieval',
  words: ['compare-retrieval'],
  summary: 'Compare what each way of finding brings alone.',
  description: 'Each path’s own results beside the answer of all paths together. It counts as no use.',
  input: RetrievalComparisonInput,
  output: RetrievalComparisonOutput,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme compare-retrieval "Why did Priya move?"', shows: 'results by path, and which they share' }],
  run: (memory, input) => memory.compareRetrieval(input),
});
