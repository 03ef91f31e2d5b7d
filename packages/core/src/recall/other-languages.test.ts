import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

describe('a name that only a memory in another language has', () => {
  it('is found by a question in English, and is not said to be missing', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      {
        content: 'Wir haben gestern den Kinderwagen in Manchester gekauft.',
        speaker: 'Priyanka',
        saidAt: '2025-10-02T10:00:00Z',
      },
      {
        content: 'I sold the old car and bought a bicycle.',
        speaker: 'Nadia',
        saidAt: '2025-10-02T10:01:00Z',
      },
      {
        content: 'We bought flowers for the party.',
        speaker: 'Nadia',
        saidAt: '2025-10-02T10:02:00Z',
      },
    ]);
    const { results, notices } = await memory.recall('What did they buy in Manchester?');
    expect(results[0]?.content).toContain('Manchester');
    expect(notices.join(' ')).not.toContain('manchester');
    expect((await memory.recall('What did they buy in Winchester?')).notices.join(' ')).toContain(
      'winchester',
    );
  });
});

describe('a memory of emoji', () => {
  it('is found by one of them, in any colour', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: '🎉🥳' },
      { content: 'Well done 👍🏽' },
      { content: 'The kiln fires at noon.' },
    ]);
    const found = async (query: string): Promise<readonly (string | undefined)[]> =>
      (await memory.recall(query)).results.map(({ content }) => content);
    expect((await found('🎉'))[0]).toBe('🎉🥳');
    expect((await found('👍'))[0]).toBe('Well done 👍🏽');
    expect((await memory.recall('🦔')).notices.join(' ')).toContain('🦔');
  });
});
