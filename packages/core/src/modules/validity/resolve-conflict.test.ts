import { describe, expect, it } from 'vitest';
import { toolsOf } from '@mneme/server/mcp/tool-sets.js';
import { openTestMemory, START } from '../../../../../test/support/open-test-memory.js';

const DAY = 86_400_000;

async function disputed() {
  const { memory, clock } = await openTestMemory();
  const older = await memory.remember({ content: 'The pool size is 20.', source: 'user' });
  const newer = await memory.remember({ content: 'The pool size is 40.', source: 'agent' });
  const [conflict] = (await memory.validity.conflicts({ status: 'pending' })).conflicts;
  if (conflict === undefined) throw new Error('no conflict was noticed');
  const confidences = async () => [
    (await memory.show(older.id)).memory.confidence,
    (await memory.show(newer.id)).memory.confidence,
  ];
  return { memory, clock, older: older.id, newer: newer.id, id: conflict.id, confidences };
}

describe('resolve', () => {
  it.each([
    ['newer', 'newer'],
    ['older', 'older'],
    ['reliable', 'older'],
  ] as const)(
    'keep %s: the other is superseded, and the winner is believed as before',
    async (keep, winner) => {
      const { memory, id, older, newer, confidences } = await disputed();
      const receipt = await memory.validity.resolve({ id, keep, note: 'asked the team' });
      const [holds, superseded] = winner === 'newer' ? [newer, older] : [older, newer];
      expect(receipt).toMatchObject({
        holds,
        superseded,
        conflict: {
          status: 'resolved',
          settlement: { by: 'person', actor: 'tester', note: 'asked the team', at: START },
        },
      });
      expect((await memory.show(superseded)).memory.supersededBy).toBe(holds);
      expect(
        (await memory.show(superseded)).links.find(({ role }) => role === 'supersedes')?.other,
      ).toBe(holds);
      const [first, second] = await confidences();
      expect(winner === 'newer' ? second : first).toBeCloseTo(winner === 'newer' ? 0.8 : 0.9, 9);
    },
  );

  it('names the winner by its id, and both with their conditions', async () => {
    const one = await disputed();
    expect((await one.memory.validity.resolve({ id: one.id, keep: one.newer })).holds).toBe(
      one.newer,
    );
    const both = await disputed();
    const receipt = await both.memory.validity.resolve({
      id: both.id,
      keep: 'both',
      conditions: '20 in staging, 40 live',
    });
    expect(receipt).toMatchObject({
      holds: null,
      superseded: null,
      conflict: { settlement: { keep: 'both', conditions: '20 in staging, 40 live' } },
    });
    const [older, newer] = await both.confidences();
    expect(older).toBeCloseTo(0.9, 9);
    expect(newer).toBeCloseTo(0.8, 9);
  });

  it('twice is refused with what stands, and changes nothing', async () => {
    const { memory, id, older, newer } = await disputed();
    await memory.validity.resolve({ id, keep: 'newer', note: 'measured it' });
    await expect(memory.validity.resolve({ id, keep: 'older' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /by a person \(.*tester.*\).*keep newer, .*measured it/,
      ) as string,
    });
    expect((await memory.show(older)).memory.supersededBy).toBe(newer);
  });

  it('by a person overrules a rule, and the record says so', async () => {
    const { memory } = await openTestMemory();
    const before = await memory.remember('The pool size is 20.');
    const after = await memory.remember('We changed the pool size to 40.');
    const [conflict] = (await memory.validity.conflicts()).conflicts;
    expect(conflict).toMatchObject({ status: 'resolved', settlement: { by: 'rule' } });
    await expect(
      memory.validity.resolve({ id: conflict?.id ?? '', keep: 'older', by: 'rule' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const receipt = await memory.validity.resolve({
      id: conflict?.id ?? '',
      keep: 'older',
      note: 'it was rolled back',
    });
    expect(receipt.conflict.status).toBe('overridden');
    expect((await memory.show(before.id)).memory.supersededBy).toBeNull();
    expect((await memory.show(after.id)).memory.supersededBy).toBe(before.id);
    const roles = (await memory.show(before.id)).links.filter(({ role }) => role === 'supersedes');
    expect(roles).toMatchObject([{ direction: 'out', other: after.id }]);
  });

  it('refuses what is unknown, a stranger to the conflict, and a circle of successors', async () => {
    const { memory, id, older } = await disputed();
    await expect(
      memory.validity.resolve({ id: 'k_0000000000000', keep: 'newer' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.validity.resolve({ id, keep: 'm_0000000000000' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'resolve.keep',
    });
    await expect(
      memory.validity.resolve({ id, keep: 'newer', conditions: 'at night' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(memory.validity.resolve({ id, keep: 'sooner' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    // 20 was superseded by 40, and 40 by 60; 60 cannot be superseded by 20.
    const third = await memory.remember({
      content: 'The pool size is 60.',
      saidAt: START + 9 * DAY,
    });
    await memory.validity.resolve({ id, keep: 'newer' });
    const around = (await memory.validity.conflicts()).conflicts.find(
      ({ newer, older: first }) => newer === third.id && first === older,
    );
    await expect(
      memory.validity.resolve({ id: around?.id ?? '', keep: 'older' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('itself superseded') as string,
    });
    expect((await memory.show(third.id)).memory.supersededBy).toBeNull();
  });
});

describe('a refusal', () => {
  it('tells a note as it was written; marks around it are put for models alone', async () => {
    const { memory, id } = await disputed();
    const note = 'the on-call engineer rolled it back on Sunday';
    await memory.validity.resolve({ id, keep: 'newer', note });
    const again = memory.validity.resolve({ id, keep: 'older' });
    await expect(again).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`keep newer, ${note}.`) as string,
    });
    const { content } = await toolsOf('full')
      .find(({ listing }) => listing.name === 'resolve')!
      .call(memory, { id, keep: 'older' }, { offered: new Set() });
    expect(content).toMatchObject([
      {
        text: expect.stringContaining(
          `keep newer, <recalled-memory>${note}</recalled-memory>.`,
        ) as string,
      },
    ]);
  });
});

describe('resolve with undecided', () => {
  it('opens the conflict again as it was, and only where something is settled', async () => {
    const { memory, id, older, confidences } = await disputed();
    const before = await confidences();
    await expect(memory.validity.resolve({ id, keep: 'undecided' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await memory.validity.resolve({ id, keep: 'newer' });
    expect((await memory.validity.resolve({ id, keep: 'undecided' })).conflict).toMatchObject({
      status: 'pending',
      settlement: null,
    });
    expect((await memory.show(older)).memory.supersededBy).toBeNull();
    expect((await memory.show(older)).links.some(({ role }) => role === 'supersedes')).toBe(false);
    const after = await confidences();
    for (const [at, confidence] of before.entries()) expect(after[at]).toBeCloseTo(confidence, 9);
    await expect(
      memory.validity.resolve({ id: 'k_0000000000000', keep: 'undecided' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('conflicts', () => {
  it('are listed in pages, by status, verdict and memory', async () => {
    const { memory } = await openTestMemory();
    for (const size of [20, 30, 40]) await memory.remember(`The pool size is ${size}.`);
    const first = await memory.validity.conflicts({ limit: 2 });
    expect(first.conflicts).toHaveLength(2);
    const second = await memory.validity.conflicts({ limit: 2, after: first.next ?? '' });
    expect(second.next).toBeNull();
    expect(new Set([...first.conflicts, ...second.conflicts].map(({ id }) => id)).size).toBe(3);
    expect((await memory.validity.conflicts({ status: 'resolved' })).conflicts).toEqual([]);
    expect(
      (await memory.validity.conflicts({ memory: first.conflicts[0]?.newer ?? '' } as never))
        .conflicts,
    ).toHaveLength(2);
    await expect(memory.validity.conflicts({ limit: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('are looked for on demand, and a second scan finds nothing more', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('The pool size is 20.');
    await memory.remember('The pool size is 40.');
    const { scan } = await memory.validity.conflicts({ scan: true });
    expect(scan).toEqual({ memories: 2, claims: 2, found: 0 });
  });
});
