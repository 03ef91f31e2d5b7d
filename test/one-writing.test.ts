/** What is one thing however it is written: figures, designations, capitals of Turkish. */
import { describe, expect, it } from 'vitest';
import { openTestMemory } from './support/open-test-memory.js';

const OTHERS = [
  'The garden needs water in July.',
  'Bo plays the cello on Sundays.',
  'The ferry leaves from pier nine.',
  'Ana bakes rye bread for the market.',
];

describe('a question and a memory that write one thing differently', () => {
  it.each([
    ['The build machine has 64GB of it.', 'Which machine has 64 GB?'],
    ['The build machine has 64 GB of it.', 'Which machine has 64GB?'],
    ['Rent comes to 1,200 a month.', 'What comes to 1200?'],
    ['Rent comes to 1200 a month.', 'What comes to 1,200?'],
    ['Die Miete liegt bei 1.200 Euro.', 'Was liegt bei 1200?'],
    ['Our flight home is KL1613.', 'When is KL 1613?'],
    ['Our flight home is KL 1613.', 'When is KL1613?'],
    ['The pump draws 230V.', 'What draws 230 V?'],
    ['Die Pumpe zieht 16 kW.', 'Was zieht 16kW?'],
    ['The deposit was 12’500 francs.', 'What was 12500?'],
    ['Ofisimiz İSTANBUL şehrinde.', 'istanbul'],
    ['Ofisimiz istanbul şehrinde.', 'İSTANBUL'],
  ])('meet: %s %s', async (told, asked) => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([...OTHERS, told]);
    const { results, notices } = await memory.recall({ query: asked, limit: 3 });
    expect(results[0]?.content).toBe(told);
    expect(notices.join()).not.toMatch(/No memory has|Read “/);
  });

  it.each([
    ['The rack has 64GB of it.', 'The rack has 16GB of it.', 'Which has 16 GB?', 1],
    ['We fly with KL1613.', 'We fly with KL1316.', 'KL 1613', 0],
    ['Rent is 1,200 a month.', 'Rent is 2,100 a month.', 'Is it 2100?', 1],
  ])('and no other figure: %s / %s / %s', async (one, other, asked, which) => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([one, other]);
    expect((await memory.recall(asked)).results[0]?.content).toBe([one, other][which]);
  });
});
