import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../../domain/ids.js';
import { DAY } from '../../domain/time.js';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { FeedbackInput, Mneme } from '@mneme/mneme/index.js';
import type { CreditInput } from '@mneme/mneme/public-types.js';
import { creditsOf, type CreditedEnd } from './credit.js';

const NOWHERE = 'r_0000000000000';
const NOW = 1_000 * DAY;
const end = (memories: string, score: number, more: Partial<CreditedEnd> = {}): CreditedEnd => ({
  memories: memories.split('') as MemoryId[],
  score,
  at: NOW,
  actor: 'agent',
  ...more,
});
const creditOf = (ends: readonly CreditedEnd[], memory: string, now = NOW): number =>
  creditsOf(ends, now).of.get(memory as MemoryId)?.credit ?? 0;
const times = (count: number, ends: readonly CreditedEnd[]): CreditedEnd[] =>
  Array.from({ length: count }, () => ends).flat();

describe('credit', () => {
  it('stays within -1 and 1, whatever is told, and one end shares out no more than itself', () => {
    const ends = fc.array(
      fc.record({
        memories: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
        score: fc.double({ min: -1, max: 1, noNaN: true }),
        at: fc.integer({ min: 0, max: NOW }),
        actor: fc.constantFrom('one', 'other'),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(ends, (told) => {
        const all = told as unknown as readonly CreditedEnd[];
        const { of } = creditsOf(all, NOW);
        for (const { credit } of of.values()) expect(Math.abs(credit)).toBeLessThanOrEqual(1);
        const [first] = all;
        if (first === undefined) return;
        const sum = [...creditsOf([first], NOW).of.values()].reduce((a, b) => a + b.credit, 0);
        expect(Math.abs(sum)).toBeLessThanOrEqual(Math.abs(first.score) + 1e-9);
      }),
    );
  });

  it('is nobody’s where everything ends alike, however often it stood there', () => {
    const ends = [...times(30, [end('ab', 1)]), ...times(30, [end('ac', 1)])];
    expect(creditOf(ends, 'a')).toBeLessThan(0.12);
    expect(creditsOf(ends, NOW).baseline).toBeGreaterThan(0.75);
    const mixed = times(20, [end('ab', 1), end('ac', -1)]);
    expect(Math.abs(creditOf(mixed, 'a'))).toBeLessThan(0.05);
  });

  it('tells what helps from what merely stood beside it', () => {
    // h harms; b often accompanies it, but also occurs without it.
    const ends = times(10, [end('hb', -1), end('bc', 1), end('c', 1), end('h', -1)]);
    expect(creditOf(ends, 'h')).toBeLessThan(-0.5);
    expect(Math.abs(creditOf(ends, 'b'))).toBeLessThan(0.15);
  });

  it('decays', () => {
    const ends = [end('a', 1), end('b', -1)];
    const later = creditOf(ends, 'a', NOW + 720 * DAY);
    expect(creditOf(ends, 'a')).toBeGreaterThan(0.2);
    expect(later).toBeGreaterThan(0);
    expect(later).toBeLessThan(0.05);
  });

  it('is not decided by the one who tells most', () => {
    const honest = Array.from({ length: 40 }, (_, at) => end('a', 1, { actor: `agent ${at % 4}` }));
    const lies = (count: number) => times(count, [end('a', -1, { actor: 'liar' })]);
    expect(creditOf([...honest, ...lies(40)], 'a')).toBeCloseTo(
      creditOf([...honest, ...lies(1_500)], 'a'),
      1,
    );
  });
});

const creditsIn = async (memory: Mneme, input: CreditInput = {}) =>
  (await memory.metamemory.report(input)).credit;

async function kitchen() {
  const { memory, clock } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    { content: 'To descale the kettle, boil vinegar in it.' },
    { content: 'To descale the kettle, boil citric acid in it.' },
  ]);
  const [vinegar, acid] = receipts.map(({ id }) => id) as unknown as [string, string];
  const ask = async (among: string) => {
    clock.advance(60_000);
    return memory.context({ query: `How is the kettle descaled, ${among}?`, precision: 'normal' });
  };
  const gainOf = async (id: string) => {
    const { results } = await memory.why('How is the kettle descaled?');
    return results.find((result) => result.id === id)?.terms['outcome'] ?? 0;
  };
  return { memory, clock, vinegar, acid, ask, gainOf };
}

describe('the outcome of a context', () => {
  it('moves what was used in it a little, visibly, and undone it moves nothing', async () => {
    const { memory, vinegar, acid, ask, gainOf } = await kitchen();
    const { recollection } = await ask('today');
    expect(await gainOf(vinegar)).toBe(0);
    const told = await memory.feedback({ recollection, verdict: 'good', used: [vinegar] });
    expect(told).toMatchObject({ changed: true, ended: { score: 1, replaced: null } });
    expect(told.ended?.credited).toEqual([
      { memory: vinegar, from: 0, to: expect.closeTo(0.091, 3) },
    ]);
    expect(await gainOf(vinegar)).toBeCloseTo(0.4 * 0.091, 3);
    expect(await gainOf(acid)).toBe(0);
    const { memories, outcomes, ends } = await creditsIn(memory, { memory: vinegar });
    expect(memories).toMatchObject([{ memory: vinegar, contexts: 1, good: 1, bad: 0 }]);
    expect([outcomes, ends.length]).toEqual([1, 1]);
    const { reversal } = await memory.undo(told.reversal ?? '');
    expect(await gainOf(vinegar)).toBe(0);
    await memory.undo(reversal ?? '');
    expect(await gainOf(vinegar)).toBeGreaterThan(0);
  });

  it('is moved by ends alone: asking ten times moves nothing', async () => {
    const { vinegar, acid, ask, gainOf } = await kitchen();
    for (let round = 0; round < 10; round++) await ask(`round ${round}`);
    expect([await gainOf(vinegar), await gainOf(acid)]).toEqual([0, 0]);
  });

  it('is told once: another word takes its place, the same word writes nothing', async () => {
    const { memory, ask } = await kitchen();
    const { recollection } = await ask('today');
    await memory.feedback({ recollection, verdict: 'good' });
    const again = await memory.feedback({ recollection, verdict: 'good' });
    expect(again).toMatchObject({ changed: false, reversal: null, ended: { replaced: 1 } });
    const other = await memory.feedback({ recollection, score: -0.5, note: 'it smelled' });
    expect(other).toMatchObject({ changed: true, ended: { replaced: 1, score: -0.5 } });
    const { outcomes, ends } = await creditsIn(memory);
    expect(outcomes).toBe(1);
    expect(ends).toMatchObject([{ score: -0.5, note: 'it smelled', actor: 'tester' }]);
  });

  it('is that of the moment where an answer rests on an earlier one', async () => {
    const { memory, clock, vinegar, ask } = await kitchen();
    const { recollection } = await ask('today');
    const before = clock.now();
    clock.advance(DAY);
    await memory.feedback({ recollection, verdict: 'bad', used: [vinegar] });
    const gains = async (asOf?: number) =>
      (
        await memory.why({
          query: 'How is the kettle descaled?',
          ...(asOf === undefined ? {} : { asOf }),
        })
      ).results.map(({ terms }) => terms['outcome'] ?? 0);
    expect(Math.min(...(await gains()))).toBeLessThan(-0.02);
    expect(Math.min(...(await gains(before)))).toBe(0);
  });

  it.each([
    [{ recollection: NOWHERE, verdict: 'good' }, 'not_found', 'feedback.recollection'],
    [{ result: NOWHERE, verdict: 'good' }, 'not_found', 'feedback.recollection'],
    [{ recollection: 'r_1', verdict: 'good' }, 'invalid_input', 'feedback.recollection'],
    [{ recollection: NOWHERE }, 'invalid_input', 'feedback.verdict'],
    [{ recollection: NOWHERE, verdict: 'good', score: 1 }, 'invalid_input', 'feedback.verdict'],
    [{ recollection: NOWHERE, score: 3 }, 'invalid_input', 'feedback.score'],
    [{ result: `${NOWHERE}.1`, verdict: 'bad' }, 'invalid_input', 'feedback.result'],
    [{ result: NOWHERE, verdict: 'useful' }, 'invalid_input', 'feedback.result'],
    [
      { result: `${NOWHERE}.1`, verdict: 'useful', used: ['m_0000000000000'] },
      'invalid_input',
      'feedback.used',
    ],
  ] as const)('refuses %j', async (input, code, field) => {
    const { memory } = await openTestMemory();
    await expect(memory.feedback(input as FeedbackInput)).rejects.toMatchObject({ code, field });
  });

  it('refuses a memory that did not stand in it, and what stands in none has no credit', async () => {
    const { memory, ask } = await kitchen();
    const { recollection } = await ask('today');
    const { id } = await memory.remember('The ferry leaves at six.');
    await expect(
      memory.feedback({ recollection, verdict: 'good', used: [id] }),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'feedback.used', value: id });
    expect((await creditsIn(memory, { memory: id })).memories).toMatchObject([
      { credit: 0, contexts: 0 },
    ]);
    await expect(memory.metamemory.report({ memory: 'm_0000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('goes with the memory that is erased, and a note with the person whom it names', async () => {
    const { memory, vinegar, ask } = await kitchen();
    const one = await ask('today');
    await memory.feedback({ recollection: one.recollection, verdict: 'good', used: [vinegar] });
    const two = await ask('tomorrow');
    await memory.remember('Karl Brenner broke the kettle.');
    await memory.feedback({
      recollection: two.recollection,
      verdict: 'bad',
      note: 'Karl Brenner was cross',
    });
    await memory.privacy.erase({ memories: [vinegar], yes: true });
    expect((await creditsIn(memory)).outcomes).toBe(1);
    await memory.privacy.erase({ subject: 'Karl Brenner', yes: true });
    expect((await creditsIn(memory)).outcomes).toBe(0);
  });
});
