import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAME_FORMS, type ErasedName } from './forgetting-and-merging.js';
import { foldedForms } from './folded-text.js';
import { NameMatcher } from './name-matcher.js';

const named = (text: string, more: Partial<ErasedName> = {}): NameMatcher =>
  new NameMatcher([{ text, common: false, writing: NAME_FORMS, ...more }]);

describe('finding a name in text', () => {
  it.each([
    [
      'Rene Dupont',
      'René Dupont',
      'RENE\u0301 DUPONT',
      'Re\u00adne Du\u200bpont',
      'rene\u2060 dupont',
    ],
    [
      'Rene Dupont',
      'Ｒｅｎｅ Ｄｕｐｏｎｔ',
      '𝐑𝐞𝐧𝐞 𝐃𝐮𝐩𝐨𝐧𝐭',
      'ⓡⓔⓝⓔ ⓓⓤⓟⓞⓝⓣ',
      'R\u0336e\u0336n\u0336e Dupont',
    ],
    [
      'Rene Dupont',
      '@rene.dupont',
      'rene_dupont',
      'rene-dupont',
      'renedupont@example.org',
      'ReneDupont85',
    ],
    ['Rene Dupont', 'Dupont, Rene', 'DUPONT René', 'dupont.rene', 'dupontrene@example.org'],
    [
      'Rene Dupont',
      'Rene\nDupont',
      '> Rene\n> Dupont',
      'Rene\n        Dupont',
      'Rene Du-\npont',
      'Rene\u00a0Dupont',
    ],
    [
      'Rene Dupont',
      'Ren%C3%A9%20Dupont',
      'Ren&eacute;&nbsp;Dupont',
      'Ren&#233; Dupont',
      'Ren\\u00e9 Dupont',
      'rene+dupont',
    ],
    [
      'Rene Dupont',
      'Rene Dupont’s',
      "Rene Dupont's",
      'Rene Duponts',
      '(Rene Dupont)',
      'Rene “Dupont”',
    ],
    ['@rene.dupont', 'Rene Dupont', 'René Dupont', '@Rene_Dupont'],
    ['Dupont, Rene', 'Rene Dupont', 'Dupont, René', 'rene_dupont'],
    ['Łukasz Żak', 'Lukasz Zak', 'ŁUKASZ ŻAK', 'lukasz.zak@example.org'],
    ['Lukasz Zak', 'Łukasz Żak', 'Łukasz Z\u0307ak'],
    ['Søren Ærø', 'Soren Aero', 'Soeren Aeroe', 'SØREN ÆRØ'],
    [
      'Jürgen Groß',
      'Juergen Gross',
      'Jurgen Gross',
      'JÜRGEN GROSS',
      'J\u0075\u0308rgen Groß',
      'JÜRGEN GROẞ',
    ],
    ['Juergen Gross', 'Jürgen Groß'],
    ['Jean-Pierre', 'Jean Pierre', 'jean_pierre', 'Jeanpierre', 'Jean‑Pierre'],
    ["Shaun O'Neil", 'Shaun O’Neil', 'Shaun ONeil', 'shaun.o.neil'],
    ['İlhan Işık', 'Ilhan Isik', 'ilhan ışık'],
    ['Αλέξης Παππάς', 'ΑΛΕΞΗΣ ΠΑΠΠΑΣ', 'Αλεξης Παππας'],
    ['محمد علي', 'مُحَمَّد عَلِيّ', 'محمد علی'],
    ['山田太郎', '山田 太郎は', '昨日山田太郎が'],
    ['ルネ・デュポン', 'ﾙﾈ･ﾃﾞｭﾎﾟﾝ', 'ルネ デュポン'],
    ['+351 912 345 678', '+351912345678', '351-912-345-678', '(+351) 912.345.678'],
  ])('%s', (name, ...texts) => {
    for (const text of texts) {
      expect([text, named(name).test(`Told of ${text} today.`)]).toEqual([text, true]);
      expect(named(name).redact(text)).toContain('[erased]');
    }
  });

  it.each([
    [
      'Rene Dupont',
      'Irene Dupont',
      'Rene Duponte',
      'René Martin',
      'Dupont',
      'Rene',
      'Rene, Dupont',
      'Serene Dupont',
    ],
    ['Ana', 'Diana', 'Anastasia', 'ananas', 'ban a nap'],
    ['Tom', 'tomato', 'atom', 'similar_to m_7q0a'],
    ['A. Li', 'Ali', 'Mali'],
    ['@rene', 'Rene', 'rene@example.org'],
    ['がく', 'かく'],
    ['कमल', 'कमला'],
    ['Groß', 'Grossmann'],
    ['Michael', 'Michal'],
  ])('%s is not meant by others', (name, ...texts) => {
    for (const text of texts) expect([text, named(name).test(text)]).toEqual([text, false]);
  });

  it('a common word is a name with a capital, or as a handle', () => {
    const will = named('Will', { common: true });
    expect(['Will came', 'WILL came', 'ask @will'].map((text) => will.test(text))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['I will', 'goodwill'].map((text) => will.test(text))).toEqual([false, false]);
  });

  it('forms that mean others are left', () => {
    const joAnna = named('Jo Anna', { writing: ['spaced'] });
    expect(['Joanna', 'Anna, Jo'].map((text) => joAnna.test(text))).toEqual([false, false]);
    expect(joAnna.test('jo_anna')).toBe(true);
    const martin = named('Paul Martin', { writing: ['spaced', 'listed'] });
    expect(martin.test('Martin, Paul')).toBe(true);
    expect(['Martin Paul', 'martin.paul'].map((text) => martin.test(text))).toEqual([false, false]);
    const token = named('[card_1]', { writing: [] });
    expect(['paid by [card_1].', 'card 1', '[card_12]'].map((text) => token.test(text))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('takes out the whole of it, and nothing beside it', () => {
    const rene = named('Rene Dupont');
    expect(rene.redact('Ask René\u0301 Dupont\u200b, or (rene.dupont).')).toBe(
      'Ask [erased], or ([erased]).',
    );
    expect(rene.redact('Rene Dupont’s dog')).toBe('[erased] dog');
    expect(rene.redactAll({ a: ['x', 'René Dupont'], 'rene dupont': 1 })).toEqual({
      a: ['x', '[erased]'],
      '[erased]': 1,
    });
    expect(rene.redactAll('{"said":"Rene\\nDupont came"}')).toBe('{"said":"[erased] came"}');
    const kept = { numbers: '[1.0, 2e3]', list: [{ text: 'nobody' }] };
    expect(rene.redactAll(kept)).toBe(kept);
  });

  it('is a name and nothing else', () => {
    const rene = named('Rene Dupont');
    expect(
      ['René Dupont', ' (DUPONT, Rene) ', '@rene.dupont'].map((text) => rene.is(text)),
    ).toEqual([true, true, true]);
    expect(['Rene Dupont’s dog', 'Rene', ''].map((text) => rene.is(text))).toEqual([
      false,
      false,
      false,
    ]);
  });

  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöüéèñçøłßåčžřőęθλдйكم');
  const word = fc.array(letters, { minLength: 2, maxLength: 8 }).map((each) => each.join(''));
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));
  const DRESSES: readonly ((text: string) => string)[] = [
    (text) => text.toUpperCase(),
    (text) => text.normalize('NFD'),
    (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    (text) => [...text].join('\u00ad'),
    (text) => [...text].join('\u200d'),
    (text) =>
      [...text]
        .map((sign) =>
          /[a-z]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign,
        )
        .join(''),
    (text) => [...text].map((sign) => (/\p{L}/u.test(sign) ? `${sign}\u0302` : sign)).join(''),
  ];
  const GAPS = [' ', '_', '.', '\n  ', ' \n> ', '-', '', '\u200b'];
  const WRAPS: readonly ((text: string) => string)[] = [(text) => text, encodeURIComponent];
  const EDGES = [' ', '.', '(', '"', '\n', '@', ', ', '\u200b ', '/', '!'];

  it('in any dress and any place, and after that no reading of the text has it', () => {
    fc.assert(
      fc.property(
        name,
        fc.array(fc.constantFrom(...DRESSES), { maxLength: 3 }),
        fc.constantFrom(...GAPS),
        fc.constantFrom(...WRAPS),
        fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(...EDGES)),
        fc.string({ maxLength: 12 }),
        (text, dresses, gap, wrap, [before, after], rest) => {
          const dressed = wrap(
            dresses.reduce((sofar, dress) => dress(sofar), text.replaceAll(' ', gap)),
          );
          const matcher = named(text);
          const whole = `x${before}${dressed}${after}${rest}`;
          expect([whole, matcher.test(whole)]).toEqual([whole, true]);
          expect(matcher.test(matcher.redact(whole))).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  const SIGNS = [
    ...'a %&-;\n\t\u00ad\u200b\u0301\u0308ßäÅøé™²ﬁⓡＡ𝐀İｶﾞ가e',
    '%C3',
    '%A9',
    '&uuml;',
    '&#x41;',
    '\\u00e9',
    '\ud800',
  ];
  const signs = fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }).map((each) => each.join(''));

  it('keeps every sign that is not of a name', () => {
    const rene = named('Rene');
    fc.assert(
      fc.property(signs, (text) => {
        for (const { text: folded, place } of foldedForms(text)) {
          const places = Array.from({ length: folded.length + 1 }, (_, unit) => place(unit));
          expect(places.at(-1)).toBe(text.length);
          expect(places.slice(1).every((at, unit) => at >= (places[unit] ?? 0))).toBe(true);
        }
        expect(rene.redact(`${text} Rene ${text}`)).toBe(
          `${rene.redact(text)} [erased] ${rene.redact(text)}`,
        );
      }),
      { numRuns: 100 },
    );
  });
});
