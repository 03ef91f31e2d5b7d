import { describe, expect, it } from 'vitest';
import { around, between } from '../../../../test/support/explore.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

async function movedHouse(memory: Mneme): Promise<Record<'porto' | 'leeds' | 'bergen', string>> {
  const { receipts } = await memory.rememberAll([
    {
      content: 'I live in Porto and work at the Kelp Institute.',
      speaker: 'Tom',
      session: 'a',
      saidAt: '2025-01-01T10:00:00Z',
    },
    {
      content: 'I live in Leeds now, we moved last week.',
      speaker: 'Tom',
      session: 'b',
      saidAt: '2025-05-01T10:00:00Z',
    },
    {
      content: 'My friend says Tom lives in Bergen already, haha.',
      speaker: 'Nadia',
      session: 'c',
      saidAt: '2025-06-01T10:00:00Z',
    },
  ]);
  return { porto: receipts[0]!.id, leeds: receipts[1]!.id, bergen: receipts[2]!.id };
}

const relationsOf = async (memory: Mneme, asOf?: string) => {
  const { layers } = await memory.recall({
    query: 'Tom',
    layers: ['graph'],
    ...(asOf === undefined ? {} : { asOf }),
  });
  return (layers?.graph?.rows[0]?.relations ?? []).map(
    ({ relation, to, validity, reported, validityDetail, trust }) => ({
      is: `${relation} ${to.name}`,
      validity,
      reported,
      by: validityDetail?.by ?? null,
      trust,
    }),
  );
};

describe('what the graph tells', () => {
  it('says of each relation whether it holds, told by whom, and what holds comes first', async () => {
    const { memory } = await openTestMemory();
    const { leeds } = await movedHouse(memory);
    const relations = await relationsOf(memory);
    expect(relations.find(({ is }) => is === 'lives_in Porto')).toMatchObject({
      validity: 'superseded',
      by: leeds,
      reported: false,
    });
    // The memory states two things; only one of them was retracted.
    expect(relations.find(({ is }) => is === 'works_at Kelp Institute')).toMatchObject({
      validity: 'current',
      by: null,
    });
    expect(relations.find(({ is }) => is === 'lives_in Bergen')).toMatchObject({ reported: true });
    const order = relations.map(({ is }) => is);
    expect(order.indexOf('lives_in Leeds')).toBeLessThan(order.indexOf('lives_in Bergen'));
    expect(order.at(-1)).toBe('lives_in Porto');
  });

  it('says so of links, nodes and ways, and goes around what is superseded', async () => {
    const { memory } = await openTestMemory();
    const { porto, leeds } = await movedHouse(memory);
    const { neighbours, links } = await around(memory, 'Tom');
    const at = (name: string): number =>
      neighbours.findIndex(({ node }) => node.name === name || node.id === name);
    expect(links[at('Porto')]).toMatchObject({
      label: 'lives_in',
      validity: 'superseded',
      validityDetail: { by: leeds },
    });
    expect(links[at('Leeds')]).toMatchObject({
      label: 'lives_in',
      validity: 'current',
      validityDetail: null,
    });
    expect(links[at('Bergen')]).toMatchObject({ reported: true });
    expect(neighbours[at(porto)]!.node.validity).toBe('superseded');
    expect(neighbours[at('Leeds')]!.node.validity).toBeNull();
    expect(at('Leeds')).toBeLessThan(at('Bergen'));
    expect(at('Bergen')).toBeLessThan(at('Porto'));
    const toPorto = await between(memory, { of: 'Tom', to: 'Porto', hops: 1 });
    expect(toPorto.path!.narrative).toBe('Tom lives in Porto (superseded)');
    expect(toPorto.path!.steps[1]).toMatchObject({ validity: 'superseded', label: 'lives_in' });
    expect(toPorto.notices).toEqual([expect.stringContaining('no longer holds')]);
    const toLeeds = await between(memory, { of: 'Tom', to: 'Leeds' });
    expect(toLeeds).toMatchObject({ path: { narrative: 'Tom lives in Leeds' }, notices: [] });
  });

  it('says so of a memory that is shown, and of those that it is linked to', async () => {
    const { memory } = await openTestMemory();
    const { porto, leeds } = await movedHouse(memory);
    expect(await memory.show(porto)).toMatchObject({
      validity: 'superseded',
      validityDetail: { by: leeds, slot: 'lives in' },
    });
    const shown = await memory.show(leeds);
    expect(shown).toMatchObject({ validity: 'current', validityDetail: null });
    expect(
      shown.links.filter(({ other }) => other === porto).map(({ validity }) => validity),
    ).toContain('superseded');
    expect(shown.links.find(({ text }) => text === 'Leeds')?.validity).toBeNull();
    const [conflict] = (await memory.validity.conflicts({})).conflicts;
    await memory.validity.resolve({ id: conflict!.id, keep: 'undecided' });
    expect(await memory.show(porto)).toMatchObject({
      validity: 'disputed',
      validityDetail: { by: leeds },
    });
  });

  it('marks both sides of a dispute, and nothing once it is settled that both hold', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      {
        content: 'Priya Nair lives in Lisbon.',
        speaker: 'Ana',
        session: 'a',
        saidAt: '2025-02-01T10:00:00Z',
      },
      {
        content: 'Priya Nair lives in Madrid.',
        speaker: 'Ben',
        session: 'b',
        saidAt: '2025-02-01T10:00:01Z',
      },
    ]);
    const validity = async () =>
      Object.fromEntries(
        (await around(memory, 'Priya Nair')).links
          .filter(({ label }) => label === 'lives_in')
          .map(({ validity, to }) => [to, validity]),
      );
    expect(Object.values(await validity())).toEqual(['disputed', 'disputed']);
    const [conflict] = (await memory.validity.conflicts({ status: 'pending' })).conflicts;
    await memory.validity.resolve({ id: conflict!.id, keep: 'both', conditions: 'a home in each' });
    expect(Object.values(await validity())).toEqual(['current', 'current']);
  });

  it('a cause that a superseded memory states says so', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      {
        content: 'Tom lives in Porto because the rent is low.',
        speaker: 'Ana',
        session: 'a',
        saidAt: '2025-01-01T10:00:00Z',
      },
      {
        content: 'Tom lives in Leeds now.',
        speaker: 'Ana',
        session: 'b',
        saidAt: '2025-05-01T10:00:00Z',
        source: 'user',
      },
    ]);
    const [conflict] = (await memory.validity.conflicts({})).conflicts;
    if (conflict?.status === 'pending')
      await memory.validity.resolve({ id: conflict.id, keep: 'newer' });
    const { stated } = await memory.graph.causes({ outcome: 'Tom lives in Porto' });
    expect(stated?.statements).toMatchObject([
      { id: receipts[0]!.id, validity: 'superseded', trust: 'user' },
    ]);
  });
});
