import { describe, expect, it } from 'vitest';
import { openTestMemory, START } from '../../../../../test/support/open-test-memory.js';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';

const DAY = 86_400_000;
const say = (memory: Mneme, content: string, rest: Partial<RememberInput> = {}) =>
  memory.remember({ content, speaker: 'Tom', session: 'chat' as never, ...rest });
const memoryOf = async (memory: Mneme, id: string) => (await memory.show(id)).memory;

describe('two statements about one slot', () => {
  it('on one day, with no word of a change, are disputed: both stay, both lose a step of confidence', async () => {
    const { memory } = await openTestMemory();
    const before = await say(memory, 'I live in Leeds, near the canal.');
    const after = await say(memory, 'I live in Porto.');
    expect(after.notes.join()).toContain(`says otherwise than ${before.id}`);
    for (const { id } of [before, after])
      expect(await memoryOf(memory, id)).toMatchObject({
        supersededBy: null,
        confidence: expect.closeTo(0.8, 9) as number,
      });
    const { conflicts } = await memory.validity.conflicts();
    expect(conflicts).toMatchObject([
      {
        older: before.id,
        newer: after.id,
        subject: 'Tom',
        slot: 'lives in',
        olderValue: 'leeds',
        newerValue: 'porto',
        verdict: 'actual',
        status: 'pending',
        settlement: null,
      },
    ]);
    const { links } = await memory.show(after.id);
    expect(links.find(({ role }) => role === 'conflicts_with')?.other).toBe(before.id);
  });

  it('are no dispute where a slot has many values, as the price of many things has', async () => {
    const { memory } = await openTestMemory();
    const told = Array.from({ length: 30 }, (_, at) => `The price is ${10 + at} euros.`);
    const { receipts } = await memory.rememberAll(told);
    const { conflicts } = await memory.validity.conflicts({ limit: 500 });
    // At most 6 conflicts for each of 8 values, before the slot counts as multi-valued.
    expect(conflicts.length).toBeGreaterThan(0);
    expect(conflicts.length).toBeLessThan(48);
    expect(receipts.at(-1)?.notes.join()).not.toContain('says otherwise');
  });

  it.each([
    ['a word of change', 'I live in Porto now.', {}],
    ['moving', 'We moved to Porto!', {}],
    ['a later day', 'I live in Porto.', { saidAt: START + 3 * DAY }],
    ['half a day', 'I live in Porto.', { saidAt: START + DAY / 2 }],
  ])('retire the older by %s', async (_, content, rest) => {
    const { memory } = await openTestMemory();
    const before = await say(memory, 'I live in Leeds, near the canal.');
    const after = await say(memory, content, rest);
    expect(after.notes.join()).toContain(`takes the place of ${before.id}`);
    expect(await memoryOf(memory, before.id)).toMatchObject({ supersededBy: after.id, version: 2 });
    expect(await memoryOf(memory, after.id)).toMatchObject({ supersededBy: null, confidence: 0.9 });
    expect((await memory.validity.conflicts()).conflicts).toMatchObject([
      { status: 'resolved', settlement: { keep: 'newer', by: 'rule' } },
    ]);
  });

  it('are disputed up to half a day apart', async () => {
    const { memory } = await openTestMemory();
    await say(memory, 'I live in Leeds, near the canal.');
    await say(memory, 'I live in Porto.', { saidAt: START + DAY / 2 - 1 });
    expect((await memory.validity.conflicts()).conflicts).toMatchObject([{ status: 'pending' }]);
  });

  it('in one batch, told backwards in time, retire the one said before', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'The pool size is 40.', saidAt: START },
      { content: 'The pool size is 20.', saidAt: START - 30 * DAY },
    ]);
    const [newer, older] = receipts;
    expect((await memoryOf(memory, older?.id ?? '')).supersededBy).toBe(newer?.id);
  });

  it('never let a lesser source retire a better one', async () => {
    const { memory } = await openTestMemory();
    const told = await memory.remember({ content: 'The CEO of Acme is Jane Holt.' });
    await memory.remember({
      content: 'The CEO of Acme is now Raj Patel.',
      source: 'web',
      saidAt: START + 9 * DAY,
    });
    expect((await memoryOf(memory, told.id)).supersededBy).toBeNull();
    expect((await memory.validity.conflicts()).conflicts).toMatchObject([{ status: 'pending' }]);
  });

  it('are contextual when they speak of different times or conditions; nothing follows from that', async () => {
    const { memory } = await openTestMemory();
    const one = await memory.remember('The pool size is 20 in staging.');
    await memory.remember({ content: 'The pool size is 50 in production.', saidAt: START + DAY });
    expect(await memoryOf(memory, one.id)).toMatchObject({ supersededBy: null, confidence: 0.9 });
    expect((await memory.validity.conflicts()).conflicts).toMatchObject([
      { verdict: 'contextual', status: 'resolved', settlement: { keep: 'both' } },
    ]);
  });

  it('do not meet when they say the same, speak of others, or may both be true', async () => {
    const { memory } = await openTestMemory();
    await say(memory, 'I live in Leeds, near the canal.');
    const later = { saidAt: START + DAY };
    await say(memory, 'I live in Leeds and I love the canal at night.', later);
    await say(memory, 'I live in Porto.', { ...later, speaker: 'Ana' });
    await say(memory, 'I like walnuts.', later);
    await say(memory, 'I like coriander a lot.', later);
    expect((await memory.validity.conflicts()).conflicts).toEqual([]);
  });

  it('said again after a change, holds again as news', async () => {
    const { memory } = await openTestMemory();
    const first = await say(memory, 'The deploy branch is main.', { saidAt: START });
    const second = await say(memory, 'The deploy branch is release.', { saidAt: START + 9 * DAY });
    const third = await say(memory, 'The deploy branch is main.', { saidAt: START + 18 * DAY });
    expect(third.outcome).toBe('remembered');
    expect((await memoryOf(memory, first.id)).supersededBy).toBe(second.id);
    expect((await memoryOf(memory, second.id)).supersededBy).toBe(third.id);
  });
});
