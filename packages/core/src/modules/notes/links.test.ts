import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';

type NoteFields = NonNullable<RememberInput['note']>;
type Fields = Partial<NoteFields> & Pick<NoteFields, 'about' | 'aspect' | 'value'>;

let day = 0;
const noted = async (memory: Mneme, note: Fields): Promise<string> => {
  day += 1;
  const saidAt = new Date(Date.UTC(2025, 0, 1 + (day % 300), 10)).toISOString();
  const content = `${note.about}: ${note.aspect} is ${note.value}, number ${day}.`;
  return (await memory.remember({ content, saidAt, note })).id;
};
const stateOf = async (memory: Mneme, id: string) => (await memory.show(id)).validity;

const HALL = { about: 'the play', aspect: 'hall' };

async function withHall(because = 'the play is in the parish hall in Ledeberg') {
  day = 0;
  const { memory } = await openTestMemory();
  const hall = await noted(memory, { ...HALL, value: 'parish hall in Ledeberg' });
  const lights = await noted(memory, {
    ...{ about: 'the play', aspect: 'lights', value: 'the rig that hangs there', because },
  });
  const move = () => noted(memory, { ...HALL, value: 'boathouse', replaces: [hall] });
  return { memory, hall, lights, move };
}

describe('a note whose reason names another', () => {
  it('is in doubt once that gives way, in recall as in show, and holds again once it is undone', async () => {
    const { memory, hall, lights, move } = await withHall();
    expect(await stateOf(memory, lights)).toBe('current');
    const boathouse = await move();
    const shown = await memory.show(lights, { support: true });
    expect(shown).toMatchObject({ validity: 'doubtful', validityDetail: { by: boathouse } });
    expect(shown.support?.standsOn).toMatchObject([{ id: hall, as: 'because of', depth: 1 }]);
    const { results } = await memory.recall({ query: 'Which lights has the play?' });
    expect(results.find(({ id }) => id === lights)?.validity).toBe('doubtful');
    await memory.forget([boathouse]);
    expect(await stateOf(memory, lights)).toBe('current');
  });

  it('tells before a change what that would touch', async () => {
    const { memory, hall, lights } = await withHall();
    const { support } = await memory.show(hall, { support: true });
    expect(support?.touches).toMatchObject([{ id: lights, as: 'rests on it', of: hall }]);
  });

  it('is not one whose reason has only a name of it, which stands in subject and value alike', async () => {
    const { memory } = await openTestMemory();
    const signed = await noted(memory, {
      ...{ about: 'Niamh’s messages', aspect: 'signature', value: 'Niamh' },
    });
    const secret = await noted(memory, {
      ...{ about: 'the calendar', aspect: 'secrecy', value: 'nothing of the skiff' },
      because: 'Ruben reads over Niamh’s shoulder',
    });
    await noted(memory, {
      ...{ about: 'Niamh’s messages', aspect: 'signature', value: 'N.', replaces: [signed] },
    });
    expect(await stateOf(memory, secret)).toBe('current');
  });

  it('stays as it is where the reason names nothing of what changed, or holds on a condition', async () => {
    const { memory, lights, move } = await withHall('the play has no money');
    await move();
    expect(await stateOf(memory, lights)).toBe('current');
    const other = await withHall();
    const rule = await noted(other.memory, {
      ...{
        about: 'the play',
        aspect: 'sound',
        value: 'the desk whenever it is in the parish hall',
      },
      because: 'the parish hall in Ledeberg has a desk',
    });
    await other.move();
    expect(await stateOf(other.memory, rule)).toBe('current');
  });

  it('goes on along a chain as far as that is sure', async () => {
    const { memory, lights, move } = await withHall();
    const chain = [lights];
    for (const [aspect, value, because] of [
      ['lamps', 'forty lamps', 'the lights are the rig that hangs there'],
      ['ladder', 'a long ladder', 'forty lamps are the lamps'],
      ['helper', 'a tall helper', 'a long ladder is the ladder'],
    ] as const)
      chain.push(await noted(memory, { about: 'the play', aspect, value, because }));
    await move();
    expect(await Promise.all(chain.map((id) => stateOf(memory, id)))).toEqual([
      ...['doubtful', 'doubtful', 'doubtful', 'current'],
    ]);
  });

  it('is a finding of doctor until somebody says what holds', async () => {
    const { memory, lights, move } = await withHall();
    const found = async () => JSON.stringify(await memory.care.doctor());
    expect(await found()).not.toContain(lights);
    await move();
    expect(await found()).toContain(lights);
    await noted(memory, {
      ...{ about: 'the play', aspect: 'lights', value: 'torches', replaces: [lights] },
    });
    expect(await found()).not.toContain(lights);
  });
});

describe('any change to notes that rest on each other', () => {
  it('leaves, undone, every note as it held before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom('replaces', 'doubts', 'rests')), {
          minLength: 1,
          maxLength: 8,
        }),
        async (changes) => {
          day = 0;
          const { memory } = await openTestMemory();
          const ids: string[] = [];
          for (let at = 0; at < 6; at++)
            ids.push(
              await noted(memory, {
                ...{ about: `thing ${at}`, aspect: `part ${at}`, value: `value${at} is told` },
                ...(at === 0 ? {} : { because: `thing ${at - 1} has value${at - 1} told` }),
              }),
            );
          const states = () => Promise.all(ids.map((id) => stateOf(memory, id)));
          const before = [await states(), await exported(memory)];
          const reversals: string[] = [];
          for (const [from, to, how] of changes) {
            const note = {
              ...{
                about: `thing ${from}`,
                aspect: `part ${from}`,
                value: `other ${reversals.length}`,
              },
              ...(how === 'rests'
                ? { because: `thing ${to} has value${to} told` }
                : { [how]: [ids[to]] }),
            };
            await memory.remember({
              ...{ content: `Change ${reversals.length} of ${from}.`, note: note as Fields },
              saidAt: `2025-11-${10 + reversals.length}T10:00:00Z`,
            });
            const [change] = (await memory.curation.log({ limit: 1 })).changes;
            reversals.push(change?.reversal ?? '');
          }
          for (const reversal of reversals.reverse()) await memory.undo(reversal);
          expect([await states(), await exported(memory)]).toEqual(before);
          await memory.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** The bank's memories, word for word. */
const exported = async (memory: Mneme): Promise<unknown> => {
  const { memories } = await memory.list({ limit: 100 });
  return memories.map(({ id, content, note }) => [id, content, note]);
};
