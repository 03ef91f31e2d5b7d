import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

const NOTES: readonly (readonly [content: string, about: string, aspect: string, for_: string])[] =
  [
    ['Darko’s do is on Sunday.', 'Darko’s do', 'day', 'planning a meal'],
    ['The van needs new brakes.', 'van', 'brakes', 'servicing the van'],
    ['Mila swims on Mondays.', 'Mila', 'swimming', 'scheduling a day'],
    ['Irina has the spare key.', 'Irina', 'key', 'locking up'],
    ['Tullio eats no fish.', 'Tullio', 'diet', 'planning a meal'],
  ];

describe('what a task takes', () => {
  it('is also what matters for the same as the notes that its words name', async () => {
    const { memory } = await openTestMemory({ embedder: { package: 'mneme' } });
    for (const [content, about, aspect, matters] of NOTES)
      await memory.remember({ content, note: { about, aspect, value: 'so', matters: [matters] } });
    const contents = async (query: string) =>
      (await memory.recall({ query, precision: 'normal' })).results.map(({ content }) => content);
    expect((await contents('Get Darko’s do ready.')).slice(0, 2)).toEqual([
      'Darko’s do is on Sunday.',
      'Tullio eats no fish.',
    ]);
    const { results } = await memory.recall({ query: 'Get Darko’s do ready.' });
    for (const [at, { why }] of results.entries())
      expect(why.score).toBeLessThanOrEqual(results[Math.max(0, at - 1)]?.why.score ?? 1);
  });
});

describe('a wish about how texts are to be', () => {
  it('comes among the first where a text is to be written, and elsewhere not', async () => {
    const { memory } = await openTestMemory({ embedder: { package: 'mneme' } });
    const noted = (content: string, about: string, aspect: string, type: 'fact' | 'instruction') =>
      memory.remember({
        content,
        note: {
          about,
          aspect,
          value: 'so',
          type,
          matters: [type === 'fact' ? 'paying' : 'writing'],
        },
      });
    for (const [at, who] of ['Mr Pillay', 'Zodwa', 'Sipho', 'Nomsa', 'Bongani'].entries())
      await noted(`The rent of ${who} is ${at + 2}00.`, who, 'rent', 'fact');
    const wish = 'Everything that goes out is signed Thandeka, five lines at most.';
    await noted(wish, 'Thandeka Mkhize', 'signature', 'instruction');
    const place = async (query: string) =>
      (await memory.recall({ query, precision: 'normal' })).results.findIndex(
        ({ content }) => content === wish,
      );
    const [written, planned] = [
      await place('Write Mr Pillay that I come on Friday.'),
      await place('Plan how I get to Mr Pillay on Friday.'),
    ];
    expect(written).toBeGreaterThanOrEqual(0);
    expect(written).toBeLessThan(3);
    expect(planned === -1 || planned > written).toBe(true);
  });
});

describe('what was said after the last note', () => {
  it('is given for a task about whom it names, beside what notes tell of them', async () => {
    const { memory, clock } = await openTestMemory({ embedder: { package: 'mneme' } });
    const noted = (content: string, about: string, aspect: string, matters: string[]) =>
      memory.remember({ content, note: { about, aspect, value: 'so', matters } });
    await noted('Titir must not eat cashew.', 'Titir', 'allergy', ['planning a dinner']);
    await noted('Meghna eats no fish.', 'Meghna', 'diet', ['planning a dinner']);
    for (const what of ['a salad', 'the menu', 'two tables', 'the guests', 'some music'])
      await noted(`Rukmini thinks of ${what}.`, 'Rukmini', what, ['planning a dinner']);
    clock.advance(86_400_000);
    const said = 'Titir can’t have peanuts either, the doctor said so today.';
    await memory.rememberAll([said, 'the tram was late again and it rained']);
    const { context } = await memory.context({
      query: 'Plan a dinner for Titir and her friends.',
      maxTokens: 110,
    });
    expect(context).toContain('cashew');
    expect(context).toContain(said);
  });

  it('comes before a note that it changes, and not where it only names its subject', async () => {
    const { memory, clock } = await openTestMemory({ embedder: { package: 'mneme' } });
    const noted = (content: string, about: string, aspect: string, asks: string[]) =>
      memory.remember({ content, note: { about, aspect, value: 'so', asks } });
    const day = 'Angus sees the heart doctor on 9 December at 10:45.';
    await noted(day, 'heart doctor appointment', 'date', ['When is the heart doctor’s visit?']);
    const home = 'Cat lives at 18 Tulip Street.';
    await noted(home, 'Cat', 'home', ['Where does Cat live?']);
    clock.advance(86_400_000);
    const moved = 'the heart doctor moved again, it is 11 December at 9:15 now';
    await memory.rememberAll([moved, 'Cat has 2 new shoes now'].map((content) => ({ content })));
    const first = async (query: string) =>
      (await memory.recall({ query })).results.map(({ content }) => content)[0];
    expect(await first('When is the heart doctor’s visit?')).toBe(moved);
    expect(await first('Where does Cat live?')).toBe(home);
  });
});
