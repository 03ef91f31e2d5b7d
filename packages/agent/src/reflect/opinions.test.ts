import { describe, expect, it } from 'vitest';
import { opinionOn } from '../../../../test/support/opinion-on.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

async function openOpinion(): Promise<{ memory: Mneme; id: string; facts: readonly string[] }> {
  const { memory } = await openTestMemory();
  await memory.rememberAll([
    { content: 'I love tea in the morning.', speaker: 'Tom', session: 'a' },
    { content: 'I really like tea.', speaker: 'Tom', session: 'b' },
  ]);
  const { receipts } = await memory.rememberAll([
    'Tom ordered a second pot of tea.',
    'Tom left his tea standing.',
  ]);
  await memory.reflect();
  return {
    memory,
    id: (await opinionOn(memory, 'tea'))?.id ?? '',
    facts: receipts.map(({ id }) => id),
  };
}

describe('an opinion that is moved', () => {
  it('goes up a step, down a step, down two', async () => {
    const { memory, id } = await openOpinion();
    const up = await memory.opinions.weigh({ move: 'reinforce', id });
    expect(up).toMatchObject({ id, content: 'Tom likes tea.', changed: true });
    expect(up.after).toBeGreaterThan(up.before);
    expect(up.after - up.before).toBeLessThanOrEqual(0.1);
    const down = await memory.opinions.weigh({ move: 'weaken', id });
    expect(down.after).toBeCloseTo(up.before, 9);
    const against = await memory.opinions.weigh({ move: 'contradict', id, reason: 'he said so' });
    expect(down.after - against.after).toBeGreaterThan(up.after - up.before);
    expect((await opinionOn(memory, 'tea'))?.confidence).toBe(against.after);
    const far = await memory.opinions.weigh({ move: 'reinforce', id, step: 0.3 });
    expect(far.after - far.before).toBeGreaterThan(0.15);
  });

  it('counts each piece of evidence once, shows it, and keeps it through reflections', async () => {
    const { memory, id, facts } = await openOpinion();
    const [pot = '', left = ''] = facts;
    const first = await memory.opinions.weigh({ move: 'reinforce', id, evidence: [pot] });
    expect(await memory.opinions.weigh({ move: 'reinforce', id, evidence: [pot] })).toMatchObject({
      changed: false,
      before: first.after,
      after: first.after,
    });
    const second = await memory.opinions.weigh({ move: 'weaken', id, evidence: [left] });
    expect(second.after).toBeCloseTo(first.before, 9);
    expect((await opinionOn(memory, 'tea'))?.evidence).toContain(pot);
    expect((await opinionOn(memory, 'tea'))?.against).toEqual([left]);
    expect(
      (await memory.show(id)).links.map(
        ({ role, label, direction }) => `${direction} ${role} ${label}`,
      ),
    ).toEqual(expect.arrayContaining(['in supports reinforce', 'out conflicts_with weaken']));
    await memory.reflect({ since: 0 });
    expect((await opinionOn(memory, 'tea'))?.confidence).toBeCloseTo(second.after, 9);
    await memory.remember({ content: 'I enjoy tea with milk.', speaker: 'Tom', session: 'c' });
    await memory.reflect();
    const grown = await opinionOn(memory, 'tea');
    expect(grown).toMatchObject({ id });
    expect(grown?.confidence).toBeGreaterThan(second.after);
    expect(grown?.against).toEqual([left]);
    // Forgetting a memory undoes its move.
    await memory.forget([left]);
    await memory.reflect({ about: 'Tom' });
    expect((await opinionOn(memory, 'tea'))?.confidence).toBeGreaterThan(grown?.confidence ?? 1);
  });

  it('may be one that somebody remembered as an opinion; a fact is not moved', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({
      content: 'Tabs beat spaces.',
      kind: 'opinion',
      confidence: 0.5,
    });
    expect((await memory.opinions.weigh({ move: 'contradict', id })).after).toBeCloseTo(0.31, 2);
    expect(
      (await memory.opinions.list({ below: 0.4 })).opinions.map((opinion) => [
        opinion.content,
        opinion.formed,
      ]),
    ).toEqual([['Tabs beat spaces.', false]]);
    expect((await memory.opinions.list({ below: 0.2 })).opinions).toEqual([]);
    const fact = await memory.remember('The kiln is in the shed.');
    await expect(memory.opinions.weigh({ move: 'weaken', id: fact.id })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'opinion.id',
    });
    await expect(
      memory.opinions.weigh({ move: 'weaken', id: 'm_0000000000000' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.opinions.weigh({ move: 'weaken', id, step: 0.5 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'opinion.step',
    });
    await memory.forget([fact.id]);
    await expect(
      memory.opinions.weigh({ move: 'weaken', id, evidence: [fact.id] }),
    ).rejects.toMatchObject({
      code: 'not_found',
      field: 'opinion.evidence',
    });
  });
});

describe('what the bank knows', () => {
  it('is told with counts, of a name and of a topic, and the newest', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.metamemory.knows('heron')).toMatchObject({
      verdict: 'unknown',
      probability: 0,
      memories: 0,
      newest: null,
      confidence: 0,
      entity: null,
      observation: null,
    });
    const { receipts } = await memory.rememberAll([
      { content: 'The heron nests by the weir.', saidAt: '2025-01-01T00:00:00Z' },
      { content: 'Ana Lopes keeps bees in Porto.', saidAt: '2025-01-02T00:00:00Z' },
      { content: 'Ana Lopes sold her bees in spring.', saidAt: '2025-01-05T00:00:00Z' },
      { content: 'Ana Lopes has a kiln.', saidAt: '2025-01-03T00:00:00Z' },
    ]);
    expect(await memory.metamemory.knows('herons')).toMatchObject({
      verdict: 'known',
      memories: 1,
      entity: null,
    });
    expect(await memory.metamemory.knows('heron on the moon')).toMatchObject({
      verdict: 'unsure',
      memories: 0,
    });
    const ana = await memory.metamemory.knows('Ana Lopes');
    expect(ana).toMatchObject({
      verdict: 'known',
      memories: 3,
      newest: Date.UTC(2025, 0, 5),
      entity: { name: 'Ana Lopes', type: 'person' },
    });
    expect(ana.confidence).toBeCloseTo(0.9);
    await memory.reflect();
    const again = await memory.metamemory.knows('Ana Lopes');
    expect(again.memories).toBe(3);
    expect((await memory.show(again.observation ?? '')).memory.kind).toBe('observation');
    await memory.forget(receipts.slice(1).map(({ id }) => id));
    expect(await memory.metamemory.knows('Ana Lopes')).toMatchObject({
      verdict: 'unknown',
      memories: 0,
    });
  });
});

describe('whom a name means', () => {
  it('is told from its letters, its company and its time', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'Anna Berger works at Farolim in Lisbon.', saidAt: '2025-06-01T00:00:00Z' },
      { content: 'Anna Costa moved to Leeds.', saidAt: '2023-06-01T00:00:00Z' },
    ]);
    const resolve = async (name: string, met: object = {}) => {
      const { resolved } = await memory.browse.entities({ name, ...met });
      if (resolved === null) throw new Error('Nobody was resolved.');
      return resolved;
    };
    expect((await resolve('Anna Berger')).entity).toMatchObject({
      name: 'Anna Berger',
    });
    const unsure = await resolve('Anna');
    expect(unsure.entity).toBeNull();
    expect(unsure.candidates.map(({ entity }) => entity.name).sort()).toEqual([
      'Anna Berger',
      'Anna Costa',
    ]);
    expect((await resolve('Anna', { near: ['Lisbon'] })).entity).toMatchObject({
      name: 'Anna Berger',
    });
    expect(
      (await resolve('Anna', { near: ['Leeds'], at: '2023-06-02T00:00:00Z' })).entity,
    ).toMatchObject({ name: 'Anna Costa' });
    expect(await resolve('Zebulon')).toMatchObject({
      entity: null,
      candidates: [],
    });
  });
});
