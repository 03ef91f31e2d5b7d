import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { RememberInput } from '@mneme/mneme/index.js';

type NoteFields = NonNullable<RememberInput['note']>;

it('a brief of a bank that was read tells wishes, what lies ahead and what holds, and nothing that is over', async () => {
  const { memory, clock } = await openTestMemory();
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const note = async (
    content: string,
    fields: Partial<NoteFields> & Pick<NoteFields, 'aspect' | 'value'>,
  ) => (await memory.remember({ content, note: { about: 'Harjit', ...fields } })).id;
  const inDays = (days: number) =>
    new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  await memory.remember('my vet booster is on the second of may, dr yip');
  await note('Harjit wants no calls before nine.', {
    ...{ aspect: 'calls', value: 'not before nine', type: 'instruction', from: today },
  });
  const booster = await note('The dog’s booster with Dr Yip is in a week.', {
    ...{ aspect: 'booster', value: 'Dr Yip', type: 'plan', status: 'planned', from: inDays(7) },
  });
  await note('Harjit’s tax talk is tomorrow.', {
    ...{ aspect: 'tax', value: 'tomorrow', type: 'plan', status: 'planned', from: inDays(1) },
  });
  await note('Harjit’s party was last week.', {
    ...{ aspect: 'party', value: 'done', type: 'plan', status: 'planned', from: inDays(-7) },
  });
  const dose = await note('Harjit takes 16 units of insulin.', { aspect: 'dose', value: '16' });
  await note('Harjit takes 20 units of insulin.', {
    ...{ aspect: 'dose', value: '20', replaces: [dose], matters: ['packing for a drive'] },
  });
  await note('Harjit drives a Freightliner.', { aspect: 'truck', value: 'Freightliner' });
  await note('Dr Yip has closed the clinic.', {
    ...{ aspect: 'vet', value: 'closed', doubts: [booster] },
  });
  const { text } = await memory.brief({});
  const at = (words: string) => text.indexOf(words);
  expect([at('no calls'), at('tax talk'), at('20 units'), at('Freightliner')]).toEqual(
    [at('no calls'), at('tax talk'), at('20 units'), at('Freightliner')].toSorted((a, b) => a - b),
  );
  expect(at('no calls')).toBeGreaterThan(0);
  for (const over of ['16 units', 'booster with', 'party']) expect(text).not.toContain(over);
  // Turns without notes are quoted as said.
  expect(text).toContain('second of may');
});
