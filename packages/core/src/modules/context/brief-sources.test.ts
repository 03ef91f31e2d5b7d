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
  expect([at('tax talk'), at('no calls'), at('20 units'), at('Freightliner')]).toEqual(
    [at('tax talk'), at('no calls'), at('20 units'), at('Freightliner')].toSorted((a, b) => a - b),
  );
  expect(at('tax talk')).toBeGreaterThan(0);
  for (const over of ['16 units', 'booster with', 'party']) expect(text).not.toContain(over);
  // Turns without notes are quoted as said.
  expect(text).toContain('second of may');
});

it('a brief tells what the next fortnight brings before all else, soonest first, each with its day', async () => {
  const { memory } = await openTestMemory();
  const plan = (content: string, days: Pick<NoteFields, 'from' | 'until'>, more: object = {}) =>
    memory.remember({
      content,
      saidAt: '2026-11-01T12:00:00Z',
      note: {
        ...{ about: 'Marisol', aspect: content.slice(0, 20), value: content.slice(0, 20) },
        ...{ type: 'plan', status: 'planned', ...days, ...more },
      },
    });
  for (let at = 1; at <= 9; at++)
    await plan(`Marisol is working on room ${at} of the old house.`, { from: `2026-10-0${at}` });
  await plan('Marisol pays the roofer 900 dollars.', { until: '2026-11-25' });
  await plan('Marisol sees Dr Ito.', { from: '2026-11-18', until: '2026-11-18' });
  await plan('Marisol has an interview at the zoo.', { from: '2026-11-23' });
  await plan('Marisol owes tax.', { from: '2026-11-20' }, { type: 'fact', status: 'holds' });
  await plan('Marisol flies to Quito.', { from: '2026-12-24' });
  const wish = { type: 'instruction', status: 'holds' };
  await plan('Marisol wants short answers.', {}, wish);
  const told = async (now: string): Promise<readonly string[]> =>
    (await memory.brief({ now })).text.match(/(?:planned|preference)[^:]*: Marisol \w+/g) ?? [];
  const wishes = 'preference, 2026-11-01: Marisol wants';
  expect(await told('2026-11-17T09:00:00-05:00')).toEqual([
    'planned for 2026-11-18: Marisol sees',
    'planned for 2026-11-20: Marisol owes',
    'planned for 2026-11-23: Marisol has',
    'planned until 2026-11-25: Marisol pays',
    wishes,
  ]);
  // By the day of who asks, in whose evening it is the 18th elsewhere.
  expect((await told('2026-11-18T22:00:00-05:00'))[0]).toContain('sees');
  expect((await told('2026-11-19T22:00:00-05:00'))[0]).toContain('owes');
  expect(await told('2026-10-20')).toEqual([]);
});

it('a brief has all that is due within a fortnight before it has anything else, or says how much more there is', async () => {
  const { memory } = await openTestMemory();
  const day = (at: number): string => `2026-11-${String(10 + at).padStart(2, '0')}`;
  for (let at = 12; at >= 1; at--)
    await memory.remember({
      content: `Marisol hands room ${at} over to its owners, with all of its keys, the papers of the roof and a list of what is still to be painted there.`,
      saidAt: '2026-11-01T12:00:00Z',
      note: {
        ...{ about: 'Marisol', aspect: `room ${at}`, value: 'handed over', type: 'plan' },
        ...{ status: 'planned', from: day(at) },
      },
    });
  await memory.remember({
    content: 'Marisol wants short answers.',
    saidAt: '2026-11-01T12:00:00Z',
    note: { about: 'Marisol', aspect: 'answers', value: 'short', type: 'instruction' },
  });
  const told = async (maxTokens: number) => {
    const { text, tokensUsed } = await memory.brief({ now: '2026-11-10T09:00:00Z', maxTokens });
    expect(tokensUsed).toBeLessThanOrEqual(maxTokens);
    return {
      text,
      days: [...text.matchAll(/planned for (\S+): Marisol hands/g)].map(([, on]) => on),
    };
  };
  const all = Array.from({ length: 12 }, (_, at) => day(at + 1));
  expect((await told(800)).days).toEqual(all);
  const long = await told(2_000);
  expect(long.days).toEqual(all);
  expect(long.text).toContain('short answers');
  const { text, days } = await told(300);
  expect(days.length).toBeGreaterThan(2);
  expect(days).toEqual(all.slice(0, days.length));
  expect(text).toContain(`planned: ${12 - days.length} more until 2026-11-22`);
});
