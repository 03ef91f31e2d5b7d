import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinPhrases } from './kinship.js';

const read = (question: string): string[] =>
  kinPhrases(question).map(
    ({ start, end, owner, noun }) => `${question.slice(start, end)} | ${owner ?? 'me'} | ${noun}`,
  );

describe('somebody told by a relation', () => {
  it.each([
    ["Where does Jonas' sister live?", ["Jonas' sister | Jonas | sister"]],
    ['Where does the sister of Jonas live?', ['the sister of Jonas | Jonas | sister']],
    ['What does my boss’s dog eat?', ['my boss | me | boss']],
    [
      "When did Ana's new boss meet Tom's brother-in-law?",
      ["Ana's new boss | Ana | boss", "Tom's brother-in-law | Tom | brother-in-law"],
    ],
    ["What is the name of Ana's cat's vet?", []],
    ["Who is Jonas' sister married to?", ["Jonas' sister | Jonas | sister"]],
    ["where does jonas's brother work", ["jonas's brother | jonas | brother"]],
  ])('%s', (question, phrases) => expect(read(question)).toEqual(phrases));

  it.each([
    "Who is Ana's sister?",
    "Who's my boss now?",
    'Who was my boss before Dora?',
    "Who was Ana's landlord in May?",
    'What is the name of my dog?',
    "What is Tom's cat called?",
    "What's Ana's boss's name?",
    "Where does Ana's ex-husband live?",
    "What did Ana's sisters say?",
  ])('nothing of: %s', (question) => expect(read(question)).toEqual([]));

  it('never throws, and names what stands there', () => {
    const word = fc.constantFrom(
      'the',
      'my',
      "Jonas'",
      "Ana's",
      'sister',
      'of',
      'boss',
      "boss's",
      'dog',
      'live',
      "'",
      '’s',
      'Where',
      '🎉',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const question = words.join(' ');
        for (const { start, end, noun } of kinPhrases(question))
          expect(question.slice(start, end).toLowerCase()).toContain(noun);
      }),
    );
  });
});
