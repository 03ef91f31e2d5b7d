import { z } from 'zod';
import { RecallProfile } from '@mneme/core/domain/profile.js';
import { KNOWN_VERDICTS } from '@mneme/core/domain/recollection.js';
import { MemoryId } from '@mneme/core/domain/ids.js';
import { Day } from '@mneme/core/domain/note.js';
import {
  type Of,
  OwnText,
  type SchemaOf,
  Share,
  numberWithin,
  shareInput,
} from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import { ValidityState } from '@mneme/core/domain/validity.js';

/** The longest text that is checked at once, in UTF-16 units: some 1,500 words. */
const MAX_TEXT = 10_000;

export const CheckInput = z.strictObject({
  text: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .max(MAX_TEXT, `at most ${MAX_TEXT.toLocaleString('en')} characters: check it part by part`)
    .describe('What you mean to say, 1 to 10,000 characters, in plain sentences.'),
  memories: z
    .array(MemoryId)
    .max(100, 'at most 100 memories')
    .optional()
    .describe('Only held against these notes, and against those read off these memories.'),
  now: RecallProfile.shape.now,
  minConfidence: shareInput().default(0).describe('Least confidence of what counts, 0 to 1.'),
});
export type CheckInput = z.input<typeof CheckInput>;

const SENTENCE_VERDICTS = ['supported', 'outdated', 'contradicted', 'not known'] as const;
export type SentenceVerdict = (typeof SENTENCE_VERDICTS)[number];

const toldShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /**
   * `so`: agrees with the sentence; `was so`: agrees, but is superseded; `now`: holds instead; `otherwise`:
   * disagrees; `unread`: is about it, was said later, and no note tells yet what it changed.
   */
  says: z.enum(['so', 'was so', 'now', 'otherwise', 'unread']),
  validity: ValidityState,
  /** First and last day of its validity, where known. */
  from: Day.nullable(),
  until: Day.nullable(),
  confidence: Share,
});
/** A note of the bank about a sentence. */
export interface ToldOfSentence extends Of<typeof toldShape> {}
const Told: SchemaOf<ToldOfSentence, typeof toldShape> = toldShape as unknown as SchemaOf<
  ToldOfSentence,
  typeof toldShape
>;

const sentenceShape = z.strictObject({
  text: z.string(),
  verdict: z.enum(SENTENCE_VERDICTS),
  /** For an outdated sentence, from when something else holds; null if unknown. */
  since: Instant.nullable(),
  /** That day, where a note gives one: the same in every time zone; absent for a moment. */
  sinceDay: z.exactOptional(Day),
  /**
   * The notes behind the verdict, strongest evidence first; memories where the claims were read by rules only. None
   * for `not known`.
   */
  notes: z.array(Told),
  /** Probability that recall can answer the sentence as a question, 0..1; null where no calibration is fitted. */
  probability: Share.nullable(),
  known: z.enum(KNOWN_VERDICTS),
});
/** The verdict on a sentence. */
export interface SentenceChecked extends Of<typeof sentenceShape> {}
const Sentence: SchemaOf<SentenceChecked, typeof sentenceShape> =
  sentenceShape as unknown as SchemaOf<SentenceChecked, typeof sentenceShape>;

const checkedShape = z.strictObject({
  sentences: z.array(Sentence),
  /** Number of notes that the text was compared with. */
  notes: z.number(),
  /** What could not be done, and why: the bank was not read, or only in part. */
  notices: z.array(OwnText),
});
/** A text checked sentence by sentence against the bank. */
export interface Checked extends Of<typeof checkedShape> {}
export const Checked: SchemaOf<Checked, typeof checkedShape> = checkedShape;

export const CritiqueInput = z.strictObject({
  reasoning: z
    .string()
    .trim()
    .min(20, 'at least 20 characters')
    .max(2_000)
    .describe('What you mean to say or do, 20 to 2,000 characters, in plain sentences.'),
  memories: z.array(MemoryId).max(100).optional().describe('Only held against these memories.'),
  threshold: numberWithin(0.3, 0.9)
    .default(0.5)
    .describe('Least confidence of a memory that may speak against it.'),
});

const contradictingShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /** `actual`: both cannot hold; `contextual`: it was true, and no longer is. */
  type: z.enum(['actual', 'contextual']),
  subject: z.string(),
  reason: z.string(),
  confidence: Share,
});

const critiqueShape = z.strictObject({
  contradictions: z.array(contradictingShape),
  /** Number of sentences that something is known of. */
  claims: z.number(),
  suggested: z.enum(['proceed', 'revise', 'ask_user', 'state_plainly']),
});
export interface Critique extends Of<typeof critiqueShape> {}
export const Critique: SchemaOf<Critique, typeof critiqueShape> = critiqueShape;

/** The result in the shape of the former verb: `proceed` only where every sentence is supported. */
export function critiqueOf({ sentences }: Checked): Critique {
  const contradictions = sentences.flatMap(({ text, verdict, notes }) =>
    verdict !== 'contradicted' && verdict !== 'outdated'
      ? []
      : notes
          .filter(({ says }) => says === 'otherwise' || says === 'now')
          .map(({ id, content, says, confidence }) => ({
            ...{ id, content, confidence, subject: text },
            type: says === 'now' ? ('contextual' as const) : ('actual' as const),
            reason: says === 'now' ? 'it was so, and this holds now' : 'this is held of it',
          })),
  );
  const known = sentences.filter(({ verdict }) => verdict !== 'not known').length;
  return {
    contradictions,
    claims: known,
    suggested:
      known === 0
        ? 'state_plainly'
        : contradictions.length > 0
          ? 'revise'
          : known < sentences.length
            ? 'ask_user'
            : 'proceed',
  };
}
