import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntities, type EntityHints } from './entities.js';
import { PREDICATES, readRelations, type Predicate } from './relations.js';

const HINTS: EntityHints = { speaker: 'Zoe', people: ['Zoe', 'Kai'] };

function relations(text: string, hints: EntityHints = HINTS): string[] {
  return readRelations(text, readEntities(text, hints), hints).map(
    ({ subject, predicate, object }) => `${subject} ${predicate} ${object}`,
  );
}

const STATED: readonly (readonly [text: string, ...stated: string[]])[] = [
  [
    'I live in Lyon, France and work at Google as a nurse.',
    'Zoe lives_in Lyon',
    'Lyon located_in France',
    'Zoe works_at Google',
    'Zoe works_as nurse',
  ],
  ['I moved from Sweden to Paris four years ago.', 'Zoe moved_from Sweden', 'Zoe moved_to Paris'],
  ['I was born in Lyon on 3 May 1990.', 'Zoe born_in Lyon', 'Zoe born_on 3 May 1990'],
  ['Petra is from Prague.', 'Petra comes_from Prague'],
  ['My dog Max is asleep.', "Zoe's dog named Max", 'Max is_a dog', 'Zoe owns Max'],
  ["My sister's name is Anna.", "Zoe's sister named Anna", 'Anna sibling_of Zoe'],
  ['My husband, Peter, bakes bread.', "Zoe's husband named Peter", 'Peter married_to Zoe'],
  [
    "John's wife Sara bought a piano.",
    "John's wife named Sara",
    'Sara married_to John',
    'Sara owns piano',
  ],
  ['Caroline is my best friend.', "Zoe's friend named Caroline", 'Caroline friend_of Zoe'],
  ['I have a cat named Luna.', 'Luna is_a cat', 'Zoe owns Luna'],
  ['Ana and Luis got married in Rome.', 'Ana married_to Luis'],
  ['Ana and I are friends.', 'Ana friend_of Zoe'],
  [
    'Tom is a software engineer at Siemens.',
    'Tom works_as software engineer',
    'Tom works_at Siemens',
  ],
  ['Tom studies biology at Harvard.', 'Tom studies biology'],
  [
    'PostgreSQL is a relational database.',
    'PostgreSQL is_a relational database',
    'relational database is_a database',
  ],
  ['SQLite, a kind of database, is small.', 'SQLite is_a database'],
  [
    'We saw museums such as the Louvre, the Prado and the Uffizi.',
    'Louvre is_a museum',
    'Prado is_a museum',
    'Uffizi is_a museum',
  ],
  ['Bavaria is part of Germany.', 'Bavaria part_of Germany'],
  ['The Louvre in Paris is crowded.', 'Louvre located_in Paris'],
  ['I love painting and hate running.', 'Zoe likes painting', 'Zoe dislikes running'],
  ["I don't like olives.", 'Zoe dislikes olives'],
  ['My favorite book is "Dune".', 'Zoe likes Dune'],
  [
    'My brother Sam, who lives in Oslo, plays chess.',
    "Zoe's brother named Sam",
    'Sam sibling_of Zoe',
    'Sam lives_in Oslo',
  ],
];

describe('readRelations', () => {
  it.each(STATED)('reads: %s', (text, ...stated) => {
    const read = relations(text);
    expect([...read].sort()).toEqual([...stated].sort());
  });

  it('reads nothing from questions, wishes, suppositions or unresolved pronouns', () => {
    const silent = [
      'Do you live in Berlin?',
      'I want to live in Tokyo.',
      'I would love to own a boat.',
      'She studies biology.',
      'If I lived in Rome, I would eat more.',
    ];
    for (const text of silent) expect(relations(text), text).toEqual([]);
  });

  it('drops what is denied', () => {
    expect(relations("I don't live in Berlin.")).toEqual([]);
    expect(relations('Tom is not a nurse.')).toEqual([]);
  });

  it('takes no participant who is spoken to for the name of a thing', () => {
    expect(relations('I finally love my job, Kai!')).not.toContain("Zoe's job named Kai");
    expect(relations('Thanks to my sister, Kai, it worked.')).toEqual([]);
  });

  it('needs the speaker to know who "I" is', () => {
    expect(relations('I live in Lyon.', {})).toEqual([]);
  });

  it('reads places in a list as a list', () => {
    expect(relations('I saw Paris, London and Rome.')).toEqual([]);
  });

  it('gives ranges inside the text and never relates a name to itself, for any text', () => {
    const words = fc.constantFrom(
      'I',
      'my',
      'dog',
      'Max',
      'Anna',
      'is',
      'a',
      'in',
      'Lyon',
      ',',
      '.',
      'love',
      'and',
      'such',
      'as',
      "'s",
      'name',
      'favorite',
      'not',
      'who',
      'moved',
      'to',
      '?',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (list) => {
        const text = list.join(' ');
        for (const { subject, object, start, end } of readRelations(
          text,
          readEntities(text, HINTS),
          HINTS,
        )) {
          expect(subject).not.toBe(object);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe('PREDICATES', () => {
  it('has symmetric inverses', () => {
    for (const [name, { inverse }] of Object.entries(PREDICATES)) {
      if (inverse !== undefined) expect(PREDICATES[inverse].inverse).toBe(name as Predicate);
    }
  });
});
