import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCausalClauses } from './causal-clauses.js';

const never = (): boolean => false;
const always = (): boolean => true;
const told = (text: string, implied = never) =>
  readCausalClauses(text, implied).map(({ cause, effect, telling }) => [
    cause?.text ?? null,
    effect.text,
    telling,
  ]);

describe('readCausalClauses', () => {
  it.each([
    ['We stayed in because it rained.', 'it rained', 'We stayed in', 'stated'],
    ['The fire was caused by a cigarette.', 'a cigarette', 'The fire', 'stated'],
    ['The speech sparked weeks of protest.', 'The speech', 'weeks of protest', 'verbal'],
    ['The delay stems from a missing part.', 'a missing part', 'The delay', 'verbal'],
    ['The news made my mother cry.', 'The news', 'my mother cry', 'verbal'],
    [
      'I woke up late since my alarm had no battery.',
      'my alarm had no battery',
      'I woke up late',
      'verbal',
    ],
    [
      'The museum cut its hours in response to the strike.',
      'the strike',
      'The museum cut its hours',
      'verbal',
    ],
    ['The reason we left was the noise.', 'the noise', 'The reason we left', 'verbal'],
    ['A landslide blocked the road.', 'A landslide', 'the road', 'verbal'],
    [
      'The roof fell in, leaving two families homeless.',
      'The roof fell in',
      'two families homeless',
      'verbal',
    ],
    ['Der Sturm führte zu einem Stromausfall.', 'Der Sturm', 'einem Stromausfall', 'verbal'],
  ])('%s', (text, cause, effect, telling) =>
    expect(told(text)).toEqual([[cause, effect, telling]]),
  );

  it.each([
    'The ring was made by hand.',
    'Her point made clear progress in the talks.',
    'I have lived here since my school days began.',
    'My sister broke her record.',
    'What caused the fire?',
    'We met after lunch.',
    'I force myself to run.',
    '```\ncaused by\n```',
    '',
  ])('%j tells none', (text) => expect(told(text)).toEqual([]));

  it('reads weak signs only where a cause is held to be', () => {
    const text = 'Thousands marched on Monday to demand higher wages.';
    expect(told(text)).toEqual([]);
    expect(told(text, always)).toEqual([
      ['demand higher wages', 'Thousands marched on Monday', 'implied'],
    ]);
    expect(told('Two men died when the bridge fell.', always)).toEqual([
      ['the bridge fell', 'Two men died', 'implied'],
    ]);
  });

  it('follows a chain within a sentence', () => {
    const pairs = told('The pump failed because of the frost, so the cellar flooded.').map(
      ([cause, effect]) => `${cause} → ${effect}`,
    );
    expect(pairs.length).toBeGreaterThan(1);
    expect(
      pairs.some(
        (pair) => pair.endsWith('→ the cellar flooded') || pair.includes('the cellar flooded'),
      ),
    ).toBe(true);
    expect(pairs.some((pair) => pair.startsWith('the frost'))).toBe(true);
  });

  it('leaves out who says it', () => {
    expect(
      told('The mayor said that the bridge fell because the bolts had rusted, the police added.'),
    ).toEqual([['the bolts had rusted', 'the bridge fell', 'stated']]);
  });

  it('places every clause where it stands', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'the storm',
          'we left',
          'because',
          'sparked',
          'which led to',
          ', so',
          '.',
          'made',
          'to demand',
          'after',
          'said that',
          ',',
          ' and ',
          '😀',
          '\n',
        ),
        { maxLength: 16 },
      )
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(pieces, fc.boolean(), (text, implied) => {
        for (const { cause, effect } of readCausalClauses(text, () => implied)) {
          for (const each of [cause, effect])
            if (each !== null) expect(text.slice(each.start, each.end)).toBe(each.text);
        }
      }),
    );
  });

  it('reads the longest texts through', () => {
    for (const part of [
      'since the ',
      'the storm ',
      'made me ',
      ', ',
      'a',
      '\n',
      'the reason ',
      'said that ',
    ])
      expect(
        readCausalClauses(part.repeat(Math.floor(65_536 / part.length)), always).length,
      ).toBeLessThanOrEqual(3);
  });
});
