import DATA from '../../../data/lexicon/products.json' with { type: 'json' };
import { phrases, wordList } from './word-list.js';

/** Products, technologies, games and services in their own casing. */
const PRODUCTS_AS_WRITTEN = phrases(DATA.PRODUCTS_AS_WRITTEN.join('\n'));

/**
 * Product names whose lower-case form is a plain word: names only with a capital in mid-sentence or in a
 * technical context.
 */
export const AMBIGUOUS_PRODUCTS = wordList(DATA.AMBIGUOUS_PRODUCTS.join('\n'));

/** Lower-case product name, without diacritics, → its own casing. */
export const PRODUCTS: ReadonlyMap<string, string> = new Map(
  PRODUCTS_AS_WRITTEN.map((name) => [
    name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
    name,
  ]),
);
