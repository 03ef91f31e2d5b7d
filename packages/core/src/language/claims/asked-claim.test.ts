import { describe, expect, it } from 'vitest';
import type { ClaimSubject } from './claim.js';
import { askedClaims, askedTime } from './asked-and-foreign-claims.js';

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

describe('the time that a question asks about', () => {
  it.each([
    ['Where did Tom live before?', 'before'],
    ['where was the gear before and what did i pay', 'before'],
    ['what was the very first date for the operation', 'first'],
    ['Which price had first been agreed with the owner?', 'first'],
    // What holds comes first where both are asked for, and tells what it replaced.
    ['what does the skipper charge now and before', 'now'],
    ['what rent do I pay these days and what did I use to pay', 'now'],
    ['when do the instruments have to arrive, and what was it before', 'now'],
    ['what does he have to send before they pay the rest', 'now'],
    ['how old is the dog', 'now'],
  ])('%s', (question, time) => expect(askedTime(question)).toBe(time));
});
