import { describe, expect, it } from 'vitest';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

type NoteFields = NonNullable<RememberInput['note']>;

const noted = (memory: Mneme, content: string, note: Partial<NoteFields>) =>
  memory.remember({
    content,
    note: { about: 'gateway', aspect: 'deploy', value: 'as told', type: 'event', ...note },
  });

const deployed = (memory: Mneme, day: string, went: 'good' | 'bad', under: string) =>
  noted(memory, `The gateway was deployed on ${day}: ${went}.`, {
    from: day,
    status: 'done',
    outcome: { of: 'deploying the gateway', went, under },
  });

const principlesOf = async (memory: Mneme) =>
  (await memory.reflect({ kinds: ['principle'] })).changed.filter(
    ({ kind }) => kind === 'principle',
  );

describe('what repeats in how something went', () => {
  it('is a principle from the third time on, told with what went otherwise', async () => {
    const { memory } = await openTestMemory();
    const bad = [
      await deployed(memory, '2026-02-27', 'bad', 'Friday 17:00'),
      await deployed(memory, '2026-03-27', 'bad', 'Friday 16:50'),
    ];
    const good = await deployed(memory, '2026-03-11', 'good', '7:30');
    expect(await principlesOf(memory)).toEqual([]);
    bad.push(await deployed(memory, '2026-04-10', 'bad', 'Friday 18:00'));
    const [principle, ...others] = await principlesOf(memory);
    expect(others).toEqual([]);
    expect(principle).toMatchObject({
      content:
        'Deploying the gateway went badly 3 of 4 times (Friday 18:00 / Friday 16:50 / Friday 17:00), and well once (7:30).',
      against: [good.id],
    });
    expect([...(principle?.evidence ?? [])].sort()).toEqual(bad.map(({ id }) => id).sort());
    expect(await principlesOf(memory)).toEqual([]);
  });

  it('is none of what is told again of one day, nor of another undertaking', async () => {
    const { memory } = await openTestMemory();
    await deployed(memory, '2026-02-27', 'bad', 'Friday 17:00');
    await deployed(memory, '2026-02-27', 'bad', 'Friday at five');
    await deployed(memory, '2026-03-27', 'bad', 'Friday 16:50');
    await noted(memory, 'Restoring the backup failed.', {
      from: '2026-03-28',
      outcome: { of: 'restoring a backup', went: 'bad', under: null },
    });
    expect(await principlesOf(memory)).toEqual([]);
  });

  it('is taken back with the notes that it rests on', async () => {
    const { memory } = await openTestMemory();
    await deployed(memory, '2026-02-27', 'bad', 'Friday 17:00');
    await deployed(memory, '2026-03-27', 'bad', 'Friday 16:50');
    const last = await deployed(memory, '2026-04-10', 'bad', 'Friday 18:00');
    expect(await principlesOf(memory)).toHaveLength(1);
    await memory.forget([last.id]);
    const { kinds } = await memory.reflect();
    expect(kinds.principle).toMatchObject({ made: 0, retracted: 1 });
  });
});

describe('an observation in a bank that was read', () => {
  it('tells what holds by aspect, wishes first, and sticks no sentences together', async () => {
    const { memory } = await openTestMemory();
    await memory.remember({ content: 'Callum Reid is moving to Perth.', speaker: 'Pip' });
    await memory.remember({ content: 'I saw Callum Reid in Hobart.', speaker: 'Pip' });
    const tell = (aspect: string, value: string, more: Partial<NoteFields> = {}) =>
      noted(memory, `Callum Reid, ${aspect}: ${value}.`, {
        ...{ about: 'Callum Reid', aspect, value, type: 'fact' },
        ...more,
      });
    await tell('home', 'Darwin', { from: '2024-01-01' });
    await tell('home', 'Perth', { from: '2026-09-01' });
    await tell('job', 'electrician');
    await tell('calls', 'never before noon', { type: 'instruction' });
    const { changed } = await memory.reflect({ about: 'Callum Reid', kinds: ['observation'] });
    expect(changed.map(({ content }) => content)).toEqual([
      'Calls: never before noon. Job: electrician. Home: Perth.',
    ]);
  });
});
