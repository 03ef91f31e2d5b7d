import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';

describe('what was delivered', () => {
  let memory: Mneme;
  beforeEach(async () => {
    memory = await openMemory({ file: ':memory:' });
    await memory.remember({ content: 'The heron nests by the weir every spring.', speaker: 'Ana' });
  });
  afterEach(() => memory.close());

  it('counts as used whichever fields were asked for, so that an echo of it is no evidence', async () => {
    const { results, delivered } = await memory.recall({ query: 'heron', fields: ['content'] });
    expect(results).toEqual([{ content: 'The heron nests by the weir every spring.' }]);
    await memory.flush();
    expect((await memory.metamemory.usage(delivered[0] ?? '')).accessCount).toBe(1);
    const echo = await memory.remember({
      content: 'The heron nests by the weir every spring.',
      speaker: 'Ana',
      source: 'agent',
    });
    expect(echo.outcome).toBe('recalled');
  });

  it('is written down by what the bank takes out when it is asked, as it is set just then', async () => {
    const noted = async (): Promise<boolean> => {
      const { resultIds } = await memory.recall(
        'Where does the heron of ana.lee@example.org nest?',
      );
      return memory.feedback({ result: resultIds[0] ?? '', verdict: 'useful' }).then(
        () => true,
        () => false,
      );
    };
    for (const [privacy, expected] of [
      ['off', true],
      ['standard', false],
      ['off', true],
    ] as const) {
      await memory.care.configure({ privacy });
      expect([privacy, await noted()]).toEqual([privacy, expected]);
    }
  });

  it('belongs to the caller: emptying it does not empty the cached answer', async () => {
    for (let round = 0; round < 3; round++) {
      const { results } = await memory.recall('heron');
      expect(results).toHaveLength(1);
      (results as unknown[]).length = 0;
    }
  });

  it('the same words said of another day are another memory', async () => {
    const first = await memory.remember({
      content: 'I went running along the river yesterday.',
      speaker: 'Tom',
      saidAt: '2025-03-02T10:00:00Z',
    });
    const second = await memory.remember({
      content: 'I went running along the river yesterday.',
      speaker: 'Tom',
      saidAt: '2025-05-02T10:00:00Z',
    });
    const again = await memory.remember({
      content: 'I went running along the river yesterday!',
      speaker: 'Tom',
      saidAt: '2025-05-02T18:00:00Z',
    });
    expect([first.outcome, second.outcome, again.outcome]).toEqual([
      'remembered',
      'remembered',
      'reinforced',
    ]);
    expect(again.id).toBe(second.id);
  });
});
