import { z } from 'zod';
import { EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import {
  partsOfResult,
  resultId,
  type Need,
  type ResultVote,
  ResultId,
  Verdict,
  type Vote,
} from '../../domain/feedback.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { VoteIndex } from '../../indexes/votes.js';
import type { Clock } from '../../ports/system.js';
import type { Store } from '../../ports/store.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

export interface FeedbackPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
}

const movedShape = z.strictObject({
  from: Share,
  to: Share,
});
/** A figure before and after a change. */
export interface Moved extends Of<typeof movedShape> {}
export const Moved: SchemaOf<Moved, typeof movedShape> = movedShape;

const feedbackReceiptShape = z.strictObject({
  result: ResultId,
  memory: MemoryId,
  verdict: Verdict,
  /** The previous verdict on this result; null the first time. */
  replaced: Verdict.nullable(),
  /** False if the same verdict was given before; nothing was written then. */
  changed: z.boolean(),
  /** 0..1. */
  usefulness: Moved,
  /** 0..1; only `wrong`, or withdrawing it, changes it. */
  confidence: Moved,
  /** Whether somebody should review the memory. */
  review: z.boolean(),
  sequence: z.number(),
});
export interface FeedbackReceipt extends Of<typeof feedbackReceiptShape> {}
export const FeedbackReceipt: SchemaOf<FeedbackReceipt, typeof feedbackReceiptShape> =
  feedbackReceiptShape;

/** The share of a memory's confidence that one `wrong` takes. */
const WRONG_STEP = 0.2;
/** No vote lowers confidence below this; a lower value stays as it is. */
const MIN_CONFIDENCE = 0.1;

/**
 * Records a vote on one result of a recall. One change puts the vote and, if `wrong` is given or withdrawn, the
 * memory with its confidence moved a bounded step. A second vote on the same result replaces the first. Throws
 * `not_found` for a result that is unknown (or no longer known), for a memory that the recollection did not deliver,
 * and for a forgotten one.
 */
export async function giveFeedback(
  input: ResultVote,
  bank: BankName,
  { store, clock, actor }: FeedbackPorts,
): Promise<FeedbackReceipt> {
  return retryOnConflict(async () => {
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const target = await findTarget(input, bank, store);
    const memory = await currentMemory(target, bank, store);
    const earlier = await store.votes(bank, { memory: memory.id });
    const before = earlier.find(({ id }) => id === target.id);
    const vote = cast(input, target, memory, before, { at: clock.now(), actor });
    if (before !== undefined && before.verdict === vote.verdict && before.note === vote.note) {
      return receipt(vote, earlier, earlier, {
        before,
        changed: false,
        confidence: { from: memory.confidence, to: memory.confidence },
        sequence,
      });
    }
    const confidence = memory.confidence + (before?.lowered ?? 0) - vote.lowered;
    const moved: Memory = {
      ...memory,
      confidence: Math.min(1, confidence),
      version: memory.version + 1,
    };
    const memories = moved.confidence === memory.confidence ? [] : [moved];
    const now = [...earlier.filter(({ id }) => id !== vote.id), vote];
    const committed = await store.commit(
      {
        ...EMPTY_CHANGE,
        bank,
        at: vote.at,
        verb: 'feedback',
        actor,
        reason: `${vote.verdict}: ${vote.id}${vote.note === null ? '' : ` – ${vote.note}`}`,
        memories,
        votes: [vote],
      },
      { expectedSequence: sequence },
    );
    return receipt(vote, earlier, now, {
      before,
      changed: true,
      confidence: { from: memory.confidence, to: moved.confidence },
      sequence: committed,
    });
  });
}

interface Target {
  readonly id: ResultId;
  readonly memory: MemoryId;
  readonly need: Need;
}

/** Finds the voted result among the stored recalls, or among the votes, which outlive them. */
async function findTarget(
  { result, recollection, memory }: ResultVote,
  bank: BankName,
  store: Store,
): Promise<Target> {
  const asked = result === undefined ? null : partsOfResult(result);
  const recall = asked?.recollection ?? recollection;
  const noted = recall === undefined ? null : await store.recallRecord(bank, recall);
  if (noted !== null) {
    const place = asked?.place ?? noted.delivered.findIndex((id) => id === memory) + 1;
    const delivered = noted.delivered[place - 1];
    if (delivered !== undefined)
      return { id: resultId(noted.id, place), memory: delivered, need: noted.need };
    throw new MnemeError(
      'not_found',
      `${noted.id} delivered ${noted.delivered.length} results, and ${asked === null ? memory : `no number ${place}`} is not among them.`,
      {
        field: asked === null ? 'feedback.memory' : 'feedback.result',
        value: asked === null ? memory : result,
        hint: 'The results of a recollection are numbered from 1, in its order.',
      },
    );
  }
  const voted = await store.votes(
    bank,
    result === undefined ? (memory === undefined ? {} : { memory }) : { ids: [result] },
  );
  const known = voted.find(
    ({ id, memory: on }) =>
      id === result || (partsOfResult(id).recollection === recollection && on === memory),
  );
  if (known !== undefined) return { id: known.id, memory: known.memory, need: known.need };
  throw new MnemeError('not_found', `The bank knows no recollection ${recall}.`, {
    field: result === undefined ? 'feedback.recollection' : 'feedback.result',
    value: result ?? recollection,
    hint: 'A bank keeps its latest 2,000 recalls, and a recall by a process that may only read is not kept. Ask again and vote on the new result.',
  });
}

async function currentMemory(
  { id, memory }: Target,
  bank: BankName,
  store: Store,
): Promise<Memory> {
  const [found] = await store.get(bank, [memory]);
  if (found !== undefined && found.retractedAt === null) return found;
  throw new MnemeError('not_found', `The memory ${memory} of ${id} was forgotten.`, {
    field: 'feedback.result',
    value: id,
    hint: `To vote on it, bring it back first: mneme undo ${memory}.`,
  });
}

function cast(
  { verdict, note }: ResultVote,
  { id, need }: Target,
  memory: Memory,
  before: Vote | undefined,
  { at, actor }: Pick<Vote, 'at' | 'actor'>,
): Vote {
  const confidence = memory.confidence + (before?.lowered ?? 0);
  return {
    id,
    memory: memory.id,
    verdict,
    note: note ?? null,
    at,
    actor,
    need,
    source: memory.provenance[0]?.source ?? 'user',
    kind: memory.kind,
    lowered:
      verdict === 'wrong'
        ? Math.min(WRONG_STEP * confidence, Math.max(0, confidence - MIN_CONFIDENCE))
        : 0,
    version: (before?.version ?? 0) + 1,
  };
}

interface Outcome {
  readonly before: Vote | undefined;
  readonly changed: boolean;
  readonly confidence: Moved;
  readonly sequence: number;
}

function receipt(
  vote: Vote,
  earlier: readonly Vote[],
  now: readonly Vote[],
  { before, changed, confidence, sequence }: Outcome,
): FeedbackReceipt {
  const [was, is] = [new VoteIndex(earlier), new VoteIndex(now)];
  return {
    result: vote.id,
    memory: vote.memory,
    verdict: vote.verdict,
    replaced: before?.verdict ?? null,
    changed,
    usefulness: { from: was.usefulness(vote.memory), to: is.usefulness(vote.memory) },
    confidence,
    review: is.wantsReview(vote.memory),
    sequence,
  };
}
