import { describe, expect, it } from 'vitest';
import { readEntities, type EntityHints } from '../entities.js';
import { PREDICATES, readRelations } from '../relations.js';
import { isPlural, singular } from '../stem.js';

const HINTS: EntityHints = { speaker: 'Zoe', people: ['Zoe', 'Kai', 'Caroline'] };

function hierarchical(text: string): string[] {
  return readRelations(text, readEntities(text, HINTS), HINTS)
    .filter(({ predicate }) => PREDICATES[predicate].family === 'hierarchical')
    .map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`)
    .sort();
}

const READ: readonly (readonly [text: string, ...stated: string[]])[] = [
  ['A labrador is a dog.', 'labrador is_a dog'],
  ['Labradors are dogs.', 'labrador is_a dog'],
  ['Dogs are animals and cats are animals.', 'cat is_a animal', 'dog is_a animal'],
  ['A sloop is a type of boat.', 'sloop is_a boat'],
  ['Dachshunds are a breed of dog.', 'dachshund is_a dog'],
  ['Rex is a golden retriever.', 'Rex is_a golden retriever', 'golden retriever is_a retriever'],
  ['Barcelona is a wonderful must-visit city!', 'Barcelona is_a city'],
  ['Marmalade is a greyhound.', 'Marmalade is_a greyhound'],
  ['My dog is a poodle.', "Zoe's dog is_a poodle"],
  ['We grow herbs such as basil and thyme.', 'basil is_a herb', 'thyme is_a herb'],
  ['She sells flowers, including roses and tulips.', 'rose is_a flower', 'tulip is_a flower'],
  ['He breeds poodles, beagles and other dogs.', 'beagle is_a dog', 'poodle is_a dog'],
  ['A wheel is part of a car.', 'wheel part_of car'],
  ['Bavaria is part of Germany.', 'Bavaria part_of Germany'],
];

/** Sentences with "is a" that state no kind, as conversation often does. */
const SILENT = [
  'It is a pity.',
  "It's a kind of magic.",
  'Caroline is a great friend.',
  'Kai is a real go-getter!',
  "I'm a bit moved, and a bit hungover.",
  'Kai is such a sweetheart.',
  "She ate Dona Celeste's chicken.",
  "If all goes well we're in Porto on Monday.",
  "I'm a Weight Watchers coach in my group now.",
  'Certain authors are like goldmines of inspiration.',
  'Is a whale a fish?',
  'A whale is not a fish.',
  'I wish a tomato was a fruit.',
  'The struggle is part of the journey.',
  'Failure is part of life.',
  'That bike belongs to Kai.',
  'I love things such as this.',
  'The kids and other parents came.',
  'I saw Kai and other friends.',
  'Kids are great.',
  'Dogs are a lot of work.',
  'A hike is a nice way to relax.',
  'Kai has a kind of aura.',
  'There are people, including Kai, who care.',
  'Music is a big part of me.',
  'Mornings are the worst.',
  'Running is a hobby of mine.',
  'Music is a gift.',
  'Everything is a mess.',
  'Honestly is a weird word.',
];

describe('what is read of kinds and parts', () => {
  it.each(READ)('is read: %s', (text, ...stated) => {
    expect(hierarchical(text)).toEqual([...stated].sort());
  });

  it.each(SILENT)('is nothing in: %s', (text) => {
    expect(hierarchical(text)).toEqual([]);
  });

  it('takes a hot dog for no dog', () => {
    expect(hierarchical('Lunch is a hot dog.')).not.toContain('hot dog is_a dog');
  });
});

describe('singular', () => {
  it.each([
    'dogs dog',
    'boxes box',
    'berries berry',
    'wolves wolf',
    'people person',
    'buses bus',
    'glasses glass',
    'horses horse',
    'churches church',
    'bus bus',
    'glass glass',
    'tennis tennis',
    'movies movie',
    'cat cat',
  ])('%s', (pair) => {
    const [noun = '', one = ''] = pair.split(' ');
    expect(singular(noun)).toBe(one);
    expect(isPlural(noun)).toBe(noun !== one);
  });
});
