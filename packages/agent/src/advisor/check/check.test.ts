import { describe, expect, it } from 'vitest';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';
import type { Checked } from '@mneme/mneme/public-types.js';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

type NoteFields = NonNullable<RememberInput['note']>;

async function noted(
  memory: Mneme,
  content: string,
  note: Partial<NoteFields> & Pick<NoteFields, 'about' | 'aspect' | 'value'>,
): Promise<string> {
  return (await memory.remember({ content, note: { ...note } })).id;
}

/** A household's notes, as a reader would extract them. */
async function household() {
  const { memory, clock } = await openTestMemory();
  const old = await noted(memory, 'Ylva takes the blood thinner warfarin.', {
    ...{ about: 'Ylva', aspect: 'blood thinner', value: 'warfarin', from: '2024-05-01' },
    asks: ['What does Ylva take against clots?'],
  });
  const now = await noted(
    memory,
    'Since 10 January 2025 Ylva takes the blood thinner apixaban instead of warfarin.',
    {
      ...{ about: 'Ylva', aspect: 'blood thinner', value: 'apixaban', from: '2025-01-10' },
      replaces: [old as never],
      asks: ['What does Ylva take against clots?'],
    },
  );
  const home = await noted(memory, 'Neville, who is the brother of Ylva, lives in Sydney.', {
    ...{ about: 'Neville', aspect: 'home', value: 'Sydney' },
    asks: ['Where does Neville live?', 'Which city is her brother in?'],
  });
  const choir = await noted(memory, 'The choir Larks has 28 members in January 2025.', {
    ...{ about: 'Larks', is: 'a choir', aspect: 'members', value: '28' },
    asks: ['How many people sing in the choir?'],
  });
  await noted(memory, 'Max, the son of Ylva, is allergic to eggs and eats nothing with eggs.', {
    ...{ about: 'Max', aspect: 'allergy', value: 'eggs' },
    asks: ['What must Max not eat?'],
  });
  const diet = await noted(memory, 'Ylva eats no fish.', {
    ...{ about: 'Ylva', aspect: 'diet', value: 'no fish' },
    asks: ['May Ylva have fish?'],
  });
  return { memory, clock, old, now, home, choir, diet };
}

const verdicts = ({ sentences }: Checked): string[] => sentences.map(({ verdict }) => verdict);

describe('check', () => {
  it('tells of each sentence whether it is supported, outdated, contradicted or not known', async () => {
    const { memory, old, now, home, choir } = await household();
    const { sentences, notes, notices } = await memory.guidance.check(
      'Neville lives in Sydney. Ylva takes warfarin. The choir Larks has 40 members. Ylva plays the harp.',
    );
    expect(sentences).toMatchObject([
      { verdict: 'supported', since: null, notes: [{ id: home, says: 'so', validity: 'current' }] },
      {
        verdict: 'outdated',
        notes: [
          { id: now, says: 'now', validity: 'current', from: '2025-01-10' },
          { id: old, says: 'was so', validity: 'superseded' },
        ],
      },
      { verdict: 'contradicted', notes: [{ id: choir, says: 'otherwise' }] },
      { verdict: 'not known', notes: [] },
    ]);
    expect(sentences[1]?.since).not.toBeNull();
    expect({ notes, notices }).toEqual({ notes: 6, notices: [] });
  });

  it.each([
    ['Neville does not live in Sydney.', 'contradicted'],
    ['Ylva does not take warfarin any more.', 'supported'],
    ['Ylva eats no fish.', 'supported'],
    ['Ylva eats fish.', 'contradicted'],
    ['The choir Larks has twenty-eight members.', 'supported'],
    ['Ylva takes apixaban.', 'supported'],
    ['Ylva takes apixaban?', 'not known'],
    ['Max may have eggs.', 'contradicted'],
    ['Max is allergic to eggs.', 'supported'],
  ])('minds denials and numbers: %s', async (text, verdict) => {
    const { memory } = await household();
    expect(verdicts(await memory.guidance.check(text))).toEqual([verdict]);
  });

  it('never bears out by what has given way, whoever asks for it alone', async () => {
    const { memory, old } = await household();
    const alone = await memory.guidance.check({
      text: 'Ylva takes the blood thinner warfarin.',
      memories: [old as never],
    });
    expect(verdicts(alone)).toEqual(['outdated']);
    expect(alone.notes).toBe(1);
  });

  it('holds a text only against what is named, and what is told surely enough', async () => {
    const { memory, home } = await household();
    const text = 'Neville lives in Sydney.';
    const named = async (ids: readonly string[]): Promise<string[]> =>
      verdicts(await memory.guidance.check({ text, memories: ids as never }));
    expect(await named([home])).toEqual(['supported']);
    expect(await named([])).toEqual(['not known']);
    const unsure = await memory.guidance.check({ text, minConfidence: 1 });
    expect(unsure).toMatchObject({ notes: 0, sentences: [{ verdict: 'not known' }] });
  });

  it('says that nobody has read, and goes by plain claims then', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('Tom Okafor lives in Porto.');
    const { sentences, notices, notes } = await memory.guidance.check(
      'Tom Okafor lives in Leeds. Tom Okafor lives in Porto. We should go ahead with the release.',
    );
    expect(notes).toBe(0);
    expect(notices).toEqual([expect.stringMatching(/^Nobody has read this bank/)]);
    expect(sentences).toMatchObject([
      { verdict: 'contradicted', notes: [{ id, says: 'otherwise' }] },
      { verdict: 'not known' },
      { verdict: 'not known' },
    ]);
  });

  it('knows nothing of an empty bank, of another language, and of words without end', async () => {
    const { memory } = await openTestMemory();
    expect(verdicts(await memory.guidance.check('Neville lives in Sydney.'))).toEqual([
      'not known',
    ]);
    const { memory: read } = await household();
    expect(verdicts(await read.guidance.check('Der Vermieter heißt Krause.'))).toEqual([
      'not known',
    ]);
    const long = Array.from({ length: 1_400 }, (_, at) => `wor${at % 97}`).join(' ');
    expect(verdicts(await read.guidance.check(long))).toEqual(['not known']);
  });

  it('takes no empty text and none that is too long, and names the field', async () => {
    const { memory } = await household();
    for (const text of ['', ' \n ', 'a long text. '.repeat(2_300)])
      await expect(memory.guidance.check(text)).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'check.text',
      });
    await expect(
      memory.guidance.check({ text: 'So it is.', minConfidence: 2 }),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'check.minConfidence' });
  });

  it('goes through thousands of notes of one subject', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      Array.from({ length: 2_000 }, (_, at) => ({
        content: `Locker ${at} of the depot holds parcel ${at * 7}.`,
        note: { about: 'the depot', aspect: `locker ${at}`, value: `parcel ${at * 7}` },
      })),
    );
    expect(
      verdicts(await memory.guidance.check('Locker 12 of the depot holds parcel 84.')),
    ).toEqual(['supported']);
  });
});

describe('a sentence that is a note’s own', () => {
  it.each([
    'Dana’s Bolt had 66,000 km when she bought it, and not 61,000; she had misread it.',
    'The gossip that Deborah would leave Tidewell was not true.',
    'The attendance app has a login since September 2026.',
  ])('is supported by it, whatever it denies: %s', async (content) => {
    const { memory } = await openTestMemory();
    await memory.remember({
      content,
      note: { about: 'the matter', aspect: 'state', value: 'as told' },
    });
    const { sentences } = await memory.guidance.check(content);
    expect(sentences.map(({ verdict }) => verdict)).toEqual(['supported']);
  });

  it('contradicts what says the opposite in the same words, and tells what was said after the last note', async () => {
    const { memory, clock, diet } = await household();
    const [opposite] = (await memory.guidance.check('Ylva eats fish.')).sentences;
    expect(opposite).toMatchObject({
      verdict: 'contradicted',
      notes: [{ id: diet, says: 'otherwise' }],
    });
    clock.advance(86_400_000);
    const { id } = await memory.remember('Ylva eats fish again since last week.');
    const later = await memory.guidance.check('Ylva eats no fish. Ylva eats fish.');
    expect(later.sentences).toMatchObject([
      {
        verdict: 'outdated',
        notes: [
          { id, says: 'now', validity: 'unread' },
          { id: diet, says: 'was so' },
        ],
      },
      { verdict: 'supported', notes: [{ id, says: 'so', validity: 'unread' }] },
    ]);
  });

  it('is outdated by the figure of a correction that nobody has read', async () => {
    const { memory, clock } = await household();
    await noted(memory, 'The dinner of the choir is on 10 December at 18:30.', {
      ...{ about: 'Larks', aspect: 'dinner', value: '10 December at 18:30' },
      asks: ['When is the dinner of the choir?'],
    });
    clock.advance(86_400_000);
    await memory.remember('Correction: the dinner of the choir is at 19:00, not 18:30.');
    const checked = await memory.guidance.check(
      'The dinner of the choir is at 18:30. The dinner of the choir is at 19:00.',
    );
    expect(verdicts(checked)).toEqual(['outdated', 'supported']);
  });
});

it('is judged by the clock of who asks', async () => {
  const { memory } = await household();
  const at = async (now?: string) =>
    (
      await memory.guidance.check({ text: 'Ylva takes warfarin.', ...(now && { now }) })
    ).sentences.map(({ verdict }) => verdict);
  expect(await at()).toEqual(['outdated']);
  expect(await at('2025-01-09')).not.toEqual(['outdated']);
});

describe('numbers of a sentence', () => {
  it.each([
    ['Sheuli gets 6000 a month.', 'supported'],
    ['Sheuli gets less than 7000 a month.', 'supported'],
    ['Sheuli gets at least 5,500 a month.', 'supported'],
    ['Sheuli gets six thousand a month.', 'supported'],
    ['Sheuli gets more than 7000 a month.', 'contradicted'],
    ['Sheuli gets 6000 a month at 21.', 'contradicted'],
  ])('must all be in the note, or within the limit that they name: %s', async (text, verdict) => {
    const { memory } = await household();
    await noted(memory, 'Sheuli gets 6000 a month.', {
      ...{ about: 'Sheuli', aspect: 'wage', value: '6000 a month' },
      asks: ['What does Sheuli earn a month?', 'How much is Sheuli paid?'],
    });
    expect(verdicts(await memory.guidance.check(text))).toEqual([verdict]);
  });

  it('are put aside by the day alone where the month stays', async () => {
    const { memory } = await household();
    await noted(memory, 'Noor goes back to work on 18 August 2027 instead of 5 August.', {
      ...{ about: 'Noor', aspect: 'return to work', value: '18 August 2027' },
      asks: ['When is Noor back at work?', 'On which day is Noor due back?'],
    });
    const checked = await memory.guidance.check('Noor is back in August.');
    expect(verdicts(checked)).toEqual(['supported']);
  });

  it('are all those of a day: another day of the month is not supported', async () => {
    const { memory } = await household();
    await noted(memory, 'Struan turns 21 on 19 December 2026.', {
      ...{ about: 'Struan', aspect: 'birthday', value: '19 December 2026, 21' },
      asks: ['When does Struan turn 21?'],
    });
    const checked = await memory.guidance.check(
      'Struan turns 21 on 31 December. Struan turns 22 on 19 December.',
    );
    expect(verdicts(checked)).not.toContain('supported');
  });
});
