import { z } from 'zod';
import { MemoryId } from './ids.js';
import { MemoryKind, Source } from './memory.js';
import { REASONING_TYPES } from './reasoning.js';
import { Instant, Period } from './time.js';
import { type Of, type SchemaOf, numberWithin, textUpTo } from './schema.js';

/** A verdict on a result: it helped; it is unrelated to the question; it is not true. */
export const VERDICTS = ['useful', 'irrelevant', 'wrong'] as const;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

/** One answer to a recall. The same profile asked of the same state of a bank in the same minute has the same id. */
export const RecollectionId = z
  .string()
  .regex(/^r_[0-9a-z]{13}$/, 'expected a recollection id such as r_01h5k0c2x9w7a')
  .brand<'RecollectionId'>();
export type RecollectionId = z.infer<typeof RecollectionId>;

/** One result of a recollection, by its place from 1: `r_01h5k0c2x9w7a.1`. */
export const ResultId = z
  .string()
  .regex(/^r_[0-9a-z]{13}\.[1-9][0-9]{0,2}$/, 'expected a result id such as r_01h5k0c2x9w7a.1')
  .brand<'ResultId'>();
export type ResultId = z.infer<typeof ResultId>;

export function resultId(recollection: RecollectionId, place: number): ResultId {
  return `${recollection}.${place}` as ResultId;
}

/** The recollection and the place that a result id names. */
export function partsOfResult(id: ResultId): {
  readonly recollection: RecollectionId;
  readonly place: number;
} {
  const [recollection = '', place = ''] = id.split('.');
  return { recollection: recollection as RecollectionId, place: Number(place) };
}

/** The outcome of what was done with a context or recall: words and their scores. */
const ENDS = { good: 1, bad: -1 } as const;
/** Maximum number of memories that share the credit of one context: more than a context holds. */
const MAX_USED = 500;

/**
 * A vote on one result, by its own id or by its recollection and memory; or the outcome of what was done with a
 * context or recall, as a word or a score.
 */
export const FeedbackInput = z
  .strictObject({
    verdict: z
      .enum([...VERDICTS, 'good', 'bad'])
      .optional()
      .describe(
        'Of a result: useful, it helped; irrelevant, it does not bear on the question; wrong, what it says is not so. Of a context or recall: good or bad, how what was done with it ended.',
      ),
    result: z
      .union([ResultId, RecollectionId], 'expected a result id such as r_01h5k0c2x9w7a.1')
      .optional()
      .describe(
        'The result, as in r_01h5k0c2x9w7a.1: the recollection and the place in it. Of an end, the context or recall, as in r_01h5k0c2x9w7a.',
      ),
    recollection: RecollectionId.optional().describe(
      'Instead of a result: the recollection, together with `memory`; of an end, without it.',
    ),
    memory: MemoryId.optional().describe('The memory among the results of `recollection`.'),
    score: numberWithin(-1, 1)
      .optional()
      .describe('Instead of good or bad: how it ended, from -1 (as bad as can be) to 1.'),
    used: z
      .array(MemoryId)
      .min(1, 'name at least one')
      .max(MAX_USED, `at most ${MAX_USED}`)
      .optional()
      .describe(
        'Of an end, the memories that were used, where that is known: they alone are credited.',
      ),
    note: textUpTo(500)
      .optional()
      .describe('Why, or what came of it, for people and for the journal.'),
  })
  .refine(({ verdict, score }) => (verdict === undefined) !== (score === undefined), {
    message: 'say either a verdict or a score',
    path: ['verdict'],
  })
  .refine((input) => isOfEnd(input) || isOfResult(input), {
    message: 'name either a result, or a recollection and a memory',
    path: ['result'],
  })
  .refine((input) => !isOfEnd(input) || isOfRecollection(input), {
    message: 'good, bad and a score are told of a context or recall, as in r_01h5k0c2x9w7a',
    path: ['result'],
  })
  .refine((input) => isOfEnd(input) || input.used === undefined, {
    message: 'is told with good, bad or a score',
    path: ['used'],
  });
export type FeedbackInput = z.input<typeof FeedbackInput>;
export type ParsedFeedbackInput = z.output<typeof FeedbackInput>;

/** A vote on a result, by its own id or by its recollection and memory. */
export interface ResultVote {
  readonly verdict: Verdict;
  readonly result?: ResultId | undefined;
  readonly recollection?: RecollectionId | undefined;
  readonly memory?: MemoryId | undefined;
  readonly note?: string | undefined;
}

/** The reported outcome of what was done with a context or recall. */
export interface ReportedOutcome {
  readonly recollection: RecollectionId;
  /** -1..1. */
  readonly score: number;
  readonly used?: readonly MemoryId[] | undefined;
  readonly note: string | null;
}

type Given = Readonly<
  Partial<Record<'verdict' | 'score' | 'result' | 'recollection' | 'memory', unknown>>
>;

const isOfEnd = ({ verdict, score }: Given): boolean =>
  score !== undefined || verdict === 'good' || verdict === 'bad';
const isOfResult = ({ result, recollection, memory }: Given): boolean =>
  result === undefined
    ? recollection !== undefined && memory !== undefined
    : recollection === undefined && memory === undefined && ResultId.safeParse(result).success;
const isOfRecollection = ({ result, recollection, memory }: Given): boolean =>
  memory === undefined &&
  (result === undefined) !== (recollection === undefined) &&
  RecollectionId.safeParse(result ?? recollection).success;

/** The reported outcome; null for a vote on a result. */
export function reportedOutcome(input: ParsedFeedbackInput): ReportedOutcome | null {
  const { verdict, score, result, recollection, used, note = null } = input;
  if (!isOfEnd(input)) return null;
  return {
    recollection: (recollection ?? result) as RecollectionId,
    score: score ?? ENDS[verdict as keyof typeof ENDS],
    used,
    note,
  };
}

const needShape = z.strictObject({
  /** Stems of its content words, without names of speakers. */
  terms: z.array(z.string()),
  /** Stems of the names of speakers in it. */
  names: z.array(z.string()),
  /** The kinds of answer it asks for: `time`, `place`, `person` …; usually one or none. */
  asks: z.array(z.string()),
  /** Periods that it names. */
  periods: z.array(Period),
  reasoning: z.enum(REASONING_TYPES),
});
/** What a question asked for, so that a similar one is recognised. */
export interface Need extends Of<typeof needShape> {}
export const Need: SchemaOf<Need, typeof needShape> = needShape;

/** What is stored of a recall to interpret votes on its results: stems only, no text. */
export interface RecallRecord {
  readonly id: RecollectionId;
  readonly at: Instant;
  readonly need: Need;
  readonly delivered: readonly MemoryId[];
}

const voteShape = z.strictObject({
  id: ResultId,
  memory: MemoryId,
  verdict: Verdict,
  note: z.string().nullable(),
  at: Instant,
  actor: z.string(),
  need: Need,
  /** Of the memory when voted on: its source and its kind. */
  source: Source,
  kind: MemoryKind,
  /** What a `wrong` took from the memory's confidence, so that another verdict can restore it. */
  lowered: z.number(),
  version: z.number(),
});
/** A stored vote; a later one on the same result puts a new version. */
export interface Vote extends Of<typeof voteShape> {}
export const Vote: SchemaOf<Vote, typeof voteShape> = voteShape;

/** Number of latest recalls that a bank stores for votes. */
export const KEPT_RECALLS = 2_000;
