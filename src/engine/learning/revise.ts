import { EMPTY_CHANGE, type Change, type Verb } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { BankName } from '../../domain/ids.js';
import { LEARNED_PREFIX, type Learned, type LearnedBodies, type LearnedId, type LearnedKind, type LearnedRecord } from '../../domain/learned/record.js';
import type { Instant } from '../../domain/time.js';
import type { EngineParts } from '../core.js';

export type LearningParts = Pick<EngineParts, 'store' | 'clock' | 'actor' | 'newId' | 'stemmer' | 'encoder' | 'languageModel' | 'readOnly' | 'vault'>;

/** What a decision puts, and what is answered when it is committed. */
export interface Decision<Answer> {
  readonly put: Partial<Pick<Change, 'learned' | 'goals' | 'memories' | 'edges'>>;
  readonly verb: Verb;
  readonly reason: string;
  answer(sequence: number): Answer;
}

const MOST_TRIES = 100;

/**
 * Reads, decides and commits; again from the reading when another process was faster, so that of two that count at once both
 * count. `decide` must read what it rests on anew each time.
 */
export async function revise<Answer>(bank: BankName, { store, clock, actor, readOnly }: Pick<LearningParts, 'store' | 'clock' | 'actor' | 'readOnly'>, decide: (at: Instant) => Promise<Decision<Answer>> | Decision<Answer>): Promise<Answer> {
  if (readOnly) throw new MnemeError('read_only', 'The memory is open only to read.', { hint: 'Open it without readOnly.' });
  for (let attempt = 1; ; attempt++) {
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const at = clock.now();
    const { put, verb, reason, answer } = await decide(at);
    if (Object.values(put).every((list) => list.length === 0)) return answer(sequence);
    try {
      return answer(await store.commit({ ...EMPTY_CHANGE, ...put, bank, at, verb, actor, reason }, { expectedSequence: sequence }));
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MOST_TRIES) throw error;
    }
  }
}

/** A first version of a record. */
export function founded<Kind extends LearnedKind>(kind: Kind, key: string, body: LearnedBodies[Kind], at: Instant, newId: LearningParts['newId']): LearnedRecord<Kind> {
  return { id: newId(LEARNED_PREFIX[kind]) as LearnedId, kind, key, createdAt: at, changedAt: at, retractedAt: null, version: 1, body };
}

/** Its next version. */
export function revised<Kind extends LearnedKind>(record: LearnedRecord<Kind>, body: LearnedBodies[Kind], at: Instant): LearnedRecord<Kind> {
  return { ...record, body, changedAt: at, version: record.version + 1 };
}

export function asLearned(records: readonly LearnedRecord[]): readonly Learned[] {
  return records as readonly Learned[];
}
