import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { RememberInput } from '@mneme/mneme/index.js';
import { renderAbout } from './operations.js';

type NoteFields = NonNullable<RememberInput['note']>;

describe('about, by notes', () => {
  const note = (
    fields: Partial<NoteFields> & Pick<NoteFields, 'aspect' | 'value'>,
  ): NoteFields => ({
    about: 'Ylva Brandt',
    is: 'the owner',
    ...fields,
  });

  /** Half a year of Ylva's notes, queried on 3 February 2025. */
  async function ylva() {
    const { memory } = await openTestMemory();
    const say = async (content: string, day: string): Promise<string> => {
      const said = { content, speaker: 'Ylva Brandt', saidAt: `${day}T10:00:00Z` };
      return (await memory.remember({ ...said, session: day })).id;
    };
    const put = async (content: string, fields: NoteFields): Promise<string> =>
      (await memory.remember({ content, note: fields })).id;
    await memory.care.configure({ owner: 'Ylva Brandt' });
    const turn = await say('the flat is 700 a month', '2024-08-01');
    await say('lol a gull stole my sandwich', '2024-08-01');
    const old = await put(
      'Ylva Brandt pays 700 euros of rent.',
      note({ aspect: 'rent', value: '700 euros', turns: [turn as never] }),
    );
    const raised = await say('they want 780 now', '2025-01-20');
    const rent = note({ aspect: 'rent', value: '780 euros', turns: [raised as never] });
    const now = await put('Ylva Brandt pays 780 euros of rent.', {
      ...rent,
      replaces: [old as never],
    });
    await put(
      'The assistant answers Ylva Brandt without bullet lists.',
      note({ about: 'assistant', is: null, aspect: 'lists', value: 'none', type: 'instruction' }),
    );
    await put(
      'Ylva Brandt flies to Bergen on 1 May 2025.',
      note({
        aspect: 'trip',
        value: 'Bergen',
        type: 'plan',
        status: 'planned',
        from: '2025-05-01',
      }),
    );
    await put(
      'Ylva Brandt was at the dentist on 9 January 2025.',
      note({ aspect: 'dentist', value: 'was there', type: 'event', from: '2025-01-09' }),
    );
    await put('Ylva Brandt is a baker.', note({ aspect: 'job', value: 'baker' }));
    await put('Ylva Brandt is also called Yv.', note({ aspect: 'also called', value: 'Yv' }));
    await put(
      'Ylva Brandt’s car is a green Volvo.',
      note({ about: 'Ylva’s car', is: 'a car', aspect: 'colour', value: 'green' }),
    );
    await put(
      'Bertil is the landlord of Ylva Brandt.',
      note({ about: 'Bertil Lund', is: 'a landlord', aspect: 'relation', value: 'landlord' }),
    );
    return { memory, old, now };
  }

  it('tells wishes first, then what is open, what changed, what holds, what is past', async () => {
    const { memory, old, now } = await ylva();
    const about = await memory.browse.about('Ylva Brandt');
    expect(about).toMatchObject({ name: 'Ylva Brandt', is: 'the owner', read: true });
    expect(about.slots.map(({ part, slot }) => `${part} ${slot}`)).toEqual([
      'wish lists',
      'open trip',
      'changed rent',
      'holds also called',
      'holds job',
      'mentioned Ylva’s car: colour',
      'mentioned Bertil Lund: relation',
      'happened dentist',
    ]);
    const rent = about.slots.find(({ slot }) => slot === 'rent')?.claims;
    expect(rent).toMatchObject([
      { memory: now, value: '780 euros', validity: 'current' },
      { memory: old, value: '700 euros', validity: 'superseded', by: now },
    ]);
    expect(about.recent.map(({ content }) => content)).toEqual(['lol a gull stole my sandwich']);
    const lines = renderAbout(about).split('\n');
    const at = (words: string): number => lines.findIndex((line) => line.includes(words));
    expect(at('Standing wishes')).toBeLessThan(at('without bullet lists'));
    expect(at('before: Ylva Brandt pays 700')).toBe(at('pays 780') + 1);
    expect(lines[at('pays 700')]).not.toContain('superseded');
  });

  it.each(['me', 'I', 'user', 'Ylva', 'ylva brandt', 'Yv', 'Ylva’s'])(
    'is the owner by the name of %s',
    async (name) => {
      const { memory } = await ylva();
      expect(await memory.browse.about(name)).toMatchObject({
        name: 'Ylva Brandt',
        is: 'the owner',
        others: [],
      });
    },
  );

  it.each([
    ['Bertil', 'Bertil Lund'],
    ['the landlord Bertil', 'Bertil Lund'],
    ['Ylva’s car', 'Ylva’s car'],
    ['Ylva’s job', 'Ylva Brandt'],
  ])('finds %s by part of a name, by what it is, or by an aspect', async (asked, name) => {
    const { memory } = await ylva();
    const about = await memory.browse.about(asked);
    expect(about.name).toBe(name);
    if (asked === 'Ylva’s job')
      expect(about.slots.filter(({ part }) => part === 'holds').map(({ slot }) => slot)).toEqual([
        'job',
      ]);
  });

  it('names the others whom a part of a name may mean, and lists nothing of theirs', async () => {
    const { memory } = await openTestMemory();
    const put = (content: string, about: string, aspect: string) =>
      memory.remember({ content, note: note({ about, is: null, aspect, value: aspect }) });
    await put('Allan John MacDonald lives in Truro.', 'Allan John MacDonald', 'home');
    await put('Allan John MacDonald sells boats.', 'Allan John MacDonald', 'work');
    await put('Allan Joe MacDonald needs winter tires.', 'Allan Joe MacDonald', 'winter tires');
    await put('Allan Joe MacDonald owns the blue truck.', 'the blue truck', 'owner');
    await put('Allan John MacDonald owns the red boat.', 'the red boat', 'owner');
    const shown = async (name: string) => renderAbout(await memory.browse.about(name));
    for (const name of ['Allan', 'Allan MacDonald', 'MacDonald']) {
      const text = await shown(name);
      expect(text).toContain(
        'Also called so: Allan Joe MacDonald: mneme about "Allan Joe MacDonald"',
      );
      expect(text).toMatch(/sells boats[^]*red boat/);
      expect(text).not.toMatch(/tires|truck/);
    }
    expect(await shown('Allan John MacDonald')).not.toMatch(/Also called so|tires|truck/);
    expect(await shown('Allan Joe MacDonald')).toMatch(/tires[^]*truck/);
    expect((await memory.browse.about('Allan Joe')).others).toEqual([]);
  });

  it('tells no end before the beginning, and the end of what was planned by the day of what came', async () => {
    const { memory } = await openTestMemory();
    const put = async (
      content: string,
      saidAt: string,
      fields: Partial<NoteFields> & Pick<NoteFields, 'aspect'>,
      ...replaces: readonly string[]
    ): Promise<string> => {
      const about = { is: null, about: 'Aga', value: content, replaces: replaces as never };
      return (await memory.remember({ content, saidAt, note: note({ ...about, ...fields }) })).id;
    };
    const crew = (from: string, type: 'plan' | 'fact') =>
      ({ aspect: 'job', type, status: 'planned', from }) as const;
    const first = await put('Aga cooks ashore.', '2024-07-02', { aspect: 'job' });
    const old = await put('Aga crews for 110.', '2024-08-19', crew('2024-09-07', 'plan'), first);
    await put('Aga crews for 120.', '2024-09-29', crew('2024-10-01', 'fact'), old);
    const eye = { aspect: 'eye', type: 'plan', status: 'planned' } as const;
    const day = await put('Aga sees Dr Sen on the 22nd.', '2024-08-01', {
      ...{ ...eye, from: '2024-09-22' },
    });
    await put('Aga sees Dr Sen later.', '2024-08-31', { ...eye, from: '2024-10-12' }, day);
    const text = renderAbout(await memory.browse.about('Aga'));
    expect(text).toMatch(/cooks ashore\. \(until 7 September 2024\)/);
    expect(text).toMatch(/for 110\. \(since 7 September 2024, until 1 October 2024\)/);
    expect(text).toMatch(
      /on the 22nd\. \(was to be from 22 September 2024, given up on 31 August 2024\)/,
    );
  });

  it('knows the owner for a person, by any part of the name', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('We fixed the Sgarbh with Eilidh.');
    await memory.care.configure({ owner: 'Eilidh Rankine' });
    await memory.remember('Messages of Eilidh Rankine are signed “E. Rankine, Sgarbh”.');
    expect(await memory.browse.about('me')).toMatchObject({
      entity: { type: 'person' },
      aliases: ['Eilidh Rankine', 'E. Rankine'],
    });
  });

  it('is told by the clock of who asks', async () => {
    const { memory } = await ylva();
    const lines = async (now: string): Promise<string> =>
      renderAbout(await memory.browse.about({ about: 'Ylva', now }));
    expect(await lines('2025-04-30')).toMatch(/Bergen on 1 May 2025. \(from 1 May 2025\)/);
    expect(await lines('2025-05-02')).toMatch(/Bergen on 1 May 2025. \(since 1 May 2025\)/);
    expect(await lines('2025-01-01')).not.toMatch(/Bergen|780/);
  });

  it('is told as it was, follows an undo, and says where nobody has read', async () => {
    const { memory, clock } = await openTestMemory();
    await expect(memory.browse.about('me')).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('--owner') as string,
    });
    await memory.remember({ content: 'Tom lives in Leeds.', speaker: 'Priya' });
    const words = await memory.browse.about('Tom');
    expect(words).toMatchObject({ read: false, memories: 1 });
    expect(renderAbout(words)).toContain('No notes were made of what was said about it');
    clock.advance(60_000);
    const before = clock.now();
    clock.advance(60_000);
    await memory.remember({
      content: 'Tom lives in Porto.',
      note: { about: 'Tom', aspect: 'home', value: 'Porto' },
    });
    expect((await memory.browse.about('Tom')).slots[0]).toMatchObject({ slot: 'home' });
    expect(await memory.browse.about({ about: 'Tom', asOf: before })).toMatchObject({
      read: false,
    });
    const [change] = (await memory.curation.log({ limit: 1 })).changes;
    await memory.undo(change?.reversal ?? '');
    expect(await memory.browse.about('Tom')).toMatchObject({ read: false });
  });
});
