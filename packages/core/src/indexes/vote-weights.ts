import {
  type Need,
  partsOfResult,
  type ResultId,
  type Verdict,
  type Vote,
} from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import { MetaMemory, posteriorMean } from './meta-memory.js';

/** Only this many of the latest votes are used; older ones stay in the store. */
const MAX_VOTES = 50_000;
/** Weight of the even prior of usefulness, in observations: one vote moves it from 0.5 to 0.4 or 0.6. */
const USEFULNESS_STRENGTH = 4;
/** Each later vote on a memory multiplies the weight of earlier ones by this, so that it can always change again. */
const FADING = 0.95;
/** Weight of a verdict as evidence against a memory: an irrelevant one is hardly to blame. */
const BLAME: Readonly<Record<Verdict, number>> = { useful: 0, irrelevant: 0.3, wrong: 1 };

/** The votes of one bank and what follows from them. A cache that follows the journal; the store is the truth. */
export class VoteIndex {
  readonly #votes = new Map<ResultId, Vote>();
  readonly #ofMemory = new Map<MemoryId, Set<ResultId>>();
  readonly #ofStem = new Map<string, Set<ResultId>>();
  #meta: MetaMemory | null = null;

  constructor(votes: readonly Vote[] = []) {
    for (const vote of votes) this.put(vote);
  }

  get size(): number {
    return this.#votes.size;
  }

  /** Adds a vote, replacing an earlier one on the same result. */
  put(vote: Vote): void {
    this.#meta = null;
    this.#votes.set(vote.id, vote);
    add(this.#ofMemory, vote.memory, vote.id);
    for (const stem of stemsOf(vote.need)) add(this.#ofStem, stem, vote.id);
    if (this.#votes.size <= MAX_VOTES) return;
    const [oldest] = this.#votes.values();
    if (oldest !== undefined) this.drop(oldest.id);
  }

  /** Votes on a memory, in the order in which they were first given. */
  of(memory: MemoryId): readonly Vote[] {
    return this.#listed(this.#ofMemory.get(memory));
  }

  /** Votes for needs with any of these stems. */
  withAnyOf(stems: Iterable<string>): readonly Vote[] {
    const ids = new Set<ResultId>();
    for (const stem of stems) for (const id of this.#ofStem.get(stem) ?? []) ids.add(id);
    return this.#listed(ids);
  }

  /** How useful a memory was when it was voted on, 0..1; 0.5 without votes. Delivery is not a vote. */
  usefulness(memory: MemoryId): number {
    return this.#votes.size === 0 ? UNVOTED : usefulnessOf(this.of(memory));
  }

  /** Memories that were reported wrong and not rated useful as often since: they need review. */
  review(): readonly MemoryId[] {
    return [...this.#ofMemory.keys()].filter((memory) => this.wantsReview(memory));
  }

  wantsReview(memory: MemoryId): boolean {
    const votes = inTime(this.of(memory));
    const first = votes.findIndex(({ verdict }) => verdict === 'wrong');
    if (first < 0) return false;
    const count = (wanted: Verdict): number =>
      votes.slice(first).filter(({ verdict }) => verdict === wanted).length;
    return count('wrong') > count('useful');
  }

  /** What the votes say about sources and kinds of questions. */
  get meta(): MetaMemory {
    this.#meta ??= new MetaMemory([...this.#votes.values()]);
    return this.#meta;
  }

  #listed(ids: Iterable<ResultId> | undefined): Vote[] {
    return [...(ids ?? [])].flatMap((id) => this.#votes.get(id) ?? []);
  }

  /** Removes a vote. */
  drop(id: ResultId): void {
    const vote = this.#votes.get(id);
    if (vote === undefined) return;
    const { memory, need } = vote;
    this.#meta = null;
    this.#votes.delete(id);
    this.#ofMemory.get(memory)?.delete(id);
    for (const stem of stemsOf(need)) this.#ofStem.get(stem)?.delete(id);
  }
}

/** The usefulness of memories without votes. */
const UNVOTED = usefulnessOf([]);

/** A Beta posterior over votes, each weighing less with every later one; so never closer to 0 or 1 than 1/12. */
export function usefulnessOf(votes: readonly Vote[]): number {
  let good = 0;
  let bad = 0;
  for (const { verdict } of inTime(votes)) {
    good = good * FADING + Number(verdict === 'useful');
    bad = bad * FADING + BLAME[verdict];
  }
  return posteriorMean({ good, bad }, 0.5, USEFULNESS_STRENGTH);
}

/** By time of voting; ties by result, so that two processes agree. */
function inTime(votes: readonly Vote[]): Vote[] {
  return [...votes].sort((a, b) => a.at - b.at || compare(a.id, b.id));
}

function compare(a: ResultId, b: ResultId): number {
  const [one, other] = [partsOfResult(a), partsOfResult(b)];
  if (one.recollection !== other.recollection)
    return one.recollection < other.recollection ? -1 : 1;
  return one.place - other.place;
}

function stemsOf({ terms, names }: Need): readonly string[] {
  return [...terms, ...names];
}

function add<Key, Value>(lists: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Set([value]));
  else list.add(value);
}
