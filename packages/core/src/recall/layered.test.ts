import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory, START } from '../../../../test/support/open-test-memory.js';
import { LAYERS, type Layer, type Mneme } from '@mneme/mneme/index.js';
import type { LayeredAnswer } from '@mneme/mneme/public-types.js';

const DAY = 86_400_000;

/** A bank with memories in every layer. */
async function filled(): Promise<Mneme> {
  const { memory } = await openTestMemory();
  const turn = { session: 'standup', source: 'user' as const };
  await memory.rememberAll([
    {
      ...turn,
      content: 'The gateway fell over during the release.',
      speaker: 'Omar',
      turn: 't2',
      position: 2,
      saidAt: START - 3 * DAY,
    },
    {
      ...turn,
      content: 'We are releasing the gateway now.',
      speaker: 'Priya',
      turn: 't1',
      position: 1,
      saidAt: START - 3 * DAY,
    },
    {
      ...turn,
      content: 'I need to renew the gateway certificate on 10 February 2025, it is urgent.',
      speaker: 'Omar',
      turn: 't3',
      position: 3,
      saidAt: START - 2 * DAY,
    },
    {
      ...turn,
      content: 'I need to fix the gateway dashboard on 20 January 2025.',
      speaker: 'Omar',
      turn: 't4',
      position: 4,
      saidAt: START - 20 * DAY,
    },
    {
      ...turn,
      content: 'The gateway migration is blocked until Omar renews the certificate.',
      speaker: 'Priya',
      turn: 't5',
      position: 5,
      saidAt: START - DAY,
    },
    {
      content: 'The gateway listens on port 8443.',
      kind: 'fact',
      tags: ['network'],
      saidAt: START - 9 * DAY,
    },
    {
      content: 'Priya Nair works at Vestra. Priya Nair lives in Porto.',
      kind: 'fact',
      saidAt: START - 9 * DAY,
    },
    {
      content: 'To restart the gateway, drain the node, then restart the service.',
      kind: 'strategy',
      tags: ['ops'],
      metadata: { applications: 4, successes: 3 },
      saidAt: START - 9 * DAY,
    },
    {
      content: 'Restoring a gateway snapshot:\n1. Stop the gateway.\n2. Load the snapshot.',
      kind: 'fact',
      saidAt: START - 9 * DAY,
    },
  ]);
  await memory.goals.set({ description: 'Run a payment platform people trust' });
  await memory.goals.set({ description: 'Move the gateway to the new region' });
  await memory.goals.set({ description: 'Hire two engineers' });
  return memory;
}

async function rowsOf<Name extends Layer>(
  memory: Mneme,
  query: string,
  layer: Name,
): Promise<NonNullable<LayeredAnswer[Name]>['rows']> {
  const { layers } = await memory.recall({ query, layers: [layer], now: START });
  const answer: LayeredAnswer[Name] | undefined = layers?.[layer];
  if (layers === null || answer === undefined) throw new Error('no such layer in the answer');
  expect(Object.keys(layers).sort()).toEqual(['explanation', layer].sort());
  expect(layers.explanation.counts).toEqual({ [layer]: answer.rows.length });
  return answer.rows;
}

describe('a layer asked alone', () => {
  it('episodic: what was told, in order of session and place, with speaker and turn', async () => {
    const rows = await rowsOf(await filled(), 'gateway release', 'episodic');
    expect(rows.map(({ turn }) => turn)).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(rows[0]).toMatchObject({
      content: 'We are releasing the gateway now.',
      type: 'experience',
      speaker: 'Priya',
      session: 'standup',
      timestamp: START - 3 * DAY,
    });
  });

  it('semantic: what holds, best first, with its tags', async () => {
    const rows = await rowsOf(await filled(), 'Which port does the gateway listen on?', 'semantic');
    expect(rows[0]).toMatchObject({
      content: 'The gateway listens on port 8443.',
      type: 'fact',
      tags: ['network'],
    });
    expect(rows.every(({ type }) => type === 'fact')).toBe(true);
  });

  it('procedural: strategies and what tells steps, with the success that was recorded', async () => {
    const rows = await rowsOf(await filled(), 'How do I restart the gateway?', 'procedural');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      name: 'restart the gateway',
      category: 'ops',
      steps: ['drain the node', 'restart the service'],
      successRate: 0.75,
    });
    expect(rows[1]).toMatchObject({
      name: 'Restoring a gateway snapshot',
      category: null,
      steps: ['Stop the gateway.', 'Load the snapshot.'],
      successRate: null,
    });
  });

  it('prospective: what is ahead and no longer what is over, the next due first, with goals that bear on it', async () => {
    const rows = await rowsOf(await filled(), 'What is pending for the gateway?', 'prospective');
    expect(rows.map(({ type }) => type)).toEqual(['task', 'goal', 'goal']);
    expect(rows[0]).toMatchObject({
      status: 'ahead',
      assignee: 'Omar',
      due: { text: '10 February 2025' },
      priority: 1,
    });
    expect(rows.map(({ content }) => content)).not.toContain('Hire two engineers');
  });

  it('prospective: what comes again, with its next day by the clock of who asks', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: 'I need to feed the cat every Thursday.',
      session: 's',
      speaker: 'Mei',
      saidAt: '2025-01-01T12:00:00-08:00',
    });
    const ask = async (now: string) => {
      const { layers } = await memory.recall({
        query: 'What about the cat?',
        layers: ['prospective'],
        now,
      });
      return layers?.prospective?.rows.map(({ status, due }) => [status, due?.text]);
    };
    expect(await ask('2025-01-16T22:00:00-08:00')).toEqual([['recurring', '16 January 2025']]);
    // The same moment, asked in UTC.
    expect(await ask('2025-01-17T06:00:00Z')).toEqual([['recurring', '23 January 2025']]);
  });

  it('prospective: not what was said after the moment asked', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content: 'I need to feed the cat.',
      session: 's',
      speaker: 'Mei',
      saidAt: START - DAY,
    });
    await memory.remember({
      content: 'The cat was fed.',
      session: 's',
      speaker: 'Mei',
      saidAt: START + DAY,
    });
    expect(
      (await rowsOf(memory, 'What about the cat?', 'prospective')).map(
        ({ content, status, assignee }) => [content, status, assignee],
      ),
    ).toEqual([['I need to feed the cat.', 'open', 'Mei']]);
  });

  it('graph: the entities the query names, their links, and the memory each was read in', async () => {
    const [row, ...others] = await rowsOf(await filled(), 'Where does Priya Nair work?', 'graph');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ entity: 'Priya', type: 'person', aliases: ['Priya Nair'] });
    expect(row?.mentions).toBeGreaterThan(0);
    const told = row?.relations.map(({ relation, to, direction }) => [
      relation,
      to.name,
      direction,
    ]);
    expect(told).toContainEqual(['works_at', 'Vestra', 'out']);
    expect(row?.relations.every(({ evidence }) => evidence?.content.includes('Priya Nair'))).toBe(
      true,
    );
  });

  it('meta: what is known of what the query names, and what is not', async () => {
    const memory = await filled();
    const [known] = await rowsOf(memory, 'What do we know about the gateway?', 'meta');
    expect(known).toMatchObject({
      domain: 'gateway',
      category: 'word',
      memories: 8,
      kinds: { experience: 5, fact: 2, strategy: 1 },
      sessions: 1,
      expertise: 'intermediate',
    });
    const [unknown] = await rowsOf(memory, 'What do we know about flamingos?', 'meta');
    expect(unknown).toMatchObject({
      domain: 'flamingos',
      memories: 0,
      expertise: 'none',
      confidence: null,
      gaps: ['Nothing is known.'],
    });
    const [whole] = await rowsOf(memory, 'What do you know?', 'meta');
    expect(whole).toMatchObject({ category: 'bank', memories: 9 });
  });

  it('meta counts uses that no change of the bank tells of', async () => {
    const memory = await filled();
    const before = await rowsOf(memory, 'What do we know about the gateway?', 'meta');
    await memory.recall({ query: 'gateway', now: START });
    const after = await rowsOf(memory, 'What do we know about the gateway?', 'meta');
    expect((after[0]?.accesses ?? 0) - (before[0]?.accesses ?? 0)).toBe(8);
  });

  it('planning: the goals that bear on it under what they serve, and what stands in the way', async () => {
    const rows = await rowsOf(
      await filled(),
      'How should we approach the gateway migration?',
      'planning',
    );
    expect(rows.map(({ type, content, depth }) => [type, content, depth])).toEqual([
      ['goal', 'Run a payment platform people trust', 0],
      ['goal', 'Move the gateway to the new region', 1],
      ['blocker', 'The gateway migration is blocked until Omar renews the certificate.', 0],
    ]);
    expect(rows[2]?.rationale).toContain('blocked');
  });
});

describe('layers', () => {
  it('tell how sure a row is by the one figure that a result has, and the rest under why', async () => {
    const memory = await filled();
    const query = 'What is blocked, and on which port does the gateway listen?';
    const { layers, results, why } = await memory.recall({
      query,
      layers: [...LAYERS],
      limit: 20,
      now: START,
    });
    const own = new Map(results.map((result) => [result.id as string, result]));
    const told = [
      ...(layers?.episodic?.rows ?? []).map((row) => ({ ...row, id: row.eventId })),
      ...(layers?.semantic?.rows ?? []),
      ...(layers?.procedural?.rows ?? []),
      ...(layers?.prospective?.rows ?? []),
      ...(layers?.planning?.rows ?? []),
    ];
    expect(why.known.verdict).not.toBe('unjudged');
    expect(new Set(told.map(({ id }) => id.slice(0, 1)))).toEqual(new Set(['m', 'g']));
    for (const row of told) {
      for (const former of ['score', 'confidence', 'similarity'])
        expect(row).not.toHaveProperty(former);
      const result = own.get(row.id);
      if (row.id.startsWith('g')) expect([row.probability, row.why.confidence]).toEqual([null, 1]);
      else
        expect(row).toMatchObject({
          probability: result?.probability,
          why: { score: expect.any(Number), confidence: result?.why.confidence },
        });
    }
  });

  it('of an empty bank are empty and say why', async () => {
    const { memory } = await openTestMemory();
    const { layers, results } = await memory.recall({
      query: 'Where is Priya?',
      layers: [...LAYERS],
    });
    expect(results).toEqual([]);
    for (const layer of LAYERS.filter((name) => name !== 'meta'))
      expect(layers?.[layer]).toMatchObject({ rows: [], empty: expect.stringMatching(/\.$/) });
    expect(layers?.meta?.rows[0]).toMatchObject({ memories: 0 });
  });

  it('are grouped by what the query is after where none are named', async () => {
    const memory = await filled();
    const { layers, results, plan } = await memory.recall({
      query: 'When did the gateway fall over?',
      groupByLayer: true,
      now: START,
    });
    expect(layers?.explanation).toMatchObject({
      type: 'temporal',
      layers: ['episodic', 'semantic'],
      why: 'a temporal query (“when”) leads to episodic, semantic',
    });
    expect(plan.route.type).toMatchObject({ value: 'temporal', cues: ['when'] });
    expect(results.length).toBeGreaterThan(0);
  });

  it('are null in a plain recall', async () => {
    expect((await (await filled()).recall('gateway')).layers).toBeNull();
  });

  it('stay within the filter: another speaker’s words are in none of them', async () => {
    const memory = await filled();
    const { layers } = await memory.recall({
      query: 'gateway',
      layers: [...LAYERS],
      speaker: 'Omar',
      now: START,
    });
    expect(layers?.episodic?.rows.map(({ speaker }) => speaker)).toEqual(['Omar', 'Omar', 'Omar']);
    expect(layers?.semantic?.rows).toEqual([]);
    expect(layers?.procedural?.rows).toEqual([]);
    expect(layers?.meta?.rows[0]?.memories).toBe(3);
    expect(layers?.planning?.rows.filter(({ type }) => type === 'blocker')).toEqual([]);
  });

  it('that others crowd out are asked alone', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      Array.from({ length: 80 }, (_, at) => ({
        content: `The gateway gateway gateway log line ${at} of the gateway.`,
        session: 's',
        speaker: 'bot',
        saidAt: START + at,
      })),
    );
    await memory.remember({
      content: 'Ports are kept in the wiki beside the rack plan.',
      kind: 'fact',
    });
    const { layers } = await memory.recall({
      query: 'gateway',
      layers: ['episodic', 'semantic'],
      limit: 5,
    });
    expect(layers?.episodic?.rows).toHaveLength(5);
    expect(layers?.semantic?.rows).toHaveLength(1);
  });

  it('share a token budget with the results, a row of each in turn', async () => {
    const memory = await filled();
    const { layers, tokens, notices } = await memory.recall({
      query: 'gateway',
      layers: ['episodic', 'semantic', 'meta'],
      tokenBudget: 400,
      now: START,
    });
    expect(tokens).toBeLessThanOrEqual(400);
    expect(layers?.episodic?.rows.length).toBeGreaterThan(0);
    expect(layers?.semantic?.rows.length).toBeGreaterThan(0);
    expect(notices.join(' ')).toMatch(/rows of layers did not fit into 400 tokens/);
    // Whatever the rows leave for the list of results.
    for (let tokenBudget = 300; tokenBudget < 330; tokenBudget++)
      expect(
        (
          await memory.recall({
            query: 'gateway',
            layers: ['episodic', 'semantic', 'meta'],
            tokenBudget,
            now: START,
          })
        ).tokens,
      ).toBeLessThanOrEqual(tokenBudget);
  });

  it('answer as of a moment', async () => {
    const { memory, clock } = await openTestMemory();
    const { id } = await memory.remember({ content: 'The lighthouse is red.', kind: 'fact' });
    clock.advance(DAY);
    await memory.forget([id]);
    const asked = { query: 'lighthouse', layers: ['semantic', 'meta'] as Layer[] };
    expect((await memory.recall(asked)).layers?.semantic?.rows).toEqual([]);
    const then = (await memory.recall({ ...asked, asOf: START })).layers;
    expect(then?.semantic?.rows.map((row) => row.id)).toEqual([id]);
    expect(then?.meta?.rows[0]?.memories).toBe(1);
  });

  it('refuse an unknown name', async () => {
    await expect(
      (await filled()).recall({ query: 'x', layers: ['dreams' as Layer] }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('count what they give, each row once and within the limit, whatever is asked', async () => {
    const memory = await filled();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'gateway',
          'What is next?',
          'Priya Nair',
          'How do I restart it?',
          'zzz',
          'What do we know?',
          '10 February',
        ),
        fc.subarray([...LAYERS], { minLength: 1 }),
        fc.integer({ min: 1, max: 8 }),
        async (query, asked, limit) => {
          const { layers, results } = await memory.recall({
            query,
            layers: asked,
            limit,
            now: START,
          });
          expect(layers?.explanation.layers).toEqual(asked);
          expect(results.length).toBeLessThanOrEqual(limit);
          for (const layer of asked) {
            const rows: readonly object[] = layers?.[layer]?.rows ?? [];
            expect(layers?.explanation.counts[layer]).toBe(rows.length);
            expect(layers?.[layer]?.empty === null).toBe(rows.length > 0);
            expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
          }
          for (const layer of ['episodic', 'semantic', 'procedural'] as const)
            expect(layers?.[layer]?.rows.length ?? 0).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 30 },
    );
  });
});

it('why tells where a question leads', async () => {
  const memory = await filled();
  const { route } = await memory.why('How do I restart the gateway?');
  expect(route).toMatchObject({
    type: { value: 'procedural' },
    paradigms: { value: ['procedural'] },
    reasoning: { value: 'procedural' },
  });
});
