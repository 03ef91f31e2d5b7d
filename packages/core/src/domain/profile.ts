import { z } from 'zod';
import { FOR } from './audience.js';
import { KeptScope, MemoryId, type OfUser, SessionId } from './ids.js';
import { BoundInput, ClockInput, Tag } from './input.js';
import { LAYERS } from './layers.js';
import type { Bounded, Occurrence } from './memory-times.js';
import { ImageInput, MemoryKind } from './memory.js';
import { MetadataFilter } from './metadata-filter.js';
import { NOTE_FILTER } from './note.js';
import { REASONING_TYPES } from './reasoning.js';
import { flag, shareInput, textUpTo, wholeNumber } from './schema.js';
import { hasText } from './well-formed.js';

/**
 * Constraints by which recall itself reorders results after scoring, in this order: a strategy of several searches, a
 * reranker, the time of identical texts, the period that the question names. Constraints of modules follow.
 */
export const CONSTRAINTS = ['strategy', 'reranker', 'time', 'namedPeriod'] as const;

/**
 * Recall's own terms of a result's score, in logits: text and context (the learned fusion), pictures, the reasoning
 * type, the memory itself, its use, the votes on it, trust in its source. Modules add terms, and each constraint adds
 * its shift last. Results are sorted by the sum.
 */
export const SCORE_TERMS = [
  'fusion',
  'pictures',
  'reasoningFit',
  'confidence',
  'usefulness',
  'importance',
  'period',
  'direction',
  'feedback',
  'trust',
] as const;

/** Value by term, those of modules included. */
export type ScoreTerms = Readonly<Record<string, number>>;

export const PATHS = [
  'semantic',
  'lexical',
  'graph',
  'temporal',
  'causal',
  'image',
  'feedback',
] as const;
/** A retrieval path: one way of finding candidates. */
export type Path = (typeof PATHS)[number];

/** Retrieval strategies; `auto` chooses between `plain` and `transform`. */
export const STRATEGIES = ['plain', 'reranking', 'hyde', 'reflective', 'transform'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

/** The fields of a recalled memory a caller may choose. */
export const RESULT_FIELDS = [
  'id',
  'content',
  'excerpt',
  'kind',
  'stratum',
  'probability',
  'speaker',
  'session',
  'turn',
  'saidAt',
  'occurred',
  'trust',
  'tags',
  'metadata',
  'validity',
  'paths',
  'provenance',
  'supporting',
  'contradictions',
  'related',
  'entities',
  'images',
  'note',
  'why',
] as const;
export type ResultField = (typeof RESULT_FIELDS)[number];

const share = shareInput().default(0);

/** Sort keys of results: the score, the certainty or the probability of each. */
export const RESULT_ORDERS = ['score', 'certainty', 'probability'] as const;
export type ResultOrder = (typeof RESULT_ORDERS)[number];

/** Whether to return the best candidates, or only those that answer. */
const PRECISIONS = ['normal', 'high'] as const;

const Speakers = z
  .array(textUpTo(200))
  .min(1, 'name at least one, or leave it out')
  .max(100, 'at most 100');

/** The whole request of a recall. */
export const RecallProfile = z
  .strictObject({
    query: z
      .string()
      .max(4_096)
      .refine(hasText, 'must not be empty')
      .optional()
      .describe(
        'The question or topic, 1 to 4,096 characters. May be left out when a picture asks.',
      ),
    image: ImageInput.optional().describe(
      'A picture to find the like of: a path, a data: URL or bytes.',
    ),
    limit: wholeNumber(1, 200).default(10).describe('How many memories to return at most.'),
    depth: wholeNumber(1, 3).default(2).describe('How many hops the graph path may walk.'),
    reasoning: z
      .enum(['auto', ...REASONING_TYPES])
      .default('auto')
      .describe('How results are weighed; auto reads it off the query.'),
    strategy: z
      .enum(['auto', ...STRATEGIES])
      .default('auto')
      .describe('How the question is asked; auto takes one of several hops apart.'),
    threshold: shareInput().default(0).describe('Least confidence a memory must have.'),
    kinds: z
      .array(MemoryKind)
      .min(1, 'name at least one kind, or leave it out')
      .optional()
      .describe('Only these kinds.'),
    tags: z
      .array(Tag)
      .min(1, 'name at least one tag, or leave it out')
      .optional()
      .describe('All of these tags.'),
    metadata: MetadataFilter.optional().describe(
      'Only what has such metadata: {"ticket": "P-12", "priority": {"gte": 2}, "or": [{…}, {…}], "not": {…}}. Tests: eq, ne, in, gt, gte, lt, lte, exists.',
    ),
    speaker: textUpTo(200).optional().describe('Only what this person said.'),
    speakers: Speakers.optional().describe('Only what any of these said: people or agents.'),
    exceptSpeakers: Speakers.optional().describe('Nothing that any of these said.'),
    session: SessionId.optional().describe('Only this session.'),
    agentId: KeptScope.shape.agentId.describe('Only what this agent took in.'),
    runId: KeptScope.shape.runId.describe('Only what is of this run.'),
    for: FOR,
    ...NOTE_FILTER,
    from: BoundInput.optional().describe('Only what happened at or after this moment.'),
    to: BoundInput.optional().describe(
      'Only what happened before this moment; a day is its whole day.',
    ),
    asOf: BoundInput.optional().describe('Answer from what the bank held at that moment.'),
    now: ClockInput.optional().describe(
      'The moment the question is asked. Default: the clock. An offset tells whose day it is.',
    ),
    tokenBudget: z
      .int()
      .min(50, 'must be at least 50')
      .max(1_000_000)
      .optional()
      .describe('Most tokens the delivered answer may take, counted on its JSON.'),
    fields: z
      .array(z.enum(RESULT_FIELDS))
      .min(1)
      .optional()
      .describe('Only these fields of each result.'),
    whole: flag(
      'Whether a long memory comes with all of its content; if not, its excerpt stands for it.',
      true,
    ),
    expand: flag(
      'Whether supporting, contradicting and related memories are attached to each result.',
      true,
    ),
    forgiveTypos: flag(
      'Whether words that no memory has are read as words they may be misspelt from.',
      true,
    ),
    reflections: wholeNumber(0, 10)
      .default(2)
      .describe('How many observations, opinions and principles may stand beside the results.'),
    context: z
      .strictObject({
        session: SessionId.optional().describe(
          'The session it is asked in, by its working memory.',
        ),
        recent: z
          .array(z.string().min(1).max(4_096))
          .max(40)
          .optional()
          .describe('What was said before, oldest first; "Name: text" tells who said it.'),
      })
      .optional()
      .describe('The conversation that “she”, “it”, “there” or “that project” refer to.'),
    exclude: z.array(MemoryId).max(1_000).optional().describe('Memories the caller has already.'),
    layers: z
      .array(z.enum(LAYERS))
      .min(1, 'name at least one layer, or leave it out')
      .optional()
      .describe('Only these layers, each with its own rows.'),
    groupByLayer: flag('Group the answer by layer; without `layers`, by those the query leads to.'),
    paths: z
      .array(z.string().min(1).max(40))
      .min(1)
      .max(40)
      .optional()
      .describe(`Only these paths: ${PATHS.join(', ')}, or those that modules bring.`),
    precision: z
      .enum(PRECISIONS)
      .default('normal')
      .describe(
        'normal: the best there is; high: only what answers, and nothing where nothing does.',
      ),
    minProbability: share.describe(
      'Least chance that a result answers the question; what has less is left out.',
    ),
    minCertainty: share.describe('Least overall certainty of a result; what has less is left out.'),
    minKnown: share.describe(
      'Least chance that anything relevant is known; below it the answer is empty and says why.',
    ),
    cascade: wholeNumber(0, 3)
      .default(0)
      .describe(
        'How many times the search may be widened while the best result is not sure; 0 never.',
      ),
    cascadeBelow: share
      .unwrap()
      .default(0.5)
      .describe('The search is widened while the best result is less sure than this.'),
    cascadeBreadth: wholeNumber(0, 50)
      .default(5)
      .describe('How many more results each widening may add.'),
    cascadeMs: wholeNumber(1, 10_000)
      .default(100)
      .describe('Milliseconds after which the search is not widened further.'),
    order: z.enum(RESULT_ORDERS).default('score').describe('What the results are in order of.'),
  })
  .refine(({ query, image }) => query !== undefined || image !== undefined, {
    message: 'give a query, an image or both',
    path: ['query'],
  });
/** The former name of `limit`. */
export interface FormerLimit {
  /** @deprecated It is `limit` now; give one of the two. */
  readonly breadth?: number;
}
/** `topK` is an alias of `limit`: give one of the two. */
interface NamesOfLimit extends FormerLimit {
  readonly topK?: number;
}
export type RecallProfile = z.input<typeof RecallProfile> & NamesOfLimit & OfUser;
/** A profile that chooses no fields: its results have all. */
export type WholeProfile = Omit<RecallProfile, 'fields' | 'whole'> & {
  readonly fields?: undefined;
  readonly whole?: true;
};
/** A profile that chooses fields: its results have only these. */
export type ChosenProfile<Field extends ResultField> = Omit<RecallProfile, 'fields' | 'whole'> & {
  readonly fields: Field[];
  readonly whole?: true;
};
export type GivenProfile = z.output<typeof RecallProfile>;
/** A profile whose bounds are moments, resolved in the bank's time zone. */
export type ParsedProfile = Bounded<GivenProfile> & {
  /** The memories that match `metadata` and the note fields, looked up by recall; never given by a caller. */
  readonly among?: ReadonlySet<MemoryId>;
  /** The requested time of occurrence, from `from` and `to`; never given by a caller. */
  readonly occurred?: Occurrence;
};
