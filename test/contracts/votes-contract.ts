import { expect, it } from 'vitest';
import type { Change } from '../../packages/core/src/domain/change.js';
import type {
  RecallRecord,
  RecollectionId,
  ResultId,
  Vote,
} from '../../packages/core/src/domain/feedback.js';
import type { BankName, MemoryId } from '../../packages/core/src/domain/ids.js';
import type { Memory } from '../../packages/core/src/domain/memory.js';
import type { Store } from '../../packages/core/src/ports/store.js';

const UNKNOWN = 'm_0000000000002' as MemoryId;

function vote(
  memory: MemoryId,
  result: string,
  verdict: Vote['verdict'],
  at: number,
  version = 1,
): Vote {
  const need: Vote['need'] = {
    terms: ['heron', 'nest'],
    names: ['ana'],
    asks: ['place'],
    periods: [{ from: 1, to: 2, precision: 'day' }],
    reasoning: 'descriptive',
  };
  return {
    id: result as ResultId,
    memory,
    verdict,
    note: verdict === 'wrong' ? 'it moved' : null,
    at,
    actor: 'test',
    need,
    source: 'user',
    kind: 'fact',
    lowered: verdict === 'wrong' ? 0.18 : 0,
    version,
  };
}

interface Setting {
  readonly bank: BankName;
  readonly other: BankName;
  readonly change: (memories: readonly Memory[], more?: Partial<Change>) => Change;
  readonly memory: Memory;
}

/** What every store must do with votes, and with the recalls they are given on. */
export function describeVotes(open: () => Store, { bank, other, change, memory }: Setting): void {
  it('keeps votes, as they are and as they were, and tells of them', async () => {
    await open().commit(change([memory]));
    const first = await open().commit(
      change([], {
        at: 2_000,
        verb: 'feedback',
        votes: [vote(memory.id, 'r_0000000000001.1', 'useful', 2_000)],
      }),
    );
    const second = await open().commit(
      change([], {
        at: 3_000,
        verb: 'feedback',
        votes: [
          vote(memory.id, 'r_0000000000001.1', 'wrong', 3_000, 2),
          vote(memory.id, 'r_0000000000002.3', 'irrelevant', 3_000),
        ],
      }),
    );
    expect(
      (await open().since(bank, first - 1, 9)).map(({ sequence, votes }) => [sequence, votes]),
    ).toEqual([
      [first, ['r_0000000000001.1']],
      [second, ['r_0000000000002.3', 'r_0000000000001.1']],
    ]);
    const replaced = vote(memory.id, 'r_0000000000001.1', 'wrong', 3_000, 2);
    expect(await open().votes(bank)).toEqual([
      replaced,
      vote(memory.id, 'r_0000000000002.3', 'irrelevant', 3_000),
    ]);
    expect(await open().votes(bank, { ids: [replaced.id] })).toEqual([replaced]);
    expect(await open().votes(bank, { memory: memory.id })).toHaveLength(2);
    expect(await open().votes(bank, { memory: UNKNOWN })).toEqual([]);
    expect(await open().votes(bank, { asOf: 2_500 })).toEqual([
      vote(memory.id, 'r_0000000000001.1', 'useful', 2_000),
    ]);
    expect(await open().votes(bank, { asOf: 1_999 })).toEqual([]);
    expect(await open().votes(other)).toEqual([]);
  });

  it('keeps the latest recalls of each bank', async () => {
    await open().commit(change([memory]));
    const { need } = vote(memory.id, 'r_0000000000001.1', 'useful', 1);
    const recall = (number: number): RecallRecord => ({
      id: `r_${String(number).padStart(13, '0')}` as RecollectionId,
      at: number,
      need,
      delivered: [memory.id],
    });
    await open().recordUsage(other, [], 1, { recalls: [recall(1)], keep: 2 });
    await open().recordUsage(bank, [memory.id], 1, { recalls: [recall(1), recall(2)], keep: 2 });
    await open().recordUsage(bank, [memory.id], 1, { recalls: [recall(1), recall(3)], keep: 2 });
    expect(await open().recallRecord(bank, recall(1).id)).toEqual(recall(1));
    expect(await open().recallRecord(bank, recall(2).id)).toBeNull();
    expect(await open().recallRecord(bank, recall(3).id)).toEqual(recall(3));
    expect(await open().recallRecord(other, recall(1).id)).toEqual(recall(1));
    expect(await open().since(bank, 0, 9)).toHaveLength(1);
  });
}
