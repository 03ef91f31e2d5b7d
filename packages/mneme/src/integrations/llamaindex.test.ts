import { createMemory } from '@llamaindex/core/memory';
import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { MnemeMemoryBlock } from './llamaindex.js';

it('gives a memory of LlamaIndex what bears on the last words, and takes in what it hands over', async () => {
  const { memory } = await openTestMemory();
  const block = new MnemeMemoryBlock({ memory, session: 'one', names: { user: 'Tom' } });
  await block.put([
    { id: 'm1', role: 'user', content: 'The upload chunk size is 8 MB for the proxy.' },
    { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] },
    { id: 'm3', role: 'system', content: 'Be kind.' },
  ]);
  const { memories } = await memory.list({ session: 'one' });
  expect(memories.map(({ content, speaker }) => [content, speaker])).toEqual([
    ['The upload chunk size is 8 MB for the proxy.', 'Tom'],
    ['Noted.', 'assistant'],
  ]);
  const next = new MnemeMemoryBlock({ memory, session: 'two', priority: 0, id: 'bank' });
  const chat = createMemory([], { tokenLimit: 4_000, memoryBlocks: [next] });
  await chat.add({ role: 'user', content: 'How large is the upload chunk size?' });
  const [recalled, asked] = await chat.getLLM();
  expect(recalled?.role).toBe('memory');
  expect(recalled?.content).toMatch(/<recalled-memory[^>]*>.*8 MB/);
  expect(asked?.content).toBe('How large is the upload chunk size?');
  // A conversation is never recalled into itself, and an empty recall gives no message.
  expect(await block.get([{ id: 'm4', role: 'user', content: 'How large is the chunk?' }])).toEqual(
    [],
  );
  expect(await next.get([])).toEqual([]);
});
