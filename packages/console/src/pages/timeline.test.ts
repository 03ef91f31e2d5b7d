import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { sessionTitle } from './timeline.js';

it('is the title it came with, else its first words, never an id', async () => {
  const { memory } = await openTestMemory();
  const session = '7f3c9a10-5d2e-4b7a-9c11-0f6d2ab4e8c2';
  await memory.rememberAll([
    { content: 'Can you help me to plan a garden with beds for beans, peas and a lot of basil?', session },
    { content: 'The beans come first.', session },
    { content: 'The ferry leaves at seven.', session: 's2', metadata: { title: 'Packing' } },
  ]);
  const { memories } = await memory.list({ order: 'newest', limit: 10 });
  const titles = memories.map((each) => sessionTitle(each, memories));
  expect(new Set(titles)).toEqual(
    new Set(['Packing', '“Can you help me to plan a garden with beds for beans, peas …”']),
  );
});
