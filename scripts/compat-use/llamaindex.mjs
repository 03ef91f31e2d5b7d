// Uses LlamaIndex.TS's Memory: a bank is its long-term block, in one conversation and the next.
import { strict as assert } from 'node:assert';
import { met, told } from './told.mjs';
import { createMemory } from '@llamaindex/core/memory';
import { openMemory } from 'mneme';
import { MnemeMemoryBlock } from 'mneme/llamaindex';

const memory = await openMemory({ file: ':memory:' });
// A limit so low that older messages move to the block.
const options = { tokenLimit: 200, shortTermTokenLimitRatio: 0.2 };
const first = createMemory([], {
  ...options,
  memoryBlocks: [new MnemeMemoryBlock({ memory, session: 'one', priority: 1 })],
});
await first.add({ role: 'user', content: 'The upload chunk size is 8 MB for the proxy.' });
await first.add({ role: 'assistant', content: 'Noted: 8 MB for the proxy.' });
for (let at = 0; at < 6; at++)
  await first.add({
    role: 'user',
    content: `We also talked about the weather on day ${at}, at some length.`,
  });
await first.manageMemoryBlocks();
const { memories } = await memory.list({ session: 'one' });
assert(memories.some(({ content }) => /8 MB for the proxy/.test(content)));

met('what leaves the short-term memory is remembered');

const second = createMemory([], {
  tokenLimit: 4_000,
  memoryBlocks: [new MnemeMemoryBlock({ memory, session: 'two', priority: 0 })],
});
await second.add({ role: 'user', content: 'How large is the upload chunk size?' });
const seen = await second.getLLM();
assert.match(JSON.stringify(seen), /recalled-memory.*8 MB/);
assert.equal(seen.at(-1).content, 'How large is the upload chunk size?');
met('the block bears on the next conversation');
await memory.close();
told();
