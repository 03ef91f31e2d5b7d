import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';

/** The first result of a query in a bank with these texts, and the notices. */
async function first(told: readonly string[], query: string) {
  const { memory } = await openTestMemory();
  for (const content of told) await memory.remember({ content });
  const { results, notices } = await memory.recall({ query, limit: 3 });
  return { content: results[0]?.content, notices: notices ?? [] };
}

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  fi: ['Kokous siirtyi perjantaille.', 'Auto on korjaamolla ensi viikkoon.', 'Kesämökki myytiin.'],
  hu: ['A megbeszélés péntekre került.', 'Az autó a szerelőnél van.', 'Eladtuk a nyaralót.'],
  cs: ['Schůzka se přesunula na pátek.', 'Auto je v servisu.', 'Chatu jsme loni prodali.'],
  tr: ['Toplantı cumaya alındı.', 'Araba serviste.', 'Yazlığı sattık.'],
};

describe('a name in another case', () => {
  it.each([
    ['fi', 'Pekka Lahtinen vastaa laskutuksesta.', 'Kuka kysyi Lahtiselta?'],
    ['fi', 'Aino Korhonen asuu Turussa.', 'Mitä Korhoselle kuuluu?'],
    ['hu', 'Szabó Gábor felel a számlákért.', 'Mit mondtam Szabónak?'],
    ['hu', 'Takács Anna orvos lett.', 'Beszéltél Takáccsal?'],
    ['cs', 'Tomáš Dvořák má na starosti faktury.', 'Co řekl Dvořákovi šéf?'],
    ['cs', 'Jana Svobodová pije kávu bez mléka.', 'Co dáme Svobodové pít?'],
    ['tr', 'Mehmet Yılmaz İzmir’e taşındı.', 'Yılmaz’a ne gönderdim?'],
    ['tr', 'Işıl Doğan faturalara bakıyor.', 'IŞIL’a ne dedim?'],
  ])('finds who is meant (%s): %s', async (language, told, query) => {
    expect((await first([...(OTHERS[language] ?? []), told], query)).content).toBe(told);
  });

  it('is nobody else where it is a name by itself, or the question is English', async () => {
    const told = ['Martin moved to Oslo.', 'The car is in the garage.'];
    for (const query of ['Where did Martha move?', 'Who is Markus?'])
      expect((await first(told, query)).notices.join(' ')).not.toContain('Martin');
  });
});

describe('a word that begins with a stem', () => {
  const told = ['Meine Mutter wohnt in Kiel.', 'Mein Vater kocht gern.', 'Ana keeps bees.'];

  it.each([
    ['Wo wohnt Mutti?', told[0]],
    ['wo wohnt mutti', told[0]],
    ['mutti', told[0]],
    ['Muttis Wohnung', told[0]],
    ['Hat Mutti angerufen?', told[0]],
    ['Where does Mutti live?', told[0]],
    ['Vati', told[1]],
    ['Was mag Vati?', told[1]],
  ])('is a form of its word and no mistyped stem: %s', async (query, wanted) => {
    const { content, notices } = await first(told, query);
    expect(content).toBe(wanted);
    expect(notices.join(' ')).not.toMatch(/Read “/u);
  });

  it('is corrected where it stands in an English question', async () => {
    const { notices } = await first(['The cats sleep on the sofa.'], 'where do the catts sleep');
    expect(notices.join(' ')).toContain('Read “catts” as “cats”');
  });
});

describe('a word of another language', () => {
  it.each([
    'Was macht Mutti?',
    'Termin Zahnarzt',
    'When is my Termin?',
    'Brot',
    'ma facture EDF',
    'when is my termin',
  ])('is read as no English word that no memory has: %s', async (query) => {
    const { notices } = await first(['The car is in the garage.'], query);
    expect(notices.join(' ')).not.toMatch(/Read “/u);
  });

  it('is corrected where the question is English', async () => {
    const { notices } = await first(['The car is in the garage.'], 'when did I recieve the letter');
    expect(notices.join(' ')).toContain('Read “recieve” as “receive”');
  });
});
