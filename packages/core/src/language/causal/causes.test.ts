import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCauses } from './causes.js';

const told = (text: string) =>
  readCauses(text).map(({ cause, effect, cue }) => [cause?.text ?? null, effect.text, cue]);

describe('readCauses', () => {
  it.each([
    ['We stayed in because it rained.', 'it rained', 'We stayed in', 'because'],
    ['Because it rained, we stayed in.', 'it rained', 'we stayed in', 'because'],
    ['It rained, so we stayed in.', 'It rained', 'we stayed in', 'so'],
    ["It rained. That's why we stayed in.", 'It rained', 'we stayed in', "that's why"],
    ['We left early. Because I was tired.', 'I was tired', 'We left early', 'because'],
    [
      'I quit. Because of that we have less money.',
      'I quit',
      'we have less money',
      'because of that',
    ],
    ['I moved since I have family here.', 'I have family here', 'I moved', 'since'],
    ['The storm led to a blackout.', 'The storm', 'a blackout', 'led to'],
    ['Thanks to her help, I passed.', 'her help', 'I passed', 'thanks to'],
    ['We were late due to traffic.', 'traffic', 'We were late', 'due to'],
    ['My daughter is why I work hard.', 'My daughter', 'I work hard', 'is why'],
    ['Ich blieb zu Hause, weil es regnete.', 'es regnete', 'Ich blieb zu Hause', 'weil'],
  ])('%s', (text, cause, effect, cue) => expect(told(text)).toEqual([[cause, effect, cue]]));

  it('leaves the cause open where it stands in the turn before', () => {
    expect(told('That’s why I love it!')).toEqual([[null, 'I love it', "that's why"]]);
    expect(told('As a result, the plan failed.')).toEqual([
      [null, 'the plan failed', 'as a result'],
    ]);
  });

  it.each([
    'I did it in order to win.',
    'I study so that I can pass.',
    'I did it so I can rest.',
    "I've lived here since I was a kid.",
    'Since we last spoke, I moved.',
    'I think so.',
    'Thank you so much!',
    'I was so tired.',
    ', because .',
    '',
  ])('%j states none', (text) => expect(readCauses(text)).toEqual([]));

  it('places every clause where it stands', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'we left',
          'it rained',
          'because',
          ', so',
          '.',
          "That's why",
          'since I have',
          ',',
          ' ',
          'led to',
          '😀',
          '\n',
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), (text) => {
        for (const { cause, effect, confidence } of readCauses(text)) {
          for (const clause of [cause, effect])
            if (clause !== null) expect(text.slice(clause.start, clause.end)).toBe(clause.text);
          expect(confidence > 0 && confidence <= 1).toBe(true);
        }
      }),
    );
  });

  it('reads the longest texts through', () => {
    for (const part of [' ', 'because ', 'so we ', ', ', 'a', '\n'])
      expect(readCauses(part.repeat(Math.floor(65_536 / part.length))).length).toBeLessThanOrEqual(
        1,
      );
  });
});
