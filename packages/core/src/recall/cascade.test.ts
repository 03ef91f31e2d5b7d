import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom, testClock } from '../../../../test/support/open-test-memory.js';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';

const NOW = Date.UTC(2025, 5, 1, 12);
const PEOPLE = ['Nadia', 'Owen'];
const THINGS = [
  'cello',
  'boat',
  'rudder',
  'quartet',
  'aquarium',
  'marathon',
  'goldfish',
  'drums',
  'motorbike',
  'harbour',
  'greenhouse',
  'ladder',
  'telescope',
  'kiln',
  'sledge',
  'compass',
  'violin',
  'tent',
  'saddle',
  'loom',
];

describe('a cascade', () => {
  let memory: Mneme;
  beforeAll(async () => {
    memory = await openMemory({ file: ':memory:', clock: testClock(NOW), random: seededRandom(3) });
    await memory.rememberAll([
      ...THINGS.flatMap((thing, at) => [
        {
          content: `I looked at the ${thing} in the morning, before it rained.`,
          speaker: PEOPLE[at % 2]!,
          kind: 'experience' as const,
          session: `day-${at}`,
          position: 0,
          saidAt: NOW - (40 - at) * 86_400_000,
        },
        {
          content: `And what did you think of it, was it worth the trouble?`.replace(
            'trouble',
            `trouble number ${at}`,
          ),
          speaker: PEOPLE[(at + 1) % 2]!,
          kind: 'experience' as const,
          session: `day-${at}`,
          position: 1,
          saidAt: NOW - (40 - at) * 86_400_000 + 1_000,
        },
        {
          content: `Number ${at} was fine, I would go there again with Irina.`,
          speaker: PEOPLE[at % 2]!,
          kind: 'experience' as const,
          session: `day-${at}`,
          position: 2,
          saidAt: NOW - (40 - at) * 86_400_000 + 2_000,
        },
      ]),
      { content: 'To dry a tent, hang it up before folding.', kind: 'strategy' as const },
    ]);
  });
  afterAll(() => memory.close());

  it('is not walked unless asked for', async () => {
    expect((await memory.recall('What happened in the morning?')).cascade).toBeNull();
  });

  it('stops at once where recall is sure', async () => {
    const { cascade, results } = await memory.recall({
      query: 'What happened in the morning?',
      limit: 5,
      cascade: 3,
      cascadeBelow: 0,
    });
    expect(cascade).toMatchObject({ path: ['semantic'], stoppedBecause: 'sure' });
    expect(results).toHaveLength(5);
  });

  it('widens stage by stage while it is not, and tells what each added', async () => {
    const plain = await memory.recall({ query: 'What happened in the morning?', limit: 5 });
    const { cascade, results } = await memory.recall({
      query: 'What happened in the morning?',
      limit: 5,
      cascade: 3,
      cascadeBelow: 1,
      cascadeBreadth: 4,
    });
    expect(cascade!.path).toEqual(['semantic', 'episodic', 'graph', 'meta']);
    expect(cascade!.stoppedBecause).toBe('depth');
    expect(results).toHaveLength(5 + 3 * 4);
    expect(cascade!.stages[0]!.confidence).toBe(plain.results[0]!.probability!);
    expect(cascade!.stages.at(-1)!.confidence).toBe(results[0]!.probability!);
    for (const { added, tookMs, found } of cascade!.stages.slice(1)) {
      expect(added).toBeGreaterThanOrEqual(4);
      expect(tookMs).toBeGreaterThanOrEqual(0);
      expect(found).toBeGreaterThanOrEqual(0);
    }
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
  });

  it('goes as far as its depth, and never past what the profile admits', async () => {
    const { cascade, results } = await memory.recall({
      query: 'What happened in the morning?',
      limit: 3,
      cascade: 1,
      cascadeBelow: 1,
      speaker: 'Owen',
    });
    expect(cascade!.path).toEqual(['semantic', 'episodic']);
    expect(results.length).toBeGreaterThan(3);
    expect(results.every(({ speaker }) => speaker === 'Owen')).toBe(true);
  });

  it('brings in what no path had found', async () => {
    const narrow = { query: 'saddle', limit: 3, paths: ['lexical' as const] };
    const { cascade } = await memory.recall({ ...narrow, cascade: 2, cascadeBelow: 1 });
    expect(cascade!.stages.slice(1).reduce((sum, { found }) => sum + found, 0)).toBeGreaterThan(0);
  });

  it('rejects a cascade that does not exist', async () => {
    await expect(memory.recall({ query: 'x', cascade: 4 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'profile.cascade',
    });
  });
});
