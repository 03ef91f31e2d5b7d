import type { BankName, LearnedId } from '../domain/ids.js';
import type { Learned, LearnedKind, LearnedRecord } from '../domain/learned/record.js';
import type { Store } from '../ports/store.js';

/** Kinds that are used all the time and few enough to hold in memory; runs and predictions are read when needed. */
export const HELD_KINDS = [
  'strategy',
  'transition',
  'competence',
  'habit',
  'plan',
] as const satisfies readonly LearnedKind[];
export type HeldKind = (typeof HELD_KINDS)[number];

/** Notified of every record that is put or removed. */
export interface LearnedFollower {
  put(record: Learned): void;
}

/** The current learned records of one bank, kept in step with the journal. A cache that can be dropped and reloaded. */
export class LearnedIndex {
  readonly #byId = new Map<LearnedId, Learned>();
  readonly #byKind = new Map<LearnedKind, Map<LearnedId, Learned>>();
  readonly #byKey = new Map<string, Set<LearnedId>>();
  /** Creation time of the latest record of each kind. */
  readonly #latest = new Map<LearnedKind, number>();
  #sequence = -1;

  constructor(
    private readonly store: Pick<Store, 'learned' | 'bank'>,
    private readonly bank: BankName,
    private readonly followers: readonly LearnedFollower[] = [],
  ) {}

  /** The sequence number up to which it is complete. */
  get sequence(): number {
    return Math.max(0, this.#sequence);
  }

  /** Applies what was committed since, here or in another process. */
  async follow(): Promise<void> {
    const sequence = (await this.store.bank(this.bank))?.sequence ?? 0;
    if (sequence === this.#sequence) return;
    const changed = await this.store.learned(this.bank, {
      kinds: HELD_KINDS,
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    for (const record of changed) this.#put(record);
    this.#sequence = sequence;
  }

  /** Current records of a kind, in order of creation. */
  all<Kind extends HeldKind>(kind: Kind): readonly LearnedRecord<Kind>[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])] as LearnedRecord<Kind>[];
  }

  get<Kind extends HeldKind>(kind: Kind, id: LearnedId): LearnedRecord<Kind> | undefined {
    return this.#byKind.get(kind)?.get(id) as LearnedRecord<Kind> | undefined;
  }

  /** The current records of a kind under a key, usually one. */
  under<Kind extends HeldKind>(kind: Kind, key: string): readonly LearnedRecord<Kind>[] {
    return [...(this.#byKey.get(`${kind} ${key}`) ?? [])].flatMap((id) => this.get(kind, id) ?? []);
  }

  #put(record: Learned): void {
    const before = this.#byId.get(record.id);
    if (before !== undefined) this.#byKey.get(`${before.kind} ${before.key}`)?.delete(before.id);
    const ofKind = this.#byKind.get(record.kind) ?? new Map<LearnedId, Learned>();
    this.#byKind.set(record.kind, ofKind);
    if (record.retractedAt === null) {
      this.#byId.set(record.id, record);
      // A record that a redo restores returns to its place in the order of creation.
      const latest = this.#latest.get(record.kind) ?? -Infinity;
      const returns = !ofKind.has(record.id) && record.createdAt < latest;
      this.#latest.set(record.kind, Math.max(latest, record.createdAt));
      ofKind.set(record.id, record);
      if (returns)
        this.#byKind.set(
          record.kind,
          new Map([...ofKind].sort(([, a], [, b]) => a.createdAt - b.createdAt)),
        );
      const key = `${record.kind} ${record.key}`;
      const ids = this.#byKey.get(key);
      if (ids === undefined) this.#byKey.set(key, new Set([record.id]));
      else ids.add(record.id);
    } else {
      this.#byId.delete(record.id);
      ofKind.delete(record.id);
    }
    for (const follower of this.followers) follower.put(record);
  }
}
