import { describe, expect, it } from 'vitest';
import { readUtterance, type Utterance } from './speech.js';

const traits = (text: string) =>
  Object.entries(readUtterance(text)).flatMap(([trait, holds]) => (holds === true ? [trait] : []));

describe('readUtterance', () => {
  it.each([
    ['Is it far?', 'question'],
    ['元気ですか？', 'question'],
    ['I walked.', 'firstPerson'],
    ["We're home.", 'firstPerson'],
    ['Ich komme.', 'firstPerson'],
    ['J’ai faim.', 'firstPerson'],
    ['Are you sure?', 'secondPerson'],
    ['Eu vi você.', 'secondPerson'],
    ['We have 3 dogs.', 'number'],
    ['We have three dogs.', 'number'],
    ['Thanks so much!', 'smallTalk'],
    ['Hey, how are you?', 'smallTalk'],
    ['He did not come.', 'negated'],
    ['She can’t swim.', 'negated'],
    ['Não sei.', 'negated'],
    ['Das ist nicht wahr.', 'negated'],
    ['My fiancé called.', 'person'],
    ['Our neighbours moved.', 'person'],
    ['We met at the café yesterday.', 'place'],
    ['They moved to Lisbon.', 'place'],
    ['It took two weeks.', 'duration'],
    ['I waited for ages.', 'duration'],
    ['I feel calm.', 'feeling'],
    ["I can't stand noise.", 'preference'],
    ["I'll visit soon.", 'plan'],
    ['I bought a bike.', 'possession'],
    ['He said “go”.', 'quotation'],
    ['We met yesterday.', 'timeWord'],
    ['See you on the 5th.', 'timeWord'],
    ['Great!', 'exclamation'],
  ] satisfies [string, keyof Utterance][])('%s has %s', (text, trait) =>
    expect(traits(text)).toContain(trait),
  );

  it.each([
    ['The boat is blue.', []],
    ['', []],
    ['Noise annoys an oyster.', ['feeling']],
  ])('%j has no more than it says', (text, expected) => expect(traits(text)).toEqual(expected));

  it('takes an opener before news for more than small talk', () => {
    expect(
      readUtterance('Hey, I bought a red bike for my son last week and we rode it home together')
        .smallTalk,
    ).toBe(false);
    expect(readUtterance('Thanks, see you at 5').smallTalk).toBe(false);
  });
});
