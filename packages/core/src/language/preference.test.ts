import { expect, it } from 'vitest';
import { tellsPreference } from './judgements.js';

it.each([
  'I prefer tabs.',
  'She loves quinces.',
  'Never push to main on a Friday.',
  'Please use pnpm here.',
  'We like short functions.',
  'My favourite tea is genmaicha.',
  'Nadia is allergic to cashews.',
  'Don’t use default exports.',
])('%s', (text) => {
  expect(tellsPreference(text)).toBe(true);
});

it.each([
  'The pool size is 40.',
  'Do you prefer tea?',
  'It looks like rain.',
  'What would you rather have?',
  'We moved to Porto.',
])('not: %s', (text) => {
  expect(tellsPreference(text)).toBe(false);
});
