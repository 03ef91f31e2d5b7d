import { expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';

type NoteFields = NonNullable<RememberInput['note']>;

async function cook(): Promise<{ memory: Mneme; old: string; now: string }> {
  const { memory } = await openTestMemory();
  const put = async (
    content: string,
    fields: Pick<NoteFields, 'aspect' | 'value'> & Partial<NoteFields>,
  ): Promise<string> => (await memory.remember({ content, note: { about: 'Ylva', ...fields } })).id;
  const old = await put('Ylva is a vegetarian and eats no fish.', {
    aspect: 'diet',
    value: 'vegetarian',
    matters: ['planning a meal'],
  });
  const now = await put('Ylva eats fish again, but no meat.', {
    aspect: 'diet',
    value: 'fish, no meat',
    matters: ['planning a meal'],
    replaces: [old as never],
  });
  await put('Ylva’s sister is allergic to nuts.', {
    aspect: 'allergy',
    value: 'nuts',
    matters: ['planning a meal', 'booking a table'],
  });
  await put('Ylva gives a dinner for six on 1 May 2025.', {
    aspect: 'dinner',
    value: 'six guests',
    type: 'plan',
    status: 'planned',
    from: '2025-05-01',
  });
  return { memory, old, now };
}

it('fills a context with notes that hold, each as a sentence with how it holds, the outdated last', async () => {
  const { memory, old, now } = await cook();
  const task = { query: 'Plan the meal for Ylva’s dinner.' };
  const { context, delivered, warnings, tokensUsed } = await memory.context(task);
  const lines = context.split('\n');
  const at = (words: string): number => lines.findIndex((line) => line.includes(words));
  expect(lines[at('allergic to nuts')]).toMatch(/^Ylva’s sister .* \[m_\w+\]$/);
  expect(lines[at('dinner for six')]).toContain('(planned)');
  expect(lines[at('eats no fish')]).toContain('(superseded)');
  expect(at('eats no fish')).toBe(Math.max(...['eats fish', 'nuts', 'six'].map(at)) + 1);
  expect(delivered).toContain(now);
  // A planned memory causes no warning.
  expect(warnings).toEqual([`${old} no longer holds.`]);
  expect(tokensUsed).toBeLessThan(300);
  const short = await memory.context({ ...task, maxTokens: 100 });
  expect(short.tokensUsed).toBeLessThanOrEqual(100);
  expect(short.delivered.length).toBeGreaterThan(0);
  expect(short.delivered).not.toContain(old);
});

it('adds nothing to what the bank knows nothing of, and leaves a threshold to who sets one', async () => {
  const { memory } = await cook();
  expect((await memory.context('how far is the moon in light seconds')).context).toBe('');
  const strict = { query: 'Plan the meal for Ylva’s dinner.', minProbability: 0.99 };
  expect((await memory.context(strict)).context).toBe('');
});

it('tells reasons that sentences leave out, where there is room when all notes are in', async () => {
  const { memory } = await cook();
  await memory.remember({
    content: 'The bell comes over for the dinner on the boat.',
    note: {
      ...{ about: 'the bell', aspect: 'transport', value: 'the boat' },
      because: 'it weighs 70 kilo and the ferry takes 50',
      matters: ['planning a meal'],
    },
  });
  const query = 'Plan the dinner with the bell.';
  const wide = await memory.context({ query, maxTokens: 1_000 });
  expect(wide.context).toContain('(because it weighs 70 kilo and the ferry takes 50)');
  const tight = await memory.context({ query, maxTokens: wide.tokensUsed - 4 });
  expect(tight.delivered).toEqual(wide.delivered);
  expect(tight.context).not.toContain('70 kilo');
  expect(tight.tokensUsed).toBeLessThanOrEqual(wide.tokensUsed - 4);
});
