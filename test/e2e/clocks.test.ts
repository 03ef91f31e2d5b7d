/** Clocks that tell odd moments: what is stored is whole milliseconds of the calendar, or nothing. */
import { describe, expect, it } from 'vitest';
import { openTestMemory, START, temporaryFile } from '../support/open-test-memory.js';

const showing = (now: unknown, ticks: unknown = 1) => ({
  now: () => now as number,
  ticks: () => ticks as number,
  advance: () => undefined,
});

describe('a clock', () => {
  it.each([
    START + 0.5,
    START + 0.999_999,
    0.1,
    -0.1,
    -1.5,
    performance.timeOrigin + performance.now(),
    Number.MIN_VALUE,
    253_402_300_799_999.5 - 1,
    253_402_300_799_999,
    -253_402_300_799_999,
    -62_135_596_800_001,
    0,
    -0,
  ])('that says %d is kept in whole milliseconds, and leaves nothing damaged', async (now) => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file, clock: showing(now) });
    const { id } = await memory.remember('The heron comes tomorrow and went last Friday.');
    await memory.remember({ content: 'My name is Ana and I live in Porto.', ttl: '3d' });
    await memory.remember('I live in Lisbon now.');
    await memory.recall('Where does the heron go next week?');
    await memory.forget([id]);
    await memory.undo((await memory.curation.log()).changes[0]?.reversal ?? '');
    await memory.care.configure({ zone: 'Europe/Lisbon' });
    const [first] = (await memory.list({ limit: 1 })).memories;
    expect(first?.recordedAt).toBe(Math.floor(now) + 0);
    expect(await memory.care.doctor()).toMatchObject({ healthy: true });
    await memory.close();
    const { memory: again } = await openTestMemory({ file });
    expect((await again.list({})).memories.length).toBeGreaterThan(0);
    expect(await again.care.doctor()).toMatchObject({ healthy: true });
  });

  it.each([
    NaN,
    Infinity,
    -Infinity,
    8.64e15,
    -8.64e15,
    8.64e15 + 1,
    253_402_300_800_000,
    Number.MAX_VALUE,
    undefined,
    null,
    '1738584000000',
    1_738_584_000_000n,
    new Date(START),
  ])('that says %s is refused as what it is, and nothing is founded', async (now) => {
    await expect(openTestMemory({ clock: showing(now) })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'clock.now',
      hint: expect.stringContaining(String(now)) as string,
    });
  });

  it.each([NaN, 8.64e15, -8.64e15, Infinity, undefined])(
    'that goes wrong to %s writes nothing, and goes on when it is right again',
    async (odd) => {
      let now: unknown = START;
      const file = temporaryFile();
      const clock = { now: () => now as number, ticks: () => 1, advance: () => undefined };
      const { memory } = await openTestMemory({ file, clock });
      const { id } = await memory.remember('The heron stands at the pond.');
      const before = (await memory.care.info())?.sequence;
      now = odd;
      for (const work of [
        () => memory.remember('Another heron.'),
        () => memory.rememberAll(['One.', 'Two.']),
        () => memory.forget([id]),
        () => memory.care.configure({ zone: 'Europe/Lisbon' }),
        () => memory.privacy.erase({ subject: 'Ana', yes: true }),
        () => memory.recall('heron tomorrow'),
      ])
        await expect(work()).rejects.toMatchObject({ code: 'invalid_input', field: 'clock.now' });
      now = START + 1;
      expect((await memory.care.info())?.sequence).toBe(before);
      await memory.remember('A third heron.');
      expect(await memory.care.doctor()).toMatchObject({ healthy: true });
    },
  );

  it.each([NaN, Infinity, null])('whose ticks are %s is refused', async (ticks) => {
    const { memory } = await openTestMemory({ clock: showing(START, ticks) }).catch(
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'invalid_input', field: 'clock.ticks' });
        return { memory: null };
      },
    );
    if (memory !== null)
      await expect(memory.recall('heron')).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'clock.ticks',
      });
  });
});
