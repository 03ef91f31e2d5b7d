import { z } from 'zod';
import { MemoryId } from './ids.js';
import { QuotedMemory } from './memory.js';
import {
  type Of,
  OwnText,
  type SchemaOf,
  numberWithin,
  wholeNumber,
  textUpTo,
  flag,
} from './schema.js';
import { Tally } from './self-test.js';
import { Instant } from './time.js';

const curationTaskShape = z.strictObject({
  task: z.enum(['finish_erasure', 'settle_conflict', 'review_memory', 'merge_copies']),
  memories: z.array(MemoryId),
  reason: z.string(),
  /** The tool to call. */
  tool: z.string(),
  /** The operations that would settle it, with their input; several are alternatives. */
  settledBy: z.array(
    z.strictObject({ operation: z.string(), input: z.record(z.string(), z.unknown()) }),
  ),
  priority: z.enum(['high', 'normal']),
});
/** A task for a person. */
export interface CurationTask extends Of<typeof curationTaskShape> {}
export const CurationTask: SchemaOf<CurationTask, typeof curationTaskShape> = curationTaskShape;

/**
 * When a bank dreams by itself while a server has it open: never, whenever it has been idle, or daily from a time of
 * day on.
 */
export const DreamSchedule = z
  .string()
  .regex(
    /^(?:off|idle|(?:[01]\d|2[0-3]):[0-5]\d)$/,
    'expected off, idle, or a time of day such as 03:00',
  );

const NightName = textUpTo(40);

/** The limits of a night; defaults apply where no number is given. */
export const DreamInput = z.strictObject({
  minutes: numberWithin(0.01, 600)
    .default(5)
    .describe('It stops after so long; the next night goes on.'),
  changes: wholeNumber(1, 100_000).default(10_000).describe('Most changes that it makes.'),
  megabytes: wholeNumber(16, 65_536)
    .default(512)
    .describe('It stops when the process has grown by so much.'),
  schedule: DreamSchedule.optional().describe(
    'Instead of dreaming now: when the bank is to dream by itself while a server has it open: off, idle, or a time of day such as 03:00.',
  ),
  stop: flag('Instead: end the night that is under way, in whatever process, after its change.'),
  settle: z
    .enum(['accept', 'reject'])
    .optional()
    .describe('Instead: accept keeps what a night did; reject undoes it, the latest first.'),
  parts: z
    .array(textUpTo(100))
    .min(1, 'at least one')
    .max(1_000, 'at most 1,000')
    .optional()
    .describe('With `settle`: reversal hashes of single changes; the whole night when left out.'),
  night: NightName.optional().describe(
    'With `settle`: which night; the last one that changed anything when left out.',
  ),
});
export type DreamInput = z.input<typeof DreamInput>;
export type ParsedDream = z.output<typeof DreamInput>;

const dreamedJobShape = z.strictObject({
  name: z.string(),
  about: OwnText,
  /** Changes that it made. */
  steps: z.number(),
  /** Items processed, and in total. */
  done: z.number(),
  total: z.number(),
  finished: z.boolean(),
});
/** What one job did in a night. */
interface DreamedJob extends Of<typeof dreamedJobShape> {}
const DreamedJob: SchemaOf<DreamedJob, typeof dreamedJobShape> = dreamedJobShape;

export const PART_STATES = ['open', 'accepted', 'undone'] as const;

const dreamPartShape = z.strictObject({
  /** Undoes it: `mneme undo`. */
  reversal: OwnText,
  kind: z.string(),
  why: z.string(),
  memories: z.array(MemoryId),
  /** Links that it put or removed. */
  links: z.number(),
  at: Instant,
  state: z.enum(PART_STATES),
});
/** One change of a night, for review. */
export interface DreamPart extends Of<typeof dreamPartShape> {}
export const DreamPart: SchemaOf<DreamPart, typeof dreamPartShape> = dreamPartShape;

const nightProofShape = z.strictObject({
  /** Questions made of notes that the night did not touch, asked without it and with it. */
  before: Tally,
  after: Tally,
  /** Number of the bank's own cases, and the names of those that fail because of the night. */
  cases: z.number(),
  broke: z.array(z.string()),
  /**
   * Whether the bank answers worse with it, also what the notes that it touched were asked before: then it was undone,
   * else accepted.
   */
  worse: z.boolean(),
});
/** How a bank answers with a night and without it. */
export interface NightProof extends Of<typeof nightProofShape> {}
export const NightProof: SchemaOf<NightProof, typeof nightProofShape> = nightProofShape;

const dreamReportShape = z.strictObject({
  /** The night's name; null if there was none yet. */
  night: OwnText.nullable(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Milliseconds of work. */
  tookMs: z.number(),
  /** Why it ended early; null if it did not, or is still running. */
  stopped: z.string().nullable(),
  jobs: z.array(DreamedJob),
  /** Changes by kind. */
  counts: z.record(z.string(), z.number()),
  /** Number of changes made, and of those still to be reviewed. */
  changes: z.number(),
  open: z.number(),
  /** The changes themselves, latest first: one page. */
  parts: z.array(DreamPart),
  /** Pass it as `before` for the next page; null at the end. */
  next: z.number().nullable(),
  /** Tasks left to a person. */
  asks: z.array(CurationTask),
  /** The memories that these changes and tasks mention. */
  quotes: z.array(QuotedMemory),
  /** Live memories, before and after. */
  memoriesBefore: z.number(),
  memoriesAfter: z.number(),
  /** How it was judged; null if it was not: it made no change, is not finished, or there was too little to ask. */
  proof: NightProof.nullable(),
  schedule: z.string(),
});
/** What a night did: a diff that can be accepted, rejected or undone, whole or in part. */
export interface DreamReport extends Of<typeof dreamReportShape> {}
export const DreamReport: SchemaOf<DreamReport, typeof dreamReportShape> = dreamReportShape;

export const DreamReportInput = z.strictObject({
  night: NightName.optional().describe(
    'Which night; the last one that changed anything when left out.',
  ),
  limit: wholeNumber(1, 500).default(20).describe('Changes a page.'),
  before: z.int().min(1, 'must be 1 or more').optional().describe('`next` of the page before.'),
  leave: z
    .array(MemoryId)
    .min(1, 'at least one')
    .max(20, 'at most 20')
    .optional()
    .describe('The memories of a question that are to stay as they are; it is not asked again.'),
});
export type DreamReportInput = z.input<typeof DreamReportInput>;

const dreamSettledShape = z.strictObject({
  /** Null if there was no night yet. */
  night: OwnText.nullable(),
  verdict: z.enum(['accept', 'reject']),
  /** Changes that this accepted or undid. */
  settled: z.number(),
  /** Changes that could not be undone because later ones touched the same records, with the reason. */
  kept: z.array(z.strictObject({ reversal: OwnText, why: z.string() })),
});
export interface DreamSettled extends Of<typeof dreamSettledShape> {}
export const DreamSettled: SchemaOf<DreamSettled, typeof dreamSettledShape> = dreamSettledShape;

const dreamAnswerShape = z.strictObject({
  ...DreamReport.shape,
  /** Whether a running night was requested to stop. */
  stopping: z.boolean(),
  /** What was accepted or undone; null if nothing was. */
  settled: DreamSettled.nullable(),
});
/** A night's report, and the result of the request. */
export interface DreamAnswer extends Of<typeof dreamAnswerShape> {}
export const DreamAnswer: SchemaOf<DreamAnswer, typeof dreamAnswerShape> = dreamAnswerShape;

const dreamReviewShape = z.strictObject({
  ...DreamReport.shape,
  /** Memories to be left as they are: later nights do not ask about them. */
  left: z.array(MemoryId),
});
export interface DreamReview extends Of<typeof dreamReviewShape> {}
export const DreamReview: SchemaOf<DreamReview, typeof dreamReviewShape> = dreamReviewShape;
