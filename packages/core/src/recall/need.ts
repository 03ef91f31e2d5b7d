import type { Need } from '../domain/feedback.js';
import type { Wanted } from './question.js';
import type { Understanding } from './understand.js';

/** Kinds of answer that distinguish two questions with the same words. */
export const TELLING: readonly (keyof Wanted)[] = [
  'time',
  'person',
  'place',
  'number',
  'duration',
  'reason',
];

/** What a question asks for, as stored with votes. */
export function needOf({
  terms,
  nameTerms,
  wanted,
  periods,
  reasoning,
}: Pick<Understanding, 'terms' | 'nameTerms' | 'wanted' | 'periods' | 'reasoning'>): Need {
  return {
    terms: terms.map(({ term }) => term),
    names: nameTerms.map(({ term }) => term),
    asks: TELLING.filter((kind) => wanted[kind]),
    periods: periods.map(({ from, to, precision }) => ({ from, to, precision })),
    reasoning,
  };
}
