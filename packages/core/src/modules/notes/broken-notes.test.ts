import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';
import { allOperations } from '@mneme/mneme/operations/table.js';

type NoteFields = NonNullable<RememberInput['note']>;
type Said = Partial<NoteFields> & { readonly turn: string; readonly text?: string };

/** A turn said on 1 February 2025, and a note that a reader wrote of it. */
async function noted(
  memory: Mneme,
  { turn, text = turn, about = 'Carla', aspect = 'home', value = 'Porto', ...more }: Said,
): Promise<string> {
  const saidAt = '2025-02-01T10:00:00Z';
  const { id } = await memory.remember({ content: turn, saidAt });
  const note = { about, aspect, value, reader: 'a reader', turns: [id], ...more };
  return (await memory.remember({ content: text, saidAt, note })).id;
}

const told = async (memory: Mneme) => {
  const broken = (await memory.care.doctor({ recall: true })).recall?.broken ?? [];
  // Each can be mended, or looked at, as it stands.
  for (const { mend } of broken)
    expect(allOperations()[mend.operation]?.input.safeParse(mend.input).success).toBe(true);
  return broken.map(({ fault, notes }) => [fault, notes[0]]);
};

describe('the broken notes that doctor names', () => {
  it('are none in a bank whose notes are in order', async () => {
    const { memory } = await openTestMemory();
    await noted(memory, { turn: 'Carla moved to Porto yesterday.', from: '2025-01-31' });
    await noted(memory, {
      turn: 'Ben lives in Faro since May 2023.',
      about: 'Ben',
      from: '2023-05-07',
      value: 'Faro',
    });
    expect(await told(memory)).toEqual([]);
  });

  it('are those on another day than they were told of', async () => {
    const { memory } = await openTestMemory();
    const id = await noted(memory, {
      ...{ turn: 'Carla moved to Porto yesterday.', text: 'Carla lives in Porto.' },
      from: '2024-06-30',
    });
    expect(await told(memory)).toEqual([['wrong_day', id]]);
    const [{ mend }] = (await memory.care.doctor({ recall: true })).recall!.broken as [never];
    await memory.update(
      (mend as { input: { id: string } }).input.id,
      (mend as { input: object }).input,
    );
    expect(await told(memory)).toEqual([]);
  });

  it('are subjects that nobody calls so, that are two for one, or that lack a name', async () => {
    const { memory } = await openTestMemory();
    const lost = await noted(memory, { turn: 'Carla moved.', about: 'Zorvane' });
    expect(await told(memory)).toEqual([['unnamed', lost]]);

    const other = await openTestMemory();
    const is = "Dana's sister";
    await noted(other.memory, { turn: 'Carla, my sister, moved to Porto.', is });
    const late = await noted(other.memory, {
      ...{ turn: 'My sister is a nurse.', about: is, aspect: 'job', value: 'nurse' },
    });
    expect(await told(other.memory)).toEqual([['one_subject', late]]);

    const third = await openTestMemory();
    const named = await noted(third.memory, {
      turn: 'And then Mops barked.',
      about: 'the dog',
      aspect: 'voice',
      value: 'loud',
      text: 'The dog is loud.',
    });
    await noted(third.memory, {
      turn: 'I walked with Mops.',
      about: 'the dog',
      aspect: 'walks',
      value: 'likes them',
      text: 'The dog likes walks.',
    });
    expect(await told(third.memory)).toEqual([['unnamed', named]]);
  });

  it('are those that disagree, and those whose source is gone', async () => {
    const { memory } = await openTestMemory();
    await noted(memory, { turn: 'Carla lives in Porto.' });
    const newer = await noted(memory, { turn: 'Carla lives in Faro.', value: 'Faro' });
    const note = { about: 'Ben', aspect: 'job', value: 'pilot', reader: 'a reader' };
    const { id } = await memory.remember({ content: 'Ben is a pilot.', note });
    expect(await told(memory)).toEqual([
      ['no_turn', id],
      ['disagrees', newer],
    ]);
  });
});

describe('doctor --recall', () => {
  it('asks each note by what it is indexed without, draws by the seed, and counts no use', async () => {
    const { memory } = await openTestMemory();
    const people = ['Carla', 'Ben', 'Ines', 'Noor'];
    for (const [at, about] of people.entries())
      await noted(memory, {
        ...{ turn: `${about} lives in town ${at}.`, about, value: `town ${at}` },
        ...(at > 1
          ? {}
          : { asks: [`Where does ${about} live?`, `What is the address of ${about}?`] }),
      });
    const before = await memory.list({});
    const { recall } = await memory.care.doctor({ recall: true });
    expect(recall).toMatchObject({
      ...{ notes: 4, broken: [] },
      ways: { held_out: { asked: 2, amongThree: 1 }, named: { asked: 2, first: 1 } },
    });
    expect(recall?.sureness.reduce((sum, { asked }) => sum + asked, 0)).toBe(4);
    expect(await memory.list({})).toEqual(before);
    const two = await memory.care.doctor({ recall: true, questions: 2 });
    expect(two.recall?.ways.held_out.asked).toBe(2 - (two.recall?.ways.named.asked ?? 0));
    await expect(memory.care.doctor({ recall: true, questions: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'doctor.questions',
    });
    await expect(
      memory.care.doctor({ recall: true, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'interrupted' });
    expect((await memory.care.doctor()).recall).toBeNull();
  });
});
