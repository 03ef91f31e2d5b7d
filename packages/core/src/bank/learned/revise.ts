import type { EngineParts, FlowParts, OpenBank } from '../core.js';
import { assertWritable } from '../writes.js';
import {
  type AccompanyingRecords,
  type ChangeParts,
  EMPTY_CHANGE,
  type Verb,
} from '../../domain/change.js';
import { retryOnConflict } from '../../domain/errors.js';
import type { Goal, Plan } from '../../domain/goal.js';
import type { BankName, GoalId, LearnedId, MemoryId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import {
  type Learned,
  LEARNED_PREFIX,
  type LearnedBodies,
  type LearnedKind,
  type LearnedRecord,
} from '../../domain/learned-record.js';
import type { Memory } from '../../domain/memory.js';
import type { Receipt } from '../../domain/receipt.js';
import type { Instant } from '../../domain/time.js';
import { definedOnly } from '../../domain/well-formed.js';
import type { HeldKind, LearnedIndex } from '../../indexes/record-indexes.js';

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
interface Decision<Answer> {
  readonly put: ChangeParts;
  readonly verb: Verb;
  readonly reason: string;
  answer(sequence: number): Answer;
}

/** A decision with texts that are remembered in the same change. */
interface DecisionWithTexts<Answer>
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

/**
 * A change while it is being built: lookups see the draft before the stored state, so that two steps never overwrite
 * each other.
 */
export class Draft {
  readonly #learned = new Map<LearnedId, LearnedRecord>();
  readonly #memories = new Map<MemoryId, Memory>();
  readonly #goals = new Map<GoalId, Goal>();
  readonly #tell: RememberInput[] = [];

  constructor(
    readonly book: LearnedIndex,
    readonly at: Instant,
    private readonly newId: LearningParts['newId'],
  ) {}

  /** The current record with a key, including this draft. */
  under<Kind extends HeldKind>(kind: Kind, key: string): LearnedRecord<Kind> | undefined {
    const drafted = [...this.#learned.values()].find(
      (record) => record.kind === kind && record.key === key && record.retractedAt === null,
    );
    if (drafted !== undefined) return drafted as LearnedRecord<Kind>;
    const standing = this.book.under(kind, key)[0];
    return standing === undefined || this.#learned.has(standing.id) ? undefined : standing;
  }

  /** A record by its id, including this draft. */
  get<Kind extends HeldKind>(kind: Kind, id: LearnedId): LearnedRecord<Kind> | undefined {
    return (this.#learned.get(id) as LearnedRecord<Kind> | undefined) ?? this.book.get(kind, id);
  }

  /** Puts the record with a key and a changed body, creating it if needed. */
  change<Kind extends HeldKind>(
    kind: Kind,
    key: string,
    change: (before: LearnedBodies[Kind] | undefined) => LearnedBodies[Kind],
  ): LearnedRecord<Kind> {
    const before = this.under(kind, key);
    return this.put(
      before === undefined
        ? firstVersion(kind, key, change(undefined), this.at, this.newId)
        : nextVersion(before, change(before.body), this.at),
    );
  }

  put<Record extends LearnedRecord>(record: Record): Record {
    const drafted = this.#learned.get(record.id);
    const stands = this.book.get(record.kind as HeldKind, record.id)?.version ?? record.version - 1;
    // Several revisions of a record within one change raise its version by one.
    const next = drafted === undefined ? record : { ...record, version: stands + 1 };
    this.#learned.set(record.id, next);
    return next;
  }

  memory(memory: Memory): Memory {
    return this.#memories.get(memory.id) ?? memory;
  }

  putMemory(memory: Memory): void {
    this.#memories.set(memory.id, memory);
  }

  putGoal(goal: Goal): void {
    this.#goals.set(goal.id, goal);
  }

  /** Goals including this draft's; `stored` are the current ones. */
  goals(stored: readonly Goal[]): readonly Goal[] {
    const known = new Set(stored.map(({ id }) => id));
    return [
      ...stored.map((goal) => this.#goals.get(goal.id) ?? goal),
      ...[...this.#goals.values()].filter(({ id }) => !known.has(id)),
    ];
  }

  /** Plans of goals, including this draft's. */
  plans(): Map<GoalId, Plan> {
    const drafted = [...this.#learned.values()].filter(
      (record): record is LearnedRecord<'plan'> => record.kind === 'plan',
    );
    return new Map([...this.book.all('plan'), ...drafted].map(({ body }) => [body.goal, body]));
  }

  /** Adds a text to be remembered in the same change; returns the index of its receipt. */
  tell(input: RememberInput): number {
    return this.#tell.push(input) - 1;
  }

  /** The learned records of this draft. */
  records(): readonly LearnedRecord[] {
    return [...this.#learned.values()];
  }

  /** Its records as parts of a change. */
  parts(): DecisionWithTexts<unknown>['put'] {
    return {
      learned: asLearned(this.records()),
      memories: [...this.#memories.values()],
      goals: [...this.#goals.values()],
    };
  }

  decision<Answer>(
    verb: Verb,
    reason: string,
    answer: (sequence: number, told: readonly Receipt[]) => Answer,
  ): DecisionWithTexts<Answer> {
    return {
      put: this.parts(),
      tell: this.#tell,
      verb,
      reason,
      answer,
    };
  }
}
