import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

const TALK: readonly (readonly [said: string, asked: string])[] = [
  ['Ho comprato i biglietti per il concerto di Vasco.', 'Quali biglietti ho comprato?'],
  ['Адна мая сястра жыве ў Мінску.', 'Дзе жыве сястра?'],
  ['Моя сестра живе у Львові.', 'Де живе сестра?'],
  ['Asun Turussa ja opetan musiikkia.', 'Kuka opettaa musiikkia Turussa?'],
  ['Mijn fiets is gestolen bij het station.', 'Waar is de fiets gestolen?'],
  ['El martes pasado fui al cine con Marta.', '¿Cuándo fui al cine?'],
  ['Die Katze schläft auf dem Sofa.', 'Wo schläft die Katze?'],
];

describe('a bank in several languages', () => {
  it('is asked in each, however short the question', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(TALK.map(([content]) => content));
    for (const [said, asked] of TALK) {
      const {
        results,
        why: { known },
      } = await memory.recall({ query: asked, limit: 1 });
      expect([asked, results[0]?.content, known.verdict]).toEqual([asked, said, 'known']);
    }
  });

  it.each([
    [
      'de',
      'Lena zieht im März nach Rostock.',
      [
        'Wann zieht Lena nach Rostock?',
        'Warum zieht Lena nach Rostock?',
        'Wer zieht nach Rostock?',
      ],
    ],
    [
      'fr',
      'Lena déménage à Nantes en mars.',
      [
        'Quand est-ce que Lena déménage à Nantes ?',
        'Où déménage Lena ?',
        'Pourquoi Lena déménage ?',
      ],
    ],
    ['it', 'Lena si trasferisce a Torino a marzo.', ['Quando si trasferisce Lena a Torino?']],
    [
      'pl',
      'Lena przeprowadza się w marcu do Gdańska.',
      ['Kiedy Lena przeprowadza się do Gdańska?', 'Dokąd przeprowadza się Lena?'],
    ],
  ])(
    'takes no word that asks for one that no memory has: %s',
    async (_language, said, questions) => {
      const { memory } = await openTestMemory();
      await memory.rememberAll([said, 'Jonas has bought a red bike.']);
      for (const query of questions) {
        const {
          results,
          notices,
          why: { coverage },
        } = await memory.recall({ query, limit: 1 });
        expect([query, results[0]?.content, notices, coverage]).toEqual([query, said, [], 1]);
      }
    },
  );

  it('reads no rightly spelt word of another language as a scrap of one that it holds', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'Ayer compré un coche rojo en Sevilla.',
      ...TALK.map(([content]) => content),
    ]);
    expect((await memory.recall('¿De qué color es el coche?')).notices).toEqual([
      'No memory has the word “color”.',
    ]);
    expect((await memory.recall('Waar is de fiets?')).notices).toEqual([]);
  });
});
