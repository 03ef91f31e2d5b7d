import { describe, expect, it } from 'vitest';
import type { ClaimSubject } from './claim.js';
import { askedClaims } from './asked-and-foreign-claims.js';

const who = (subject: ClaimSubject): string =>
  subject.kind === 'owned'
    ? `${who(subject.owner)}'s ${subject.noun}`
    : subject.kind === 'speaker' || subject.kind === 'user'
      ? 'I'
      : subject.name;
const read = (question: string): string[] =>
  askedClaims(question).map(({ subject, slots }) => `${who(subject)} | ${slots.join(', ')}`);

describe('a question for one value', () => {
  it.each([
    ['Where does Jonas live?', ['Jonas | lives in']],
    ['So where does Jonas Weber live now?', ['Jonas Weber | lives in']],
    ["Where do Marek's parents live these days?", ["Marek's parent | lives in"]],
    ['Which city does my sister live in?', ["I's sister | lives in"]],
    ['Where do I work?', ['I | works at']],
    ['Which software company does Ana work for?', ['Ana | works at']],
    ['What does Ana do for a living?', ['Ana | works as, works at']],
    ['How old is Tom?', ['Tom | age']],
    ['What car does Tom drive?', ['Tom | drives']],
    ['Who is Ana married to?', ['Ana | partner']],
    ["Who is Ana's husband?", ["Ana's husband | is, name", 'Ana | partner']],
    ["What is Jonas' dog called?", ["Jonas's dog | name, is"]],
    ["What's my landlord's name?", ["I's landlord | name, is"]],
    ['What is my favourite colour?', ["I's favourite colour | is, name"]],
  ])('%s', (question, asked) => expect(read(question)).toEqual(asked));

  it.each([
    'Where did Jonas live in 2019?',
    'Where did Jonas meet Ana?',
    'Where does she live?',
    'What does Ana do on Sundays?',
    'Who is Ben?',
    'What is the weather like?',
    'Where does Jonas live and work?',
    '',
    '?',
  ])('nothing of: %s', (question) => expect(read(question)).toEqual([]));
});
