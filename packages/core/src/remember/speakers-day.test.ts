import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

/** The days that the dates in a text were resolved to. */
async function daysOf(memory: Mneme, content: string, saidAt: string): Promise<string[]> {
  const { id } = await memory.remember({ content, saidAt });
  const { dates } = (await memory.show(id)).memory;
  return dates.map(({ from }) => new Date(from).toISOString().slice(0, 10));
}

describe('the day is the speaker’s', () => {
  it('an offset of saidAt tells it', async () => {
    const { memory } = await openTestMemory();
    expect(
      await daysOf(memory, 'Dinner with Leo tomorrow at 7pm.', '2026-03-12T23:30:00-07:00'),
    ).toEqual(['2026-03-13']);
    expect(await daysOf(memory, 'I met Ana today.', '2026-02-28T08:00:00+13:00')).toEqual([
      '2026-02-28',
    ]);
    expect(await daysOf(memory, 'I met Bo today.', '2026-02-28T23:00:00Z')).toEqual(['2026-02-28']);
  });

  it('where there is none, it is that of the bank’s time zone, summer time and all', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('We keep goats.');
    expect(await memory.care.configure({ zone: 'America/Los_Angeles' })).toMatchObject({
      zone: 'America/Los_Angeles',
      changed: true,
    });
    expect(await daysOf(memory, 'I met Ana today.', '2026-01-16T07:30:00Z')).toEqual([
      '2026-01-15',
    ]);
    // 07:30 UTC is already that day in summer time, but not in winter.
    expect(await daysOf(memory, 'I met Bo today.', '2026-07-16T07:30:00Z')).toEqual(['2026-07-16']);
    expect(await daysOf(memory, 'I met Cy today.', '2026-07-16T07:30:00+02:00')).toEqual([
      '2026-07-16',
    ]);
  });

  it('a question’s days are those of who asks', async () => {
    const { memory } = await openTestMemory();
    const evening = { content: 'The boiler was swept.', saidAt: '2026-03-12T20:00:00-07:00' };
    await memory.remember(evening);
    await memory.remember({
      content: 'The gutter was cleared.',
      saidAt: '2026-03-13T12:00:00-07:00',
    });
    const ask = async (now: string) => {
      const { results, plan } = await memory.recall({ query: 'What happened yesterday?', now });
      return [results[0]?.content, plan.periods];
    };
    expect(await ask('2026-03-13T22:00:00-07:00')).toEqual([
      'The boiler was swept.',
      ['12 March 2026'],
    ]);
    // The same moment, asked in UTC.
    expect(await ask('2026-03-14T05:00:00Z')).toEqual([
      'The gutter was cleared.',
      ['13 March 2026'],
    ]);
    await memory.care.configure({ zone: 'America/Los_Angeles' });
    expect(await ask('2026-03-14T05:00:00Z')).toEqual(['The boiler was swept.', ['12 March 2026']]);
  });

  it.each(['2026-03-12T20:00:00+14:15', '2026-03-12T20:00:00-13:00', '2026-03-12T20:00:00+02:10'])(
    'an offset that no zone has is refused: %s',
    async (saidAt) => {
      const { memory } = await openTestMemory();
      await expect(memory.remember({ content: 'x y', saidAt })).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'input.saidAt',
        value: saidAt,
        message: expect.stringContaining('-12:00 to +14:00') as string,
      });
    },
  );

  it.each(['Europe/Nowhere', '+02:00', ''])('an unknown zone is refused: %s', async (zone) => {
    const { memory } = await openTestMemory();
    await memory.remember('We keep goats.');
    await expect(memory.care.configure({ zone })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'settings.zone',
      value: zone,
    });
  });

  it('offsets that an imported file states tell it, and where it states none the bank’s zone', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('We keep goats.');
    await memory.care.configure({ zone: 'Asia/Tokyo' });
    const said = (content: string, timestamp?: string): string =>
      `${JSON.stringify({ role: 'user', session: 's1', content, timestamp })}\n`;
    async function* chat(): AsyncGenerator<string> {
      yield said('Dinner with Leo tomorrow.', '2026-03-12T23:30:00-07:00');
      yield said('Lunch with Mia tomorrow.');
      yield said('Tea with Bo tomorrow.', '2026-03-20T23:30:00Z');
      yield said('Supper with Cy tomorrow.', '2026-03-20T23:30:00+02:10');
    }
    const { outcomes, bad } = await memory.import(
      { chunks: chat(), name: 'chat.jsonl' },
      { format: 'chat-jsonl', skipBad: true },
    );
    expect(outcomes.remembered).toBe(3);
    expect(bad).toEqual([
      { line: 4, message: expect.stringContaining('-12:00 to +14:00') as string },
    ]);
    const { memories } = await memory.list({ session: 's1' });
    expect(
      Object.fromEntries(
        memories.map(({ content, dates }) => [
          content,
          dates.map(({ from }) => new Date(from).toISOString().slice(0, 10)),
        ]),
      ),
    ).toEqual({
      'Dinner with Leo tomorrow.': ['2026-03-13'],
      'Lunch with Mia tomorrow.': ['2026-03-13'],
      'Tea with Bo tomorrow.': ['2026-03-22'],
    });
  });

  it('what is said in the future is kept, and the receipt tells', async () => {
    const { memory } = await openTestMemory();
    const { outcome, notes } = await memory.remember({
      content: 'The roof is green.',
      saidAt: '2999-01-01T00:00:00Z',
    });
    expect([outcome, notes.join()]).toEqual([
      'remembered',
      expect.stringContaining('said on 2999-01-01, which is yet to come') as string,
    ]);
  });

  it('turns that arrive out of order: the order of saying decides', async () => {
    const { memory } = await openTestMemory();
    const say = (content: string, saidAt: string) =>
      memory.remember({ content, saidAt, speaker: 'Ana' });
    await say('I live in Ghent now.', '2026-03-01T10:00:00Z');
    await say('I live in Porto.', '2026-01-01T10:00:00Z');
    const { results } = await memory.recall({ query: 'Where does Ana live?' });
    expect(results.map(({ content, validity }) => [content, validity])).toEqual([
      ['I live in Ghent now.', 'current'],
      ['I live in Porto.', 'superseded'],
    ]);
  });
});
