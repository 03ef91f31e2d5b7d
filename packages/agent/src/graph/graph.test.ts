import { describe, expect, it } from 'vitest';
import { around, between } from '../../../../test/support/explore.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

async function village(memory: Mneme): Promise<Record<string, string>> {
  const { receipts } = await memory.rememberAll([
    {
      content: 'Priya works with Tom Okafor at the Kelp Institute.',
      speaker: 'Ana',
      session: 's',
      saidAt: '2025-01-01T10:00:00Z',
    },
    {
      content: 'Tom Okafor lives in Porto.',
      speaker: 'Ana',
      session: 's',
      saidAt: '2025-01-01T10:01:00Z',
    },
    {
      content: 'The power cut happened because the storm tore down the line.',
      speaker: 'Ana',
      session: 's',
      saidAt: '2025-01-02T10:00:00Z',
    },
    {
      content: 'Because of the power cut, the freezer thawed.',
      speaker: 'Ana',
      session: 's',
      saidAt: '2025-01-02T10:01:00Z',
    },
    {
      content: 'Marmalade is a greyhound.',
      speaker: 'Ana',
      session: 't',
      saidAt: '2025-01-03T10:00:00Z',
    },
  ]);
  return Object.fromEntries(
    ['work', 'porto', 'storm', 'freezer', 'dog'].map((name, at) => [name, receipts[at]!.id]),
  );
}

describe('walking the graph', () => {
  it('shows what surrounds a name, nearest first, by families and hops', async () => {
    const { memory } = await openTestMemory();
    const { porto } = await village(memory);
    const near = await around(memory, 'Tom Okafor');
    expect(near.start).toMatchObject({ kind: 'entity', name: 'Tom Okafor' });
    expect(near.neighbours.map(({ node }) => node.name ?? node.id)).toEqual(
      expect.arrayContaining(['Porto', porto]),
    );
    expect(near.neighbours.every(({ hops }) => hops === 1)).toBe(true);
    const far = await around(memory, { of: 'Tom Okafor', hops: 3, limit: 200 });
    const hops = far.neighbours.map((each) => each.hops);
    expect(hops).toEqual([...hops].sort((a, b) => a - b));
    expect(Math.max(...hops)).toBeGreaterThan(1);
    const cut = await around(memory, { of: 'Tom Okafor', hops: 3, limit: 2 });
    expect(cut.neighbours).toEqual(far.neighbours.slice(0, 2));
    expect(cut.left).toBe(far.neighbours.length - 2);
    expect(
      (await memory.graph.explore({ of: 'Tom Okafor', families: ['causal'] })).around?.neighbours,
    ).toEqual([]);
    await expect(memory.graph.explore('Zebedee')).rejects.toMatchObject({
      code: 'not_found',
      field: 'graph.of',
    });
  });

  it('finds the strongest way within the hops, and forgets it with its memory', async () => {
    const { memory } = await openTestMemory();
    const { work, porto } = await village(memory);
    const { path, found } = await between(memory, {
      of: 'Priya',
      to: 'Porto',
      alternatives: true,
    });
    expect(found).toBe(true);
    expect(path!.hops).toBeLessThanOrEqual(4);
    expect(path!.steps[0]!.node.name).toBe('Priya');
    expect(path!.steps.at(-1)!.node.name).toBe('Porto');
    expect(path!.confidence).toBeCloseTo(
      path!.steps.reduce((product, { weight }) => product * weight, 1),
    );
    expect(path!.narrative.startsWith('Priya ')).toBe(true);
    expect((await between(memory, { of: 'Priya', to: 'Porto', hops: 1 })).found).toBe(false);
    await memory.forget([porto!, work!]);
    expect(await between(memory, { of: 'Priya', to: 'Porto' })).toMatchObject({
      found: false,
      notices: [expect.stringContaining('4 links')],
    });
  });

  it('tells causes and effects as they were stated, each from its own side', async () => {
    const { memory } = await openTestMemory();
    const { storm, freezer } = await village(memory);
    const causes = await memory.graph.causes({ outcome: 'the power cut' });
    expect(causes.stated).toMatchObject({
      asked: 'causes',
      statements: [{ id: storm, text: expect.stringContaining('storm') as string }],
    });
    const effects = await memory.graph.causes({ action: 'power cut' });
    expect(effects.stated?.statements.map(({ id }) => id)).toEqual([freezer]);
    const link = await memory.graph.causes({ action: 'storm', outcome: 'freezer thawed' });
    expect(link.stated).toMatchObject({ asked: 'link', statements: [] });
    await expect(memory.graph.causes({})).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'causes.action',
    });
  });

  it('walks causal links from cause to effect alone', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Priya left Leeds because Tom Okafor moved to Porto.');
    const forward = await between(memory, { of: 'Tom Okafor', to: 'Priya', type: 'causal' });
    const back = await between(memory, { of: 'Priya', to: 'Tom Okafor', type: 'causal' });
    expect([forward.found, back.found]).toEqual([true, false]);
    expect(forward.path!.narrative).toBe('Tom Okafor causes Priya');
  });
});

describe('citations', () => {
  it('expand to the memory as it was said, with what it is linked to', async () => {
    const { memory } = await openTestMemory();
    const { porto } = await village(memory);
    const { expansions, unknown } = await memory.graph.cite({
      tags: [`[${porto!.slice(0, 6)}]`, porto!, '[m_zzzz]', 'see above'],
      neighbours: true,
    });
    expect(expansions[0]).toMatchObject({
      memories: [{ id: porto, content: 'Tom Okafor lives in Porto.' }],
    });
    expect(expansions[0]!.neighbours.map(({ name }) => name)).toContain('Porto');
    expect(expansions[1]!.memories).toHaveLength(1);
    expect(unknown).toEqual(['[m_zzzz]', 'see above']);
    await memory.forget([porto!]);
    expect((await memory.graph.cite({ tags: [porto!] })).unknown).toEqual([porto]);
  });
});

describe('the journal', () => {
  it('tells how a memory came to be, and how each change is taken back', async () => {
    const { memory, clock } = await openTestMemory();
    const { dog } = await village(memory);
    for (const change of [
      () => memory.update(dog!, { remark: 'She is four.', addTags: ['pet'] }),
      () => memory.update(dog!, { boost: 0.4, reason: 'asked for often' }),
      () => memory.forget([dog!], 'said in jest'),
    ]) {
      clock.advance(1_000);
      await change();
    }
    const { history, memory: now } = await memory.show(dog!, { history: true });
    const { steps = [] } = history ?? {};
    expect(steps.map(({ change }) => change.verb)).toEqual([
      'remember',
      'update',
      'update',
      'forget',
    ]);
    expect(steps.map(({ altered }) => [...altered].sort())).toEqual([
      [],
      ['metadata', 'tags'],
      ['importance'],
      ['retractedAt'],
    ]);
    expect(steps.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
    expect(now).toMatchObject({ tags: ['pet'], metadata: { annotation: 'She is four.' } });
    const { changes } = await memory.curation.log({ type: 'forgotten' });
    expect(changes).toMatchObject([
      { verb: 'forget', reason: 'said in jest', state: 'reversible', memories: [dog] },
    ]);
    expect(
      (await memory.curation.log({ memory: dog as never, limit: 2 })).changes.map(
        ({ verb }) => verb,
      ),
    ).toEqual(['forget', 'update']);
    expect((await memory.curation.log({ from: clock.now() })).changes).toHaveLength(1);
    const forgotten = async (match?: string) =>
      (
        await memory.list({ onlyForgotten: true, ...(match === undefined ? {} : { match }) })
      ).memories.map(({ id }) => id);
    expect(await forgotten('greyhound')).toEqual([dog]);
    expect(await forgotten()).toEqual([dog]);
    await memory.undo({ ids: [dog!] });
    expect(await forgotten()).toEqual([]);
    await expect(memory.show('m_0000000000000', { history: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('keeps importance within its bounds, and writes nothing where nothing changes', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({
      content: 'The heron nests by the weir.',
      importance: 0.9,
    });
    await memory.update(id, { boost: 1 });
    expect((await memory.show(id)).memory.importance).toBe(1);
    expect(await memory.update(id, { boost: 0.1 })).toMatchObject({
      outcome: 'known',
      reversal: null,
    });
    await expect(memory.update(id, {})).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'update.content',
    });
    await expect(memory.update(id, { boost: 0.1, kind: 'opinion' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'update.content',
    });
    for (let at = 0; at < 4; at++) await memory.update(id, { remark: 'x'.repeat(490) });
    await expect(memory.update(id, { remark: 'x'.repeat(490) })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'update.remark',
    });
  });
});

describe('guidance', () => {
  it('tells how memories hang together, and what waits', async () => {
    const { memory } = await openTestMemory();
    expect(await memory.guidance.pulse()).toEqual({
      entropy: 0,
      coherence: 0,
      suggested: null,
    });
    const { porto } = await village(memory);
    expect(await memory.guidance.pulse([porto!])).toMatchObject({ entropy: 0, coherence: 1 });
    const { entropy, coherence } = await memory.guidance.pulse();
    for (const figure of [entropy, coherence]) expect(figure).toBeGreaterThan(0);
    for (const figure of [entropy, coherence]) expect(figure).toBeLessThanOrEqual(1);
    await memory.rememberAll([
      { content: 'The pool size of the staging database is 20.', saidAt: '2025-02-01T10:00:00Z' },
      { content: 'The pool size of the staging database is 30.', saidAt: '2025-02-01T10:00:01Z' },
    ]);
    expect(await memory.guidance.status()).toMatchObject({
      suggested: 'curate',
      tasks: [{ task: 'settle_conflict', tool: 'resolve', priority: 'high' }],
    });
  });
});

describe('causes in a bank that was read', () => {
  it('are the reasons that notes give, and not what else is told of somebody', async () => {
    const { memory } = await openTestMemory();
    const noted = (content: string, aspect: string, because: string | null) =>
      memory.remember({
        content,
        note: { about: 'Joyce', aspect, value: content, type: 'event', because },
      });
    const turn = await memory.remember('Mum was dizzy because the carer Deb was late.');
    await memory.remember({
      content: 'On 9 March Joyce was dizzy after her tablet.',
      note: {
        ...{ about: 'Joyce', aspect: 'dizziness', value: 'dizzy', type: 'event' },
        ...{ because: 'the tablet before breakfast', turns: [turn.id] },
      },
    });
    await noted('Joyce must not have cream.', 'diet', 'her stomach');
    await noted('Joyce was in the garden.', 'place', null);
    const { stated } = await memory.graph.causes({ outcome: 'Joyce was dizzy' });
    expect(stated?.statements.map(({ text }) => text)).toEqual(['the tablet before breakfast']);
  });
});
