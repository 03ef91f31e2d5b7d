import { describe, expect, it } from 'vitest';
import { openTestMemory, START } from '../../../../../test/support/open-test-memory.js';
import { DAY } from '../../domain/time.js';

async function aged() {
  const { memory, clock } = await openTestMemory();
  const say = async (content: string, importance: number) =>
    (await memory.remember({ content, importance })).id;
  const lunch = await say('Lunch was a sandwich at the station.', 0.05);
  const house = await say('Maria bought the house by the weir.', 0.9);
  const asked = await say('From now on always answer me in three sentences at most.', 0.05);
  clock.advance(START + 400 * DAY - clock.now());
  const fresh = await say('Today the tram was late.', 0.05);
  const there = async () => (await memory.list()).memories.map(({ id }) => id);
  return { memory, lunch, house, asked, fresh, there };
}

describe('clearance', () => {
  it('takes back no instruction, decision or preference, in whatever words', async () => {
    const { memory, clock } = await openTestMemory();
    const kept = [
      'from now on answer in the language I write',
      'ok 2.99 one time, decided',
      'call me Rae',
      'no mushrooms for me',
      'metric units',
      'short answers',
      'nothing before ten',
      'settled: Tuesday',
      'deal, 40 euros',
      'we go with Postgres then',
      'I went with the blue one',
      'we took the night train',
      'We stayed with the monolith.',
      'I stopped eating meat.',
      'I gave up sugar',
      'I told you: tabs.',
      'The plan was Tuesday.',
      'I like my coffee black',
      'The boat was lovely.',
      'I was vegan.',
      'The winner was Postgres.',
      'I started keto',
      'Lunch was a sandwich. Use metric.',
      'keine Pilze bitte',
      'ab jetzt immer deutsch',
      'on prend le train',
      '以后用中文回答',
      'The red one was my favourite.',
      'Was told to use tabs.',
    ];
    for (const content of kept) await memory.remember({ content, importance: 0.05 });
    const passing = ['Lunch was a sandwich at the station.', 'It rained and we waited.', 'Thanks!'];
    for (const content of passing) await memory.remember({ content, importance: 0.05 });
    await memory.remember({ content: 'Dinner was soup.', kind: 'opinion', importance: 0.05 });
    clock.advance(START + 400 * DAY - clock.now());
    await memory.care.configure({ clearAfterDays: 365, clearBelow: 0.2 });
    await memory.dreams.dream();
    const left = (await memory.list({ limit: 200 })).memories.map(({ content }) => content);
    expect(left.sort()).toEqual([...kept, 'Dinner was soup.'].sort());
  });

  it('takes nothing back until somebody says so', async () => {
    const { memory, lunch, there } = await aged();
    const { changes } = await memory.dreams.dream();
    expect(changes).toBe(0);
    expect(await there()).toContain(lunch);
  });

  it('takes back what is old and matters little, and keeps what matters, is asked for always, or is new', async () => {
    const { memory, lunch, house, asked, fresh, there } = await aged();
    await memory.care.configure({ clearAfterDays: 365, clearBelow: 0.2 });
    const report = await memory.dreams.dream();
    expect(report.counts).toEqual({ clear: 1 });
    expect(await there()).toEqual(expect.arrayContaining([house, asked, fresh]));
    expect(await there()).not.toContain(lunch);
    expect((await memory.show(lunch)).memory.retraction).toMatch(/^cleared/);
    await memory.dreams.dream({ settle: 'reject' });
    expect(await there()).toContain(lunch);
  });
});
