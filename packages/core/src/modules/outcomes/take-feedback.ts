import { z } from 'zod';
import { asLearned, firstVersion, revise, nextVersion } from '../../bank/learned/revise.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { MnemeError } from '../../domain/errors.js';
import {
  reportedOutcome,
  FeedbackInput,
  RecollectionId,
  type ResultVote,
  type ReportedOutcome,
} from '../../domain/feedback.js';
import { LearnedId, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { FeedbackReceipt, giveFeedback } from '../feedback/index.js';
import { bodyOf, creditsOf, type Ending, endingsOf, OUTCOME_KEY } from './credit.js';

const movedShape = z.strictObject({
  memory: MemoryId,
  /** -1..1, before and after. */
  from: z.number(),
  to: z.number(),
});
const receiptShape = z.strictObject({
  /** The outcome's record. */
  id: LearnedId,
  recollection: RecollectionId,
  /** -1..1. */
  score: z.number(),
  /** The previous score; null the first time. */
  replaced: z.number().nullable(),
  /** False if the same outcome was reported before; nothing was written then. */
  changed: z.boolean(),
  /** Credits of the context's memories, in its order. */
  credited: z.array(movedShape),
  sequence: z.number(),
});
interface OutcomeReceipt extends Of<typeof receiptShape> {}
const OutcomeReceipt: SchemaOf<OutcomeReceipt, typeof receiptShape> = receiptShape;

type Parts = Pick<EngineParts, 'store' | 'clock' | 'actor' | 'readOnly' | 'newId'>;

/**
 * Records the outcome of a context as one journaled record; a later report on the same context replaces it. Throws
 * `not_found` for an unknown or no longer known context, `invalid_input` for a used memory that was not in it.
 */
async function tellOutcome(
  end: ReportedOutcome,
  bank: OpenBank,
  parts: Parts,
): Promise<OutcomeReceipt> {
  const { recollection, note, score } = end;
  return revise(bank.name, parts, async (at) => {
    const endings = endingsOf(
      await parts.store.learned(bank.name, { kinds: ['module'], keys: [OUTCOME_KEY] }),
    );
    const before = endings.find((ending) => ending.recollection === recollection);
    const memories = usedOf(end, await deliveredOf(recollection, before, bank, parts), before);
    const body = bodyOf({ recollection, score, note, actor: parts.actor }, memories);
    const changed = before === undefined || !isSame(before, { score, note, memories });
    const record =
      before === undefined
        ? firstVersion('module', OUTCOME_KEY, body, at, parts.newId)
        : nextVersion(before.record, body, at);
    const after = endingsOf([...endings.flatMap((e) => (e === before ? [] : e.record)), record]);
    const [was, is] = [creditsOf(endings, at), creditsOf(changed ? after : endings, at)];
    return {
      put: { learned: changed ? asLearned([record]) : [] },
      verb: 'feedback',
      reason: `${recollection} ended at ${score}${note === null ? '' : ` – ${note}`}`,
      answer: (sequence) => ({
        id: record.id,
        recollection,
        score,
        replaced: before?.score ?? null,
        changed,
        credited: memories.map((memory) => ({
          memory,
          from: was.of.get(memory)?.credit ?? 0,
          to: is.of.get(memory)?.credit ?? 0,
        })),
        sequence,
      }),
    };
  });
}

const isSame = (
  before: Ending,
  { score, note, memories }: Pick<Ending, 'score' | 'note' | 'memories'>,
): boolean =>
  before.score === score &&
  before.note === note &&
  before.memories.length === memories.length &&
  memories.every((memory, at) => memory === before.memories[at]);

/** The memories of a context: from the stored recalls, or from reported outcomes, which outlive them. */
async function deliveredOf(
  recollection: RecollectionId,
  before: Ending | undefined,
  bank: OpenBank,
  { store }: Parts,
): Promise<readonly MemoryId[]> {
  const noted = (await store.recallRecord(bank.name, recollection))?.delivered ?? before?.memories;
  if (noted !== undefined && noted.length > 0) return noted;
  throw new MnemeError(
    'not_found',
    noted === undefined
      ? `The bank knows no context ${recollection}.`
      : `Nothing stood in the context ${recollection}, so there is nothing to credit.`,
    {
      field: 'feedback.recollection',
      value: recollection,
      hint: 'A bank keeps its latest 2,000 recalls and contexts, and one by a process that may only read is not kept. Give the id that `context` or `recall` answered with.',
    },
  );
}

function usedOf(
  { used, recollection }: ReportedOutcome,
  delivered: readonly MemoryId[],
  before: Ending | undefined,
): readonly MemoryId[] {
  if (used === undefined) return before?.memories ?? delivered;
  const stranger = used.find((memory) => !delivered.includes(memory));
  if (stranger !== undefined)
    throw new MnemeError('invalid_input', `feedback.used: ${stranger} did not stand in it.`, {
      field: 'feedback.used',
      value: stranger,
      hint: `Name memories of ${recollection}: its \`delivered\` lists them.`,
    });
  return delivered.filter((memory) => used.includes(memory));
}

const { changed, sequence, ...ofVote } = FeedbackReceipt.shape;
const { changed: _, sequence: __, ...ofEnd } = OutcomeReceipt.shape;

const answerShape = z.strictObject({
  changed,
  sequence,
  ...z.strictObject(ofVote).partial().shape,
  /** Set for the outcome of a context or recall, instead of a vote's figures. */
  ended: z.strictObject(ofEnd).optional(),
});
/** The effect of a vote on a result, or of the outcome of a context. */
export interface FeedbackAnswer extends Of<typeof answerShape> {}
export const FeedbackAnswer: SchemaOf<FeedbackAnswer, typeof answerShape> = answerShape;

/** Records a vote on a result, or the outcome of a context or recall. Throws `not_found`, `invalid_input`. */
export async function takeFeedback(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<FeedbackAnswer> {
  const input = parseInput(FeedbackInput, raw, 'feedback');
  const end = reportedOutcome(input);
  if (end === null) return giveFeedback(input as ResultVote, bank.name, parts);
  const { changed: isNew, sequence: at, ...ended } = await tellOutcome(end, bank, parts);
  return { changed: isNew, sequence: at, ended };
}
