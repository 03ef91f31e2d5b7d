import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '../mneme.js';

const HOUR = 3_600_000;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'mneme-expiry-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const contents = async (memory: Mneme, asOf?: number): Promise<string[]> =>
  (await memory.list(asOf === undefined ? {} : { asOf })).memories.map(({ content }) => content);

const recalled = async (memory: Mneme, query: string, asOf?: number): Promise<string[]> =>
  (await memory.recall({ query, ...(asOf === undefined ? {} : { asOf }) })).results.map(
    ({ content }) => content,
  );

const BAY = 'Bay 17 of the garage is ours.';
const PLAN = 'The garage closes at ten in the evening.';

describe('a memory that ends', () => {
  it('is found until its moment and by no verb from then on', async () => {
    const { memory, clock } = await openTestMemory();
    const { notes, id } = await memory.remember({ content: BAY, ttl: '12h' });
    await memory.remember(PLAN);
    expect(notes.join()).toMatch(/is found until 20\d\d-/);
    clock.advance(12 * HOUR - 1);
    expect(await recalled(memory, 'our bay in the garage')).toContain(BAY);
    clock.advance(1);
    expect(await recalled(memory, 'our bay in the garage')).toEqual([PLAN]);
    expect(await contents(memory)).toEqual([PLAN]);
    expect(JSON.stringify(await memory.context('our bay in the garage'))).not.toContain('Bay 17');
    expect(JSON.stringify(await memory.brief())).not.toContain('Bay 17');
    expect((await memory.list({ order: 'newest' })).memories.map(({ content }) => content)).toEqual(
      [PLAN],
    );
    expect((await memory.show(id)).memory.retraction).toMatch(/^expired on /);
  });

  it.each(['1M', '3 M', '1mo', '2 months', '1 Month', '1y', '2 YEARS', '1q'])(
    'is given no month for a minute: %s is refused with what to write',
    async (ttl) => {
      const { memory } = await openTestMemory();
      await expect(memory.remember({ content: BAY, ttl })).rejects.toMatchObject({
        code: 'invalid_input',
        field: expect.stringMatching(/ttl$/) as string,
        message: expect.stringMatching(/no fixed length: give days, such as 30d/) as string,
      });
      expect(await contents(memory)).toEqual([]);
    },
  );

  it.each([
    ['1m', 60],
    ['15 min', 900],
    ['2hrs', 7_200],
    ['90 secs', 90],
    ['2W', 1_209_600],
    ['30D', 2_592_000],
  ])('of %s ends after %d seconds', async (ttl, seconds) => {
    const { memory, clock } = await openTestMemory();
    await memory.remember({ content: BAY, ttl });
    clock.advance(seconds * 1_000 - 1);
    expect(await contents(memory)).toEqual([BAY]);
    clock.advance(1);
    expect(await contents(memory)).toEqual([]);
  });

  it('is taken back by one change, which undoing takes back for good', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.rememberAll([
      { content: BAY, ttl: 60 },
      { content: PLAN, expiresAt: clock.now() + 90_000 },
    ]);
    clock.advance(2 * HOUR);
    expect(await contents(memory)).toEqual([]);
    const [sweep, before] = (await memory.curation.log()).changes;
    expect(sweep).toMatchObject({ verb: 'expire', actor: 'expiry', memories: { length: 2 } });
    expect(before?.verb).toBe('remember');
    await memory.undo(sweep?.reversal ?? '');
    expect(await contents(memory)).toEqual([BAY, PLAN]);
    clock.advance(48 * HOUR);
    expect(await recalled(memory, 'our bay in the garage')).toContain(BAY);
    expect((await memory.curation.log()).changes[0]?.verb).toBe('undo');
  });

  it('is shown by the past as it stood then, whenever the sweep came', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember({ content: BAY, ttl: '1h' });
    const during = clock.now() + HOUR / 2;
    const after = clock.now() + 2 * HOUR;
    clock.advance(5 * HOUR);
    expect(await contents(memory)).toEqual([]);
    expect(await contents(memory, during)).toEqual([BAY]);
    expect(await contents(memory, after)).toEqual([]);
    expect(await recalled(memory, 'our bay in the garage', during)).toEqual([BAY]);
    expect(await recalled(memory, 'our bay in the garage', after)).toEqual([]);
  });

  it('keeps the longest end that it was told with, and takes another by update', async () => {
    const { memory, clock } = await openTestMemory();
    const { id } = await memory.remember({ content: BAY, ttl: '1h', session: 'a' });
    await memory.remember({ content: BAY, ttl: '10m', session: 'b' });
    clock.advance(HOUR / 2);
    expect(await contents(memory)).toEqual([BAY]);
    const longer = await memory.update(id, { ttl: '3h' });
    expect(longer).toMatchObject({ id, replaced: null, outcome: 'reinforced' });
    clock.advance(2 * HOUR);
    expect(await contents(memory)).toEqual([BAY]);
    await memory.update(id, { expiresAt: 'never' });
    clock.advance(1_000 * HOUR);
    expect(await contents(memory)).toEqual([BAY]);
    await memory.update(id, { ttl: '1h' });
    const { notes } = await memory.remember({ content: BAY, session: 'c' });
    expect(notes).toContain('stays for good now');
    clock.advance(2 * HOUR);
    expect(await contents(memory)).toEqual([BAY]);
  });

  it('keeps its end under new words, and comes back without it', async () => {
    const { memory, clock } = await openTestMemory();
    const { id } = await memory.remember({ content: BAY, ttl: '1h' });
    const { id: changed } = await memory.update(id, 'Bay 18 of the garage is ours.');
    clock.advance(2 * HOUR);
    expect(await contents(memory)).toEqual([]);
    await memory.undo({ ids: [changed] });
    clock.advance(2 * HOUR);
    expect(await contents(memory)).toEqual(['Bay 18 of the garage is ours.']);
  });

  it.each([
    ['a moment that is past', { expiresAt: '2001-01-01' }, /2001-01-02T00:00:00Z is past/],
    ['no date', { expiresAt: 'soonish' }, /a moment that the calendar has.*or never/],
    ['a day that its month has not', { expiresAt: '2030-02-30' }, /or never/],
    ['no time at all', { ttl: 0 }, /at least a second/],
    ['a negative time', { ttl: -5 }, /at least a second/],
    ['a negative time as text', { ttl: '-5' }, /at least a second/],
    ['words', { ttl: 'a while' }, /seconds, or a text such as/],
    ['two centuries', { ttl: '73050d' }, /at most 100 years/],
    ['both', { ttl: 5, expiresAt: '2090-01-01' }, /not both/],
  ])('refuses %s', async (_, end, words) => {
    const { memory } = await openTestMemory();
    await expect(memory.remember({ content: BAY, ...end })).rejects.toThrow(words);
    expect(await contents(memory)).toEqual([]);
  });

  it('says what an update lacks that says nothing', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember(BAY);
    await expect(memory.update(id, { reason: 'why not' })).rejects.toThrow(
      /say what the memory should say/,
    );
  });

  it('lasts a day that is given alone to its end', async () => {
    const { memory, clock } = await openTestMemory();
    const day = new Date(clock.now() + 48 * HOUR).toISOString().slice(0, 10);
    await memory.remember({ content: BAY, expiresAt: day });
    clock.advance(Date.parse(`${day}T23:59:59Z`) - clock.now());
    expect(await contents(memory)).toEqual([BAY]);
    clock.advance(1_000);
    expect(await contents(memory)).toEqual([]);
  });

  it('is left out of a file that is open only to read, where nothing is written', async () => {
    const file = join(await folder(), 'm.db');
    const { memory, clock } = await openTestMemory({ file });
    await memory.rememberAll([{ content: BAY, ttl: '1h' }, PLAN]);
    const reader = (await openTestMemory({ file, clock, readOnly: true })).memory;
    expect(await recalled(reader, 'our bay in the garage')).toContain(BAY);
    clock.advance(2 * HOUR);
    const changes = (await reader.care.info())?.sequence;
    expect(await recalled(reader, 'our bay in the garage')).toEqual([PLAN]);
    expect(await contents(reader)).toEqual([PLAN]);
    expect(JSON.stringify(await reader.context('our bay in the garage'))).not.toContain('Bay 17');
    expect((await reader.care.info())?.sequence).toBe(changes);
  });

  it('goes with an export, and ends in the bank that takes it in', async () => {
    const path = join(await folder(), 'out.jsonl');
    const { memory, clock } = await openTestMemory();
    await memory.rememberAll([{ content: BAY, ttl: '1h' }, PLAN]);
    await memory.care.export(path);
    await memory.bank('whole').import(path);
    await memory.bank('texts').import(path, { source: 'user' });
    expect((await contents(memory.bank('texts'))).sort()).toEqual([PLAN, BAY].sort());
    clock.advance(2 * HOUR);
    expect(await contents(memory.bank('whole'))).toEqual([PLAN]);
    expect(await contents(memory.bank('texts'))).toEqual([PLAN]);
    const { notTaken } = await memory.bank('later').import(path, { source: 'user' });
    expect(notTaken.join()).toContain('1 memories whose time was over');
    expect(await contents(memory.bank('later'))).toEqual([PLAN]);
  });

  it('is found exactly until its end, whatever ends when', async () => {
    const { memory: file, clock } = await openTestMemory();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 5 }),
        async (ends, steps) => {
          const memory = file.bank(`run-${(runs += 1)}`);
          const began = clock.now();
          await memory.rememberAll(
            ends.map((ttl, at) => ({
              content: `Locker ${at} holds the parcel of day ${at * 7}.`,
              distinct: true,
              ...(ttl === null ? {} : { ttl }),
            })),
          );
          for (const step of steps) {
            clock.advance(step * 1_000);
            const seconds = (clock.now() - began) / 1_000;
            const found = await contents(memory);
            expect(found).toHaveLength(ends.filter((ttl) => ttl === null || ttl > seconds).length);
            const results = await recalled(memory, 'Which locker holds the parcel?');
            expect(results.every((content) => found.includes(content))).toBe(true);
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});
