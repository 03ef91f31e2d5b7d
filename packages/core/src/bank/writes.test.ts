import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { MnemeError } from '../domain/errors.js';
import type { RememberInput } from '../domain/input.js';
import { AcceptedInputs, UsageRecorder, type Uses, WriteQueue } from './writes.js';

const input = (content: string): RememberInput => ({ content });

describe('accepted inputs', () => {
  it('of one turn share a commit, in order', async () => {
    const commits: string[][] = [];
    const accepted = new AcceptedInputs(async (inputs) =>
      commits.push(inputs.map(({ content }) => content)),
    );
    accepted.add(input('a'));
    accepted.add(input('b'));
    expect(accepted.count).toBe(2);
    await accepted.settle();
    expect(commits).toEqual([['a', 'b']]);
    expect(accepted.count).toBe(0);
  });

  it('of several actors go into changes of their own, in order', async () => {
    const { memory } = await openTestMemory();
    const [one, other] = [memory.as('key:one'), memory.as('key:other')];
    await one.accept('The heron nests by the weir.');
    await other.accept('Ana bakes rye bread on Sundays.');
    await other.accept('Quartz is harder than glass.');
    await memory.flush();
    const { changes } = await memory.curation.log({ verb: 'remember' });
    expect(changes.map(({ actor, memoryCount }) => [actor, memoryCount])).toEqual([
      ['key:other', 2],
      ['key:one', 1],
    ]);
  });

  it('that come in at any moment of the draining are committed before settle returns', async () => {
    for (let moment = 0; moment < 12; moment++) {
      const committed: string[] = [];
      const accepted: AcceptedInputs = new AcceptedInputs((inputs) => {
        for (const { content } of inputs) committed.push(content);
        let later = Promise.resolve();
        for (let hop = 0; hop < moment; hop++) later = later.then(() => undefined);
        if (committed.length === 1) void later.then(() => accepted.add(input('late')));
        return Promise.resolve();
      });
      accepted.add(input('early'));
      await new Promise((resolve) => setTimeout(resolve, 1));
      await accepted.settle();
      expect(committed, `after ${moment} steps`).toEqual(['early', 'late']);
    }
  });

  it('surface the first failure once, and the others are committed all the same', async () => {
    let calls = 0;
    const accepted = new AcceptedInputs(async () => {
      calls++;
      if (calls === 1) throw new MnemeError('disk_full', 'The disk is full.');
    });
    accepted.add(input('a'));
    await expect(accepted.settle()).rejects.toMatchObject({ code: 'disk_full' });
    accepted.add(input('b'));
    await expect(accepted.settle()).resolves.toBeUndefined();
    expect(calls).toBe(2);
  });

  it('are committed in batches of at most 256', async () => {
    const sizes: number[] = [];
    const accepted = new AcceptedInputs(async (inputs) => sizes.push(inputs.length));
    for (let at = 0; at < 600; at++) accepted.add(input(String(at)));
    await accepted.settle();
    expect(sizes).toEqual([256, 256, 88]);
  });
});

describe('the write queue', () => {
  it('runs one write after the other, in order, also after a failure', async () => {
    const queue = new WriteQueue();
    const order: string[] = [];
    const write = (name: string, hops: number, fails = false) =>
      queue.run(async () => {
        order.push(`${name} begins`);
        for (let hop = 0; hop < hops; hop++) await Promise.resolve();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([write('a', 9), write('b', 1, true), write('c', 0)]);
    await queue.idle();
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('the observer of use', () => {
  const need = { terms: ['heron'], names: [], asks: [], periods: [], reasoning: 'descriptive' };
  const answer = (id: string, delivered: readonly string[]) =>
    ({ id, delivered, plan: { need } }) as never;

  it('hands on what was used, once', async () => {
    const recorded: Uses[] = [];
    let asked = 0;
    const uses = new UsageRecorder(
      async (used) => void recorded.push(used),
      () => void asked++,
    );
    await uses.flush();
    uses.note(answer('r_1', ['m_1', 'm_2']), 5);
    uses.note(answer('r_2', ['m_1']), 6);
    uses.note(answer('r_1', ['m_1', 'm_2']), 7);
    uses.note(answer('r_3', []), 8);
    await uses.flush();
    await uses.flush();
    expect(recorded).toEqual([
      {
        used: ['m_1', 'm_2', 'm_1', 'm_1', 'm_2'],
        at: 7,
        recalls: [
          { id: 'r_2', at: 6, need, delivered: ['m_1'] },
          { id: 'r_1', at: 7, need, delivered: ['m_1', 'm_2'] },
        ],
      },
    ]);
    expect(asked).toBe(1);
  });

  it('keeps what a failed write was to hand on, before what came meanwhile', async () => {
    const recorded: Uses[] = [];
    let failing = true;
    const uses = new UsageRecorder(
      async (used) => {
        if (failing) throw new Error('the disk is full');
        recorded.push(used);
      },
      () => undefined,
    );
    uses.note(answer('r_1', ['m_1']), 5);
    const failed = uses.flush();
    uses.note(answer('r_2', ['m_2']), 6);
    await expect(failed).rejects.toThrow('the disk is full');
    failing = false;
    await uses.flush();
    expect(recorded).toMatchObject([
      { used: ['m_1', 'm_2'], at: 6, recalls: [{ id: 'r_1' }, { id: 'r_2' }] },
    ]);
  });

  it('asks for one writing down at a time, however often a write forestalls it', async () => {
    let asked = 0;
    const uses = new UsageRecorder(
      async () => undefined,
      () => void asked++,
    );
    for (let round = 0; round < 5; round++) {
      uses.note(answer(`r_${round}`, ['m_1']), round);
      await uses.flush();
    }
    expect([asked, uses.due()]).toEqual([1, false]);
    uses.note(answer('r_5', ['m_1']), 5);
    expect([asked, uses.due()]).toEqual([2, true]);
  });
});
