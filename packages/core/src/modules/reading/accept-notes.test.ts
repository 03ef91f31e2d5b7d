import { describe, expect, it } from 'vitest';
import type { MemoryId, SessionId } from '../../domain/ids.js';
import { createStemmer } from '../../language/stem.js';
import type { NoteToTouch, ReadRequest } from '../../ports/models.js';
import { draftOf, type NoteSketch } from '../../../../../test/support/scripted-reader.js';
import { acceptNotes } from './accept-notes.js';

const DAY = '2031-03-10';
const AT = Date.parse(`${DAY}T10:00:00Z`);
const idOf = (place: number): MemoryId => `m_${String(place).padStart(13, '0')}` as MemoryId;

function requestOf(turns: readonly string[], notes: readonly NoteToTouch[] = []): ReadRequest {
  return {
    turns: turns.map((text, at) => ({
      id: idOf(at + 1),
      turn: null,
      session: 's' as SessionId,
      speaker: 'Ylva',
      saidAt: AT,
      day: DAY,
      weekday: 'Monday',
      text,
    })),
    notes,
    roster: [{ name: 'Bertil Aldén', is: 'Ylva’s landlord', aliases: ['Berra'] }],
    owner: 'Ylva Holm',
  };
}

const EARLIER: NoteToTouch = {
  id: idOf(99),
  text: 'The flat in Gent costs 700 euros.',
  note: {
    ...draftOf({ text: 'The flat in Gent costs 700 euros.' }, 0, ['t']),
    reader: 'x',
  } as NoteToTouch['note'],
  state: 'current',
  turns: [idOf(98)],
};

function accept(
  turns: string | readonly string[],
  sketches: readonly NoteSketch[],
  notes = [EARLIER],
) {
  const request = requestOf([turns].flat(), notes);
  const ids = request.turns.map(({ id }) => id);
  const drafts = sketches.map((sketch, at) => draftOf(sketch, at, ids));
  return acceptNotes(
    drafts,
    request,
    {
      owner: new Set(ids),
      people: new Set(ids),
      sources: new Map(),
      stands: (id) => id === idOf(97),
    },
    createStemmer(),
  );
}

const lacking = (turn: string, text: string, more: Partial<NoteSketch> = {}): string[] =>
  Object.keys(accept(turn, [{ text, value: 'it', about: 'matter', ...more }]).refused);

describe('what a note may say', () => {
  it.each([
    // Numbers in other spellings.
    ['rent is 1.150 from may', 'The rent is 1,150 euros from May 2031.'],
    ['paid 538k for it', 'The price was 538,000 euros.'],
    ['one eighty, second hand. nine hundred new', 'It costs 900 new.'],
    ['hundred and ninety pounds', 'It came to 190 pounds.'],
    ['seven and a half at night', 'It is 7.5 mg at night.'],
    ['fünfundzwanzig Leute kommen', 'There come 25 people.'],
    ['we meet at half eight', 'They meet at 7:30.'],
    ['train at 3 pm', 'The train goes at 15:00.'],
    ['run goal under 1:50', 'The goal is 1 hour 50 minutes.'],
    ['p99 went to 220 ms', 'The p99 is 220 ms.'],
    // Dates stated, or derived from the day of the turn.
    ['we moved yesterday', 'They moved on 9 March 2031.'],
    ['the party is on the 14th', 'The party is on 14 March 2031.'],
    ['in six weeks we sow', 'They sow on 21 April 2031.'],
    ['am Freitag kommt sie', 'She comes on 14 March 2031.'],
    ['crohns, 9 years', 'The illness began about 2022.'],
    // Names from the talk, the roster or the speaker; inflected, abbreviated, or in another case.
    ['berra wants more', 'Bertil Aldén wants more.'],
    ['i live here', 'Ylva Holm lives there.'],
    ['w Krakowie mieszkam', 'She lives in Kraków.'],
    ['on Franklin Ave', 'It is on Franklin Avenue.'],
    ['found it on done deal', 'It was found on DoneDeal.'],
    ['he is from valencia', 'He comes from Valencia in Spain.'],
    ['auf Deutsch bitte', 'Answers are in German.'],
    // Figures of shown notes, and results computed from them.
    ['it went up by 80', 'The flat in Gent costs 780 euros instead of 700.'],
    ['74 said yes, and fourteen more', 'There come 88 guests.'],
    ['the lot is R30 600 now', 'All of it costs 30 600 rand.'],
  ])('%s → %s', (turn, text) => {
    expect(lacking(turn, text, text.includes('780') ? { replaces: [EARLIER.id] } : {})).toEqual([]);
  });

  it.each([
    ['the rent went up', 'The rent is 823 euros.', 'a number that stands nowhere'],
    ['the p99 is fine', 'The p99 is 220 ms.', 'a number that stands nowhere'],
    ['see you then', 'They meet at 17:20.', 'a number that stands nowhere'],
    ['we sold the boat', 'The boat was sold on 3 August 2028.', 'a date that stands nowhere'],
    ['my sister came', 'Magdalena came.', 'a name that stands nowhere'],
    ['she moved', 'She moved to Spain.', 'a name that stands nowhere'],
    ['he works there', 'He works at Evil Corp.', 'a name that stands nowhere'],
  ])('%s ↛ %s', (turn, text, reason) => {
    expect(
      lacking(turn, text, { about: text.startsWith('Magdalena') ? 'Magdalena' : 'matter' }),
    ).toEqual([reason]);
  });

  it('follows of its days as of its sentence', () => {
    expect(lacking('the rent goes up soon', 'The rent goes up.', { from: '2029-05-01' })).toEqual([
      'a date that stands nowhere',
    ]);
    expect(lacking('the rent goes up in may', 'The rent goes up.', { from: '2031-05-01' })).toEqual(
      [],
    );
  });

  it('may say again what an accepted note before it says, and nothing that a refused one says', () => {
    const { notes } = accept('ten a day, seven days', [
      { text: 'It makes 70 a week.', about: 'matter' },
      { text: 'Magdalena came.', about: 'Magdalena' },
      { text: 'Of the 70 some are left.', about: 'matter' },
      { text: 'She is Magdalena.', about: 'Magdalena' },
    ]);
    expect(notes.map(({ draft }) => draft.id)).toEqual(['x1', 'x3']);
  });
});

describe('an answer', () => {
  it('must cite turns of the request; others are left out of what it cites', () => {
    const turns = ['The canoe leaks.', 'It is red.'];
    const { notes, refused } = accept(turns, [
      { text: 'The canoe leaks.', turns: [1, 7, 1] },
      { text: 'The canoe is red.', turns: [7] },
    ]);
    expect(notes.map((note) => note.turns)).toEqual([[idOf(1)]]);
    expect(refused).toEqual({ 'cites no turn of the request': 1 });
  });

  it('links to what was shown and to its own earlier notes alone, so that nothing goes in a circle', () => {
    const { notes, refused } = accept('The canoe leaks and is red.', [
      { id: 'a', text: 'The canoe leaks.', replaces: ['b', 'a', EARLIER.id, 'm_0000000000zzz'] },
      { id: 'b', text: 'The canoe is red.', replaces: ['a'], doubts: ['a', EARLIER.id] },
    ]);
    expect(notes.map(({ replaces, doubts }) => ({ replaces, doubts }))).toEqual([
      { replaces: [EARLIER.id], doubts: [] },
      { replaces: [0], doubts: [EARLIER.id] },
    ]);
    expect(refused).toEqual({ 'a link to a note that was not shown': 3 });
  });

  it('with the same note a thousand times has one', () => {
    const same = Array.from({ length: 1_000 }, () => ({
      text: 'The canoe leaks.',
      aspect: 'state',
    }));
    const { notes, refused } = accept('The canoe leaks.', same);
    expect(notes).toHaveLength(1);
    expect(refused).toEqual({ 'the same note twice': 999 });
  });

  it('with more notes than a turn can hold keeps the first', () => {
    const spun = Array.from({ length: 100 }, (_, at) => ({
      text: 'The canoe leaks.',
      aspect: `side ${at}`,
    }));
    expect(accept('The canoe leaks.', spun).notes).toHaveLength(24);
  });
});

describe('what a note rests on', () => {
  const TOLD = [
    'Ylva: the flat is 780 euros now, always round prices please.',
    'Flat in Gent: 950.',
  ];
  const heard = (
    sketches: readonly NoteSketch[],
    texts: readonly string[] = TOLD,
    source = 'web',
  ) => {
    const request = requestOf(texts, [EARLIER]);
    const ids = request.turns.map(({ id }) => id);
    const drafts = sketches.map((sketch, at) => draftOf(sketch, at, ids));
    const own = new Set(ids.slice(0, 1));
    const sources = new Map(ids.slice(1).map((id) => [id, source as 'web']));
    return acceptNotes(
      drafts,
      request,
      { owner: own, people: own, sources, stands: () => false },
      createStemmer(),
    );
  };

  it('is the turn whose words it has, whichever it cites', () => {
    const { notes } = heard([
      { text: 'The flat costs 780 euros.', replaces: [EARLIER.id] },
      { text: 'The flat in Gent is at 950.', replaces: [EARLIER.id] },
    ]);
    expect(notes.map(({ turns, replaces }) => [turns, replaces])).toEqual([
      [[idOf(1)], [EARLIER.id]],
      [[idOf(1), idOf(2)], []],
    ]);
  });

  it('is the owner’s where the owner took up what a tool brought', () => {
    const { notes } = heard([
      { text: 'The flat costs 780 euros now.', turns: [1, 2], replaces: [EARLIER.id] },
    ]);
    expect(notes[0]?.replaces).toEqual([EARLIER.id]);
  });

  it('is a wish of the owner’s own, of an agent’s words a preference, of a page’s nothing', () => {
    const texts = ['Always round prices please.', 'Then I shall sort all letters by colour.'];
    const wishes: NoteSketch[] = [
      { text: 'Ylva Holm wants prices always rounded.', type: 'instruction', turns: [1, 2] },
      { text: 'All letters are sorted by colour.', type: 'instruction', turns: [1, 2] },
    ];
    const types = (source: string) =>
      heard(wishes, texts, source).notes.map(({ draft }) => draft.type);
    expect(types('agent')).toEqual(['instruction', 'preference']);
    expect(types('web')).toEqual(['instruction']);
    // A turn in another language shares no words with the note.
    expect(
      heard(
        [{ text: 'Ylva Holm wants short answers.', type: 'instruction' }],
        ['Bitte antworte mir ab jetzt immer nur ganz kurz.'],
      ).notes[0]?.draft.type,
    ).toBe('instruction');
  });

  it('is of the same matter as what it replaces, and that is little', () => {
    const { notes, refused } = heard(
      [
        {
          text: 'Snow again.',
          about: 'snow',
          aspect: 'weather',
          value: 'again',
          replaces: [EARLIER.id],
          doubts: [EARLIER.id],
        },
      ],
      ['Snow again.'],
    );
    expect(notes[0]).toMatchObject({ replaces: [], doubts: [] });
    expect(refused).toEqual({ 'a link to a note of more trust, or about something else': 2 });
  });

  it('is, for a request to forget, what the request names: its note says nothing of that', () => {
    const heardOf = (text: string) =>
      heard(
        [
          {
            text: 'Ylva Holm asked that an earlier remark be forgotten.',
            ...{ about: 'Ylva Holm', aspect: 'forgotten', value: 'as asked' },
            replaces: [EARLIER.id],
          },
        ],
        [text],
      ).notes[0]?.replaces;
    expect(heardOf('Forget what I said about the flat in Gent.')).toEqual([EARLIER.id]);
    expect(heardOf('Forget what I said about the canoe.')).toEqual([]);
  });

  it('replaces no more than one note can', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ ...EARLIER, id: idOf(200 + at) }));
    const { notes, refused } = accept(
      'The flat in Gent is 700 no more.',
      [{ text: 'The flat in Gent is 700 no more.', replaces: many.map(({ id }) => id) }],
      many,
    );
    expect(notes[0]?.replaces).toEqual([]);
    expect(refused).toEqual({ 'more links than one note has': 1 });
  });
});
