import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const HOUR = 3_600_000;

async function withStar(): Promise<{
  memory: Mneme;
  star: string;
  clock: { advance(milliseconds: number): void };
}> {
  const { memory, clock } = await openTestMemory();
  const { goal } = await memory.goals.set({ description: 'Run the Porto marathon in October' });
  return { memory, clock, star: goal.id };
}

const described = async (memory: Mneme, filter = {}): Promise<[string, number][]> =>
  (await memory.goals.list(filter)).goals.map(({ goal, depth }) => [goal.description, depth]);

describe('goals', () => {
  it('begin with a north star; later ones go under it', async () => {
    const { memory, star } = await withStar();
    const { goal: plan } = await memory.goals.set({ description: 'Train four times a week' });
    const { goal: step } = await memory.goals.set({
      description: 'Buy running shoes',
      level: 'immediate',
      parent: plan.id,
      weight: 0.5,
    });
    expect(plan).toMatchObject({
      level: 'strategic',
      parent: star,
      status: 'active',
      weight: 1,
      version: 1,
    });
    expect(step).toMatchObject({ level: 'immediate', parent: plan.id, weight: 0.5 });
    expect(await described(memory)).toEqual([
      ['Run the Porto marathon in October', 0],
      ['Train four times a week', 1],
      ['Buy running shoes', 2],
    ]);
    expect((await memory.goals.list()).notices).toEqual([]);
    expect((await memory.care.stats()).changes).toBe(3);
    expect((await (await openTestMemory()).memory.goals.list()).notices[0]).toContain(
      'no north star yet',
    );
  });

  it('are refused by field, value and mend where they do not fit, and then nothing is written', async () => {
    const { memory, star } = await withStar();
    const { goal: plan } = await memory.goals.set({ description: 'Train four times a week' });
    const { goal: sub } = await memory.goals.set({ description: 'Join the club', parent: plan.id });
    const cases = [
      [{ description: 'Win the lottery', level: 'north_star' }, 'invalid_input', 'goal.level'],
      [{ description: 'Sleep more', parent: 'g_0000000000000' }, 'invalid_input', 'goal.parent'],
      [{ id: plan.id, parent: sub.id }, 'invalid_input', 'goal.parent'],
      [{ id: star, parent: plan.id }, 'invalid_input', 'goal.parent'],
      [{ id: 'g_0000000000000', weight: 0.3 }, 'not_found', 'id'],
      [{ description: 'x' }, 'invalid_input', 'goal.description'],
      [{}, 'invalid_input', 'goal.description'],
      [{ description: 'Sleep more', weight: 0 }, 'invalid_input', 'goal.weight'],
      [{ description: 'Sleep more', colour: 'red' }, 'invalid_input', 'goal.colour'],
    ] as const;
    for (const [input, code, field] of cases)
      await expect(memory.goals.set(input as never)).rejects.toMatchObject({ code, field });
    await expect(memory.goals.set({ id: star, status: 'completed' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'goal.status',
    });
    expect((await memory.care.stats()).changes).toBe(3);
  });

  it('change, end and are not changed without need', async () => {
    const { memory, star, clock } = await withStar();
    clock.advance(HOUR);
    expect(
      await memory.goals.set({ id: star, description: 'Run the Porto marathon in October' }),
    ).toMatchObject({ changed: false });
    expect(await memory.goals.set({ id: star, status: 'suspended' })).toMatchObject({
      changed: true,
      goal: { status: 'suspended', version: 2 },
    });
    await expect(memory.goals.set({ id: star, status: 'completed' })).rejects.toMatchObject({
      hint: expect.stringContaining('active, abandoned') as string,
    });
    await memory.goals.set({ id: star, status: 'abandoned' });
    await expect(memory.goals.set({ id: star, status: 'active' })).rejects.toMatchObject({
      hint: expect.stringContaining('final') as string,
    });
    const { goal: next } = await memory.goals.set({ description: 'Open a supper club' });
    expect(next.level).toBe('north_star');
    expect(await described(memory)).toEqual([['Open a supper club', 0]]);
    expect((await described(memory, { all: true })).length).toBe(2);
    expect((await memory.care.stats()).changes).toBe(4);
  });

  it('are removed alone or with those that serve them, and the past still holds them', async () => {
    const { memory, star, clock } = await withStar();
    await memory.goals.set({ description: 'Train four times a week' });
    clock.advance(HOUR);
    await expect(memory.goals.set({ id: star, remove: true })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('subtree') as string,
    });
    const { removed } = await memory.goals.set({ id: star, remove: true, subtree: true });
    expect(removed.map(({ description }) => description)).toEqual([
      'Run the Porto marathon in October',
      'Train four times a week',
    ]);
    expect(await described(memory)).toEqual([]);
    expect((await described(memory, { asOf: '2025-02-03T12:30:00Z' })).length).toBe(2);
    await expect(memory.goals.set({ id: star, remove: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.goals.set({ id: 'nonsense', remove: true })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'goal.id',
    });
  });

  it('of two processes never make two north stars, nor does a bank see another’s', async () => {
    const file = temporaryFile();
    const handles = [await openTestMemory({ file }), await openTestMemory({ file })];
    const outcomes = await Promise.allSettled(
      handles.map(({ memory }, at) =>
        memory.goals.set({ description: `Reach harbour ${at}`, level: 'north_star' }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await handles[0]?.memory.goals.list())?.goals).toHaveLength(1);
    expect((await handles[0]?.memory.bank('other').goals.list())?.goals).toEqual([]);
  });

  it('are not set where the file is open only to read', async () => {
    const file = temporaryFile();
    await (await openTestMemory({ file })).memory.goals.set({ description: 'Reach the harbour' });
    const { memory } = await openTestMemory({ file, readOnly: true });
    await expect(memory.goals.set({ description: 'Sleep more' })).rejects.toMatchObject({
      code: 'read_only',
    });
  });
});
