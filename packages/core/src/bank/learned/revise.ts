import {
  EMPTY_CHANGE,
  type AccompanyingRecords,
  type ChangeParts,
  type Verb,
} from '../../domain/change.js';
import type { BankName, LearnedId, MemoryId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import {
  LEARNED_PREFIX,
  type Learned,
  type LearnedBodies,
  type LearnedKind,
  type LearnedRecord,
} from '../../domain/learned/record.js';
import type { Receipt } from '../../domain/receipt.js';
import type { Instant } from '../../domain/time.js';
import type { EngineParts, FlowParts, OpenBank } from '../core.js';
import { assertWritable } from '../writes.js';
import { retryOnConflict } from '../../domain/retry-on-conflict.js';
import { definedOnly } from '../../domain/well-formed.js';

export type LearningParts = Pick<
  EngineParts,
  | 'store'
  | 'clock'
  | 'actor'
  | 'newId'
  | 'stemmer'
  | 'encoder'
  | 'languageModel'
  | 'readOnly'
  | 'vault'
>;

/** What to commit, and the answer to return afterwards. */
export interface Decision<Answer> {
  readonly put: ChangeParts;
  readonly verb: Verb;
  readonly reason: string;
  answer(sequence: number): Answer;
}

/** A decision with texts that are remembered in the same change. */
export interface DecisionWithTexts<Answer>
  extends Omit<Decision<Answer>, 'answer'>, Pick<AccompanyingRecords, 'putOf'> {
  readonly tell: readonly RememberInput[];
  /** Id for the memory of the single text, if it replaces another. */
  readonly founding?: MemoryId;
  /** `told` are the receipts of the texts, in order. */
  answer(sequence: number, told: readonly Receipt[]): Answer;
}

type Revising = Pick<LearningParts, 'store' | 'clock' | 'actor' | 'readOnly'>;

/**
 * Reads, decides and commits; starts over if another process committed in between, so that concurrent updates are not
 * lost. `decide` must read its inputs each time.
 */
export async function revise<Answer>(
  bank: BankName,
  parts: Revising,
  decide: (at: Instant) => Promise<Decision<Answer>> | Decision<Answer>,
): Promise<Answer> {
  return undisturbed(bank, parts, decide, async (decision, at, sequence) =>
    decision.answer(
      isEmpty(decision.put) ? sequence : await commit(bank, decision, at, sequence, parts),
    ),
  );
}

/** {@link revise}, with texts that are remembered in the same atomic change. */
export async function reviseAndRemember<Answer>(
  bank: OpenBank,
  parts: FlowParts,
  decide: (at: Instant) => Promise<DecisionWithTexts<Answer>>,
): Promise<Answer> {
  return undisturbed(bank.name, parts, decide, async (decision, at, sequence) => {
    const { put, putOf, tell, verb, reason, founding } = decision;
    if (tell.length > 0) {
      const { receipts, sequence: reached } = await parts.tell(bank, tell, verb, {
        put,
        sequence,
        reason,
        ...definedOnly({ founding, putOf }),
      });
      return decision.answer(reached, receipts);
    }
    const decided = { ...decision, put: { ...put, ...putOf?.([]) } };
    return decision.answer(
      isEmpty(decided.put) ? sequence : await commit(bank.name, decided, at, sequence, parts),
      [],
    );
  });
}

async function undisturbed<Made, Answer>(
  bank: BankName,
  { store, clock, readOnly }: Revising,
  decide: (at: Instant) => Promise<Made> | Made,
  carryOut: (made: Made, at: Instant, sequence: number) => Promise<Answer>,
): Promise<Answer> {
  assertWritable({ readOnly });
  return retryOnConflict(async () => {
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const at = clock.now();
    const made = await decide(at);
    return await carryOut(made, at, sequence);
  });
}

const isEmpty = (put: ChangeParts): boolean =>
  Object.values(put).every((list) => list.length === 0);

function commit(
  bank: BankName,
  { put, verb, reason }: Omit<Decision<unknown>, 'answer'>,
  at: Instant,
  sequence: number,
  { store, actor }: Revising,
): Promise<number> {
  return store.commit(
    { ...EMPTY_CHANGE, ...put, bank, at, verb, actor, reason },
    { expectedSequence: sequence },
  );
}

/** A record's first version. */
export function firstVersion<Kind extends LearnedKind>(
  kind: Kind,
  key: string,
  body: LearnedBodies[Kind],
  at: Instant,
  newId: LearningParts['newId'],
): LearnedRecord<Kind> {
  return {
    id: newId(LEARNED_PREFIX[kind]) as LearnedId,
    kind,
    key,
    createdAt: at,
    changedAt: at,
    retractedAt: null,
    version: 1,
    body,
  };
}

/** A record's next version. */
export function nextVersion<Kind extends LearnedKind>(
  record: LearnedRecord<Kind>,
  body: LearnedBodies[Kind],
  at: Instant,
): LearnedRecord<Kind> {
  return { ...record, body, changedAt: at, version: record.version + 1 };
}

export function asLearned(records: readonly LearnedRecord[]): readonly Learned[] {
  return records as readonly Learned[];
}
