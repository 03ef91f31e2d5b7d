import type { Verb } from '../../domain/change.js';
import type { Goal } from '../../domain/goal.js';
import type { GoalId, MemoryId, LearnedId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import type { Plan } from '../../domain/learned/plan.js';
import type { LearnedBodies, LearnedRecord } from '../../domain/learned/record.js';
import type { Memory } from '../../domain/memory.js';
import type { Receipt } from '../../domain/receipt.js';
import type { Instant } from '../../domain/time.js';
import type { HeldKind, LearnedIndex } from '../../indexes/learned-index.js';
import {
  asLearned,
  firstVersion,
  nextVersion,
  type LearningParts,
  type DecisionWithTexts,
} from './revise.js';

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
