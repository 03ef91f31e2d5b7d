import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage, possibleLanguages } from './detect-language.js';

describe('detectLanguage', () => {
  it.each([
    ['de', 'Ich bin müde.'],
    ['de', 'Unser Hund heißt Bello.'],
    ['de', 'Wann fährt der nächste Zug?'],
    ['fr', 'Ma fille adore les chevaux.'],
    ['fr', 'On part en vacances la semaine prochaine.'],
    ['es', 'Mi hermano trabaja en Sevilla.'],
    ['es', '¿Cuándo llegas a casa?'],
    ['it', 'Non lo so ancora.'],
    ['it', 'La settimana prossima andiamo in vacanza.'],
    ['pt', 'Não sei o que fazer amanhã.'],
    ['pt', 'Gosto muito de café.'],
    ['nl', 'Mijn dochter houdt van paarden.'],
    ['sv', 'Igår gick jag till marknaden med min syster.'],
    ['da', 'I går gik jeg på markedet med min søster.'],
    ['no', 'I går dro jeg på markedet med søsteren min.'],
    ['fi', 'Eilen kävin torilla siskoni kanssa.'],
    ['pl', 'Czy możesz mi pomóc?'],
    ['cs', 'Můj bratr pracuje v Brně.'],
    ['hu', 'Tegnap a nővéremmel a piacra mentem.'],
    ['ro', 'Ieri am fost la piață cu sora mea.'],
    ['tr', 'Bugün hava çok güzel.'],
    ['vi', 'Hôm qua tôi đi chợ với chị gái.'],
    ['id', 'Kemarin saya pergi ke pasar dengan kakak saya.'],
    ['es', 'El martes pasado fui al cine.'],
    ['es', 'Mi jefe se llama Pablo.'],
    ['fr', 'On se voit vendredi.'],
    ['it', 'Voglio imparare a nuotare.'],
    ['pt', 'Tenho dois gatos.'],
    ['sv', 'Jag gillar kaffe.'],
    ['cs', 'Mám rád kávu.'],
    ['de', 'Bis Freitag!'],
    ['ru', 'Вчера я ходила на рынок с сестрой.'],
    ['uk', 'Мій брат працює у Львові.'],
    ['bg', 'Вчера ходих на пазара със сестра си.'],
    ['el', 'Χθες πήγα στην αγορά.'],
    ['he', 'אתמול הלכתי לשוק'],
    ['ar', 'ذهبت أمس إلى السوق مع أختي'],
    ['fa', 'دیروز با خواهرم به بازار رفتم چون پول داشتیم'],
    ['hi', 'कल मैं बाज़ार गई'],
    ['th', 'เมื่อวานฉันไปตลาด'],
    ['ja', '昨日は市場に行きました。'],
    ['zh', '昨天我和姐姐去了市场。'],
    ['ko', '어제 시장에 갔어요.'],
  ])('%s: %s', (language, text) => expect(detectLanguage(text)).toBe(language));

  it.each([
    ['tr', 'Annem hastanede'],
    ['tr', 'Kahve severim'],
    ['tr', 'Araba bozuldu'],
    ['tr', 'Kitap okuyorum'],
    ['tr', 'Cay icmek istiyorum'],
    ['tr', 'Ofiste elektrik kesildi.'],
    ['tr', 'Elektrik yok'],
    ['tr', 'Param yok'],
    ['tr', 'Kesinti raporu'],
    ['fi', 'Koira karkasi metsaan'],
    ['fi', 'Olen kaupassa'],
    ['hu', 'Budapesten lakom'],
    ['hu', 'Kutya beteg'],
    ['de', 'Kaffee kommt'],
    ['fr', 'Voiture en panne'],
    ['es', 'Coche roto'],
  ])('without a word of English, %s: %s', (language, text) =>
    expect(detectLanguage(text)).toBe(language),
  );

  it.each([
    'Hey Mel! Good to see you!',
    'Las Vegas',
    'kubectl apply',
    'Pikachu evolves',
    'sushi ramen',
    'Istanbul Ankara',
    'docker compose',
    'lol ok brb',
    "Wow, that's cool, Caroline!",
    'I met José and Zoë at the café near São Paulo.',
    'Die Hard is on tonight',
    'She lives in Los Angeles, El Paso and San Juan.',
    'La La Land was on TV',
    'Café au lait, please',
    'My cat ate 我 lunch',
    'Send it via DHL to Mr. van der Berg',
    'const x = await fetchUser(id);',
    'thx!! 😀😀',
    '12345',
    '',
    'no me neither',
    'Tai chi',
    'Blue hat, size ten',
    'Sin City tonight?',
    'Ana, Mia, Lena',
    'Par avion',
  ])('en: %j', (text) => expect(detectLanguage(text)).toBe('en'));

  it('gives the fallback without evidence', () => {
    expect(detectLanguage('ok', 'de')).toBe('de');
    expect(detectLanguage('I think that this is what you said to them.', 'de')).toBe('en');
  });

  it.each([
    ['Quali biglietti?', 'it'],
    ['Дзе жыве сястра?', 'be'],
    ['Де живе моя сестра?', 'uk'],
    ['Asun Turussa.', 'fi'],
  ])('%j may be %s', (text, language) => expect(possibleLanguages(text)).toContain(language));

  it('leaves no doubt about plain English and a script of one language', () => {
    expect(
      ['Where does Tom live now?', 'What did Caroline say about the adoption?', 'Pixel'].map(
        (text) => possibleLanguages(text),
      ),
    ).toEqual([['en'], ['en'], ['en']]);
    expect(possibleLanguages('昨日は市場に行きました。')).toEqual(['ja']);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(possibleLanguages(text)[0]).toBe(detectLanguage(text));
      }),
    );
  });

  it('gives a code of two letters for anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(detectLanguage(text)).toMatch(/^[a-z]{2}$/);
      }),
    );
    expect(detectLanguage('a'.repeat(65_536))).toBe('en');
  });
});

describe('letters of one language alone', () => {
  it.each([
    'Yılmaz ne dedi?',
    'İlker ne yaptı?',
    'Yarınki toplantı',
    'ISPARTA ne zaman',
    'Sığınak anahtarı',
  ])('tell a short question beside a word or two: %s', (text) =>
    expect(detectLanguage(text)).toBe('tr'),
  );

  it.each(['Erdoğan speech', 'my jalapeño recipe', 'Doğan and I met', 'Dvořák symphony'])(
    'do not where they stand in a name or a dish: %s',
    (text) => expect(detectLanguage(text)).toBe('en'),
  );
});
