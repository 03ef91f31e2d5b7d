import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../support/open-test-memory.js';

const SUBJECTS = [
  'harbour',
  'violin',
  'orchard',
  'glacier',
  'bakery',
  'lantern',
  'meadow',
  'tunnel',
  'saddle',
  'compass',
  'kettle',
  'anchor',
];

describe('a bank that grows past the threshold', () => {
  it('answers all the way from scan to graph, and doctor says where it is', async () => {
    const { memory } = await openTestMemory({ graphThreshold: 8, cacheCapacity: 0 });
    const found = async (subject: string): Promise<string | undefined> =>
      (await memory.recall(`What about the ${subject}?`)).results[0]?.content;
    const part = async (): Promise<string | undefined> =>
      (await memory.care.doctor()).parts['vector index'];
    await memory.rememberAll(
      SUBJECTS.slice(0, 6).map((subject) => ({
        content: `We talked about the ${subject} for a while.`,
      })),
    );
    expect(await found('violin')).toContain('violin');
    expect(await part()).toMatch(/^(wasm-simd|typescript); scan of 6 vectors$/);
    await memory.rememberAll(
      SUBJECTS.slice(6).map((subject) => ({
        content: `We talked about the ${subject} for a while.`,
      })),
    );
    for (const subject of SUBJECTS) expect(await found(subject)).toContain(subject);
    expect(await part()).toMatch(
      /; scan of 12 vectors, graph (under construction: \d+ of 12|on trial)$/,
    );
    // The graph is finished in the background and tried on what is asked.
    for (let round = 0; round < 50 && !(await part())?.includes('; graph of'); round++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const subject of SUBJECTS) expect(await found(subject)).toContain(subject);
    }
    expect(await part()).toMatch(/; graph of 12 vectors, breadth \d+$/);
  });
});
