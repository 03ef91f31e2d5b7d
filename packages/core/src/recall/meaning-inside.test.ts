import { expect, it } from 'vitest';
import { readConfig } from '../config/config.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

const TOLD = [
  'We are off to Bergen in July to see the fjords.',
  'My daughter is called Ingrid and starts school in autumn.',
  'The dentist wants to pull out a wisdom tooth.',
  'I gave notice at the bakery on Monday.',
  'The car would not start again, so I took the bus.',
  'Our landlord puts up the rent by ninety euros.',
  'I cannot eat prawns, they give me a rash.',
  'The choir sings on Thursdays at eight.',
  'Grandfather left me his old watch.',
  'I have started running along the canal before breakfast.',
  'The neighbours are cutting down the big birch.',
  'My phone fell into the sink and is dead.',
];
const ASKED = {
  'Did she quit her job?': 'I gave notice',
  'Any allergies?': 'I cannot eat prawns',
  'Where do they go on holiday?': 'We are off to Bergen',
  'What did she inherit?': 'Grandfather left me',
  'How does she get to work without her own vehicle?': 'The car would not start',
};

it('what is told in other words than it is asked is found first, and its probability told', async () => {
  const { memory } = await openTestMemory({ embedder: { package: 'mneme' } });
  await memory.rememberAll(TOLD);
  for (const [question, begins] of Object.entries(ASKED)) {
    const { results, probability } = await memory.recall(question);
    expect(results[0]?.content, question).toContain(begins);
    expect(probability).toBeGreaterThan(0);
  }
});

it('the encoder inside serves unless another is named, or none', () => {
  expect(readConfig({}, {}).embedder?.package).toBe('mneme');
  expect(readConfig({ embedder: null }, {}).embedder).toBeUndefined();
  expect(readConfig({}, { MNEME_EMBEDDER_PACKAGE: 'none' }).embedder).toBeUndefined();
  const served = readConfig({ embedder: { url: 'http://127.0.0.1:1', model: 'words' } }, {});
  expect(served.embedder).toMatchObject({ url: 'http://127.0.0.1:1' });
  expect(served.embedder?.package).toBeUndefined();
});
