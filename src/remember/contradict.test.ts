import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory, type Mneme } from '../index.js';

describe('two statements about one single-valued slot', () => {
  let memory: Mneme;
  beforeEach(async () => {
    memory = await openMemory({ file: ':memory:' });
  });
  afterEach(() => memory.close());
  const say = (content: string, speaker = 'Tom') => memory.remember({ content, speaker, session: 'chat' as never });

  it('are linked as a pending conflict and shown against each other, and both are kept', async () => {
    const before = await say('I live in Leeds, near the canal.');
    const after = await say('I live in Porto now.');
    expect(after.notes.join()).toContain(before.id);
    const { links } = await memory.show(after.id);
    expect(links.find(({ role }) => role === 'conflicts_with')?.other).toBe(before.id);
    const { results } = await memory.recall('Where does Tom live?');
    const shown = results.find(({ id }) => id === after.id);
    expect(shown?.contradictions?.map(({ id }) => id)).toEqual([before.id]);
    expect(results.map(({ id }) => id)).toContain(before.id);
  });

  it('do not conflict when they say the same, speak of others, or fill a slot that holds many', async () => {
    await say('I live in Leeds, near the canal.');
    for (const receipt of [await say('I live in Leeds and I love the canal at night.'), await say('I live in Porto.', 'Ana'), await say('I like walnuts.'), await say('I like coriander a lot.')]) {
      expect(receipt.notes).toEqual([]);
    }
  });
});
