import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { HookMemory } from '@mneme/server/hooks/hook-memory.js';

const DAY = 86_400_000;
const STATEMENT = 'The spring release shipped.';

async function dueForecast() {
  const { memory, clock } = await openTestMemory();
  const { id } = await memory.foresight.predict({
    statement: STATEMENT,
    probability: 0.7,
    due: new Date(clock.now() + 7 * DAY).toISOString(),
  });
  clock.advance(8 * DAY);
  const ahead = async (query = 'What is left to do?') =>
    (await memory.recall({ query, layers: ['prospective'] })).layers?.prospective?.rows ?? [];
  return { memory, clock, id, ahead };
}

describe('a forecast whose day has come', () => {
  it('stands in the brief with the words that settle it, until somebody does', async () => {
    const { memory, clock, id } = await dueForecast();
    const { text, parts } = await memory.brief();
    expect(parts).toContain('due');
    expect(text).toContain(STATEMENT);
    expect(text).toContain('held for 70 % likely');
    expect(text).toContain(`mneme settle ${id} --came --bank test\``);
    const { reversal } = await memory.foresight.settle({ id, came: true });
    expect((await memory.brief()).text).not.toContain(STATEMENT);
    await memory.undo(reversal ?? '');
    clock.advance(60_000);
    expect((await memory.brief()).text).toContain(STATEMENT);
  });

  it('is not there before its day', async () => {
    const { memory, clock } = await openTestMemory();
    const due = new Date(clock.now() + 7 * DAY).toISOString();
    await memory.foresight.predict({ statement: STATEMENT, probability: 0.7, due });
    expect((await memory.brief()).parts).not.toContain('due');
  });

  it('is told at the start of an agent’s session', async () => {
    const { memory, clock } = await dueForecast();
    const hooks = new HookMemory(memory, null as never, () => clock.now());
    const { text } = await hooks.answer(
      {
        name: 'SessionStart',
        source: 'startup',
        session: 's1',
        folder: null,
        transcript: null,
        prompt: null,
      } as never,
      500,
    );
    expect(text).toContain(STATEMENT);
  });

  it('is among what lies ahead, where the question asks for that or for its matter', async () => {
    const { memory, id, ahead } = await dueForecast();
    await memory.remember('I need to water the ferns on Friday.');
    const row = (await ahead()).find((each) => each.id === id);
    expect(row).toMatchObject({ type: 'forecast', status: 'due', content: STATEMENT });
    expect(row?.note).toContain(`mneme settle ${id} --snooze --bank test\``);
    expect((await ahead('What about the spring release?')).map(({ id: each }) => each)).toContain(
      id,
    );
    expect((await ahead('Which ferns want water?')).map(({ id: each }) => each)).not.toContain(id);
    const { layers } = await memory.recall({
      query: 'What is left to do?',
      layers: ['prospective'],
      speaker: 'Ana',
    });
    expect(layers?.prospective?.rows).toEqual([]);
  });

  it('is proposed with what was said where talk seems to settle it, and not for ever', async () => {
    const { memory, clock, id, ahead } = await dueForecast();
    const { id: said } = await memory.remember('The spring release has not shipped.');
    const { text } = await memory.brief();
    expect(text).toContain(`It seems not to have come true, by ${said}`);
    expect(text).toContain('“The spring release has not shipped.”');
    expect(text).toContain(`Confirm it by \`mneme settle ${id} --no-came --bank test\``);
    expect((await ahead())[0]?.note).toContain(said);
    const settled = await memory.foresight.settle({ id, came: false });
    expect(settled).toMatchObject({ came: false, snoozedUntil: null });
    expect(await ahead()).toEqual([]);
    await memory.undo(settled.reversal ?? '');
    clock.advance(20 * DAY);
    expect(await ahead()).toEqual([]);
    // A retracted memory settles nothing: the forecast is due again.
    await memory.forget([said]);
    expect((await memory.brief()).text).toContain('nobody has said how it ended');
  });

  it('is put off until a day, or for a week', async () => {
    const { memory, clock, id, ahead } = await dueForecast();
    const { reversal, snoozedUntil } = await memory.foresight.settle({ id, snooze: true });
    expect(snoozedUntil).toBe(clock.now() + 7 * DAY);
    expect(await ahead()).toEqual([]);
    expect((await memory.foresight.forecasts({ state: 'due' })).forecasts).toHaveLength(1);
    clock.advance(8 * DAY);
    expect(await ahead()).toHaveLength(1);
    await memory.foresight.settle({
      snooze: true,
      id,
      until: new Date(clock.now() + 30 * DAY).toISOString(),
    });
    expect((await memory.brief()).parts).not.toContain('due');
    await expect(
      memory.foresight.settle({ snooze: true, id, until: '2020-01-01' }),
    ).rejects.toMatchObject({
      field: 'prediction.until',
    });
    await memory.foresight.settle({ id, came: true });
    await expect(memory.foresight.settle({ id, snooze: true })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(
      memory.foresight.settle({ snooze: true, id: 'x_0000000000000' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(reversal).not.toBeNull();
  });

  it('is erased with the person whom it names', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.remember('Tom Okafor keeps bees.');
    await memory.foresight.predict({
      statement: 'Tom Okafor moved to Porto.',
      probability: 0.4,
      due: new Date(clock.now() + DAY).toISOString(),
    });
    clock.advance(2 * DAY);
    expect((await memory.brief()).text).toContain('moved to Porto');
    await memory.privacy.erase({ subject: 'Tom Okafor', yes: true });
    expect((await memory.foresight.forecasts()).forecasts).toEqual([]);
    expect((await memory.brief()).text).not.toContain('Porto');
  });
});
