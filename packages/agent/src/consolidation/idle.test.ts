import { describe, expect, it, vi } from 'vitest';
import {
  openTestMemory,
  START,
  temporaryFile,
  testClock,
} from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { openSqliteStore } from '@mneme/core/adapters/store/sqlite/sqlite-store.js';
import { BankName } from '@mneme/core/domain/ids.js';
import { DAY, HOUR } from '@mneme/core/domain/time.js';
import { defineModule } from '@mneme/core/modules/module.js';
import { isDue, readIdle } from './night-state.js';

const TEXTS = [
  'Maria works as a nurse at the clinic in Leeds.',
  'The weir by the mill was mended in spring.',
  'In Leeds Maria works as a nurse at the clinic.',
  'Tom keeps the blue kettle in the kitchen.',
  'Tom keeps his blue kettle in the small kitchen.',
];

async function filled(options: Parameters<typeof openTestMemory>[0] = {}) {
  const opened = await openTestMemory(options);
  for (const content of TEXTS) await opened.memory.remember(content);
  return opened;
}

/** The content of a bank, without its history. */
async function stateOf(memory: Mneme): Promise<string> {
  let text = '';
  for await (const part of memory.care.exportLines()) text += part;
  return text
    .split('\n')
    .filter((line) => !/^\{"type":"(?:change|before|removed|mneme-export|end)"/.test(line))
    .join('\n');
}

describe('a night', () => {
  it('joins what says the same, asks where a person should look, and tells both', async () => {
    const { memory } = await filled();
    const report = await memory.dreams.dream();
    expect(report).toMatchObject({
      stopped: null,
      changes: 1,
      open: 1,
      counts: { join: 1 },
      memoriesBefore: 5,
      memoriesAfter: 4,
    });
    const { memories } = await memory.list({ forgotten: true });
    const [first, , copy, kettle, small] = memories;
    expect(copy).toMatchObject({ supersededBy: first?.id, retraction: `merged into ${first?.id}` });
    expect(first?.provenance).toHaveLength(2);
    expect(report.asks).toMatchObject([
      {
        task: 'merge_copies',
        memories: [kettle?.id, small?.id],
        settledBy: [
          { operation: 'merge', input: { ids: [kettle?.id, small?.id] } },
          { operation: 'dream' },
        ],
      },
    ]);
    expect(report.quotes.map(({ content }) => content)).toContain(TEXTS[2]);
    expect((await memory.dreams.dream()).changes).toBe(0);
  });

  it('joins notes of one aspect and day alone, and none with the turn that it was read off', async () => {
    const { memory } = await openTestMemory();
    const [turn, ...again] = [
      TEXTS[0]!,
      TEXTS[2]!,
      'At the clinic in Leeds Maria works as a nurse.',
    ];
    const { id } = await memory.remember(turn);
    const note = { about: 'Maria', aspect: 'shift', value: 'nurse', turns: [id] };
    for (const [at, content] of again.entries())
      await memory.remember({ content, note: { ...note, from: `2025-02-0${at + 3}` } });
    expect(await memory.dreams.dream()).toMatchObject({ changes: 0, asks: [] });

    const other = (await openTestMemory()).memory;
    for (const content of again) await other.remember({ content, note: { ...note, turns: [] } });
    expect(await other.dreams.dream()).toMatchObject({ counts: { join: 1 } });
  });

  it('is undone whole, and the bank is byte for byte what it was', async () => {
    const { memory } = await filled();
    const before = await stateOf(memory);
    await memory.dreams.dream();
    expect(await stateOf(memory)).not.toBe(before);
    expect((await memory.dreams.dream({ settle: 'reject' })).settled).toMatchObject({
      settled: 1,
      kept: [],
    });
    expect(await stateOf(memory)).toBe(before);
    expect((await memory.dreams.report()).parts[0]?.state).toBe('undone');
    // A rejected change is not made again.
    expect((await memory.dreams.dream()).changes).toBe(0);
  });

  it('is told of, and rejected, after a night that found nothing to do', async () => {
    const { memory, clock } = await filled();
    const { night } = await memory.dreams.dream();
    clock.advance(DAY);
    const next = await memory.dreams.dream();
    expect(next).toMatchObject({ changes: 0, open: 0 });
    expect(next.night).not.toBe(night);
    expect(await memory.dreams.report()).toMatchObject({ night, changes: 1, open: 1 });
    expect((await memory.dreams.dream({ settle: 'reject' })).settled).toMatchObject({
      night,
      settled: 1,
    });
  });

  it('is accepted or undone by part, and what was built upon since is kept and named', async () => {
    const { memory } = await filled();
    await memory.remember('The bakery on Elm Street sells rye bread.');
    await memory.remember('On Elm Street the bakery sells rye bread.');
    const { parts } = await memory.dreams.dream();
    const [bread, nurse] = parts.map(({ reversal }) => reversal);
    await memory.dreams.dream({ settle: 'accept', parts: [bread!] });
    expect((await memory.dreams.report()).parts.map(({ state }) => state)).toEqual([
      'accepted',
      'open',
    ]);
    const nurses = await Promise.all(parts[1]!.memories.map((id) => memory.show(id)));
    const live = nurses.find(({ memory: { retractedAt } }) => retractedAt === null);
    await memory.update(live!.memory.id, { boost: 0.2 });
    const settled = (await memory.dreams.dream({ settle: 'reject', parts: [nurse!] })).settled;
    expect(settled).toMatchObject({ settled: 0, kept: [{ reversal: nurse }] });
    await expect(
      memory.dreams.dream({ settle: 'reject', parts: ['1-0000000000'] }),
    ).rejects.toMatchObject({ code: 'not_found', field: 'dream.parts' });
  });

  it('asks no more about what somebody left as it is', async () => {
    const { memory } = await filled();
    const { asks } = await memory.dreams.dream();
    await memory.dreams.report({ leave: asks[0]!.memories.slice() });
    expect((await memory.dreams.report()).asks).toEqual([]);
    await expect(
      memory.dreams.report({ leave: ['m_zzzzzzzzzzzzz'] as never }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stops at its limit of changes, and the next goes on with it', async () => {
    const { memory } = await filled();
    await memory.remember('The bakery on Elm Street sells rye bread.');
    await memory.remember('On Elm Street the bakery sells rye bread.');
    const first = await memory.dreams.dream({ changes: 1 });
    expect(first).toMatchObject({ changes: 1, stopped: 'it made as many changes as it may' });
    expect((await memory.care.doctor()).notices).toHaveLength(1);
    const second = await memory.dreams.dream();
    expect(second).toMatchObject({ night: first.night, changes: 2, stopped: null });
    expect((await memory.care.doctor()).notices).toEqual([]);
  });

  it('is one process’ work: another one is refused until the lease runs out, whatever its clock says', async () => {
    const file = temporaryFile();
    const { memory, clock } = await filled({ file });
    await memory.dreams.dream();
    const store = openSqliteStore({ path: file });
    const bank = BankName.parse('test');
    const hold = (until: number) =>
      store.reviseJob(bank, 'idle', (state) => ({
        ...state,
        lease: { holder: 'x_another', until, fence: 7 },
      }));
    await hold(clock.now() + 60_000);
    await expect(memory.dreams.dream()).rejects.toMatchObject({ code: 'conflict' });
    clock.advance(61_000);
    await memory.dreams.dream();
    // A lease from a clock that was set back since must not block for years.
    await hold(clock.now() + 400 * DAY);
    expect((await memory.dreams.dream()).stopped).toBeNull();
    await store.close();
  });

  it('leaves what a newer version keeps as it is', async () => {
    const file = temporaryFile();
    const { memory } = await filled({ file });
    const store = openSqliteStore({ path: file });
    const bank = BankName.parse('test');
    const newer = { version: 9, lease: null, plan: ['something'] };
    await store.reviseJob(bank, 'idle', () => newer);
    await expect(memory.dreams.dream()).rejects.toMatchObject({ code: 'newer_version' });
    expect(await store.job(bank, 'idle')).toEqual(newer);
    expect((await memory.care.doctor()).notices[0]?.what).toMatch(/newer version/);
    await store.close();
  });

  it('goes on after something was erased from the bank', async () => {
    const { memory } = await filled();
    const { asks } = await memory.dreams.dream();
    await memory.privacy.erase({ memories: [asks[0]!.memories[0]!], yes: true });
    expect((await memory.dreams.report()).asks).toEqual([]);
    expect(await memory.dreams.dream()).toMatchObject({ stopped: null });
  });

  it('refuses limits that are none', async () => {
    const { memory } = await openTestMemory();
    await expect(memory.dreams.dream({ minutes: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'dream.minutes',
    });
    await expect(memory.dreams.dream({ schedule: '25:00' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'dream.schedule',
    });
    expect((await memory.dreams.dream({ settle: 'reject' })).settled).toMatchObject({
      night: null,
    });
  });
});

describe('a bank that dreams by itself', () => {
  it('does so when nobody asks, once for what happened, and not before it was told to', async () => {
    const { memory } = await filled();
    expect(await memory.dreams.whenIdle()).toBeNull();
    await memory.dreams.dream({ schedule: 'idle' });
    expect(await memory.dreams.whenIdle()).toMatchObject({ changes: 1, schedule: 'idle' });
    expect(await memory.dreams.whenIdle()).toBeNull();
    await memory.remember('The bakery on Elm Street sells rye bread.');
    expect(await memory.dreams.whenIdle()).toMatchObject({ changes: 0 });
  });

  it('ends when somebody asks', async () => {
    const { memory } = await openTestMemory({
      clock: { ...testClock(), ticks: () => performance.now() },
    });
    await memory.rememberAll(
      Array.from(
        { length: 150 },
        (_, at) =>
          `Crate number ${at} stands beside shelf ${at % 17} in the ${['north', 'south', 'red', 'long'][at % 4]} hall.`,
      ),
    );
    await memory.dreams.dream({ schedule: 'idle' });
    const night = memory.dreams.whenIdle();
    await vi.waitFor(async () => expect((await memory.dreams.report()).night).not.toBeNull());
    await memory.recall('Where does crate 7 stand?');
    expect(await night).toMatchObject({ stopped: 'somebody asked something' });
  });

  it('ends without waiting for a moment of quiet, also where somebody asked during the night before', async () => {
    let works = (): void => undefined;
    const endless = defineModule({
      name: 'endless',
      onIdle: [
        {
          name: 'endless',
          about: 'it never comes to an end',
          version: 1,
          turn: async () => {
            works();
            await new Promise(setImmediate);
            return { cursor: {}, done: 0, total: 1 };
          },
        },
      ],
    });
    const { memory } = await filled({ modules: [endless] });
    await memory.dreams.dream({ schedule: 'idle' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const question of ['Where does Maria work?', 'Who keeps the kettle?']) {
        const working = new Promise<void>((resolve) => (works = resolve));
        const night = memory.dreams.whenIdle();
        // With timers that never fire: a night that waits for one would neither begin nor end.
        await working;
        await memory.recall(question);
        expect(await night).toMatchObject({ stopped: 'somebody asked something' });
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['off', 5, null, false],
    ['idle', 5, null, true],
    ['idle', 5, { to: 5, startedAt: START }, false],
    ['03:00', 5, null, true],
    ['03:00', 5, { to: 4, startedAt: START - 20 * HOUR }, true],
    // It is 13:00 in Berlin: 03:00 was ten hours ago, and that night has run.
    ['03:00', 5, { to: 4, startedAt: START - 9 * HOUR }, false],
    // The clock was set back: the last night is in the future.
    ['03:00', 5, { to: 4, startedAt: START + 40 * DAY }, false],
    ['idle', 0, null, false],
  ] as const)('is due: %s, %i changes, last %o: %s', (dreamAt, sequence, last, due) => {
    const state = readIdle(null);
    const past = last === null ? [] : [last as never];
    expect(isDue({ dreamAt, zone: 'Europe/Berlin', sequence }, { ...state, past }, START)).toBe(
      due,
    );
  });
});
