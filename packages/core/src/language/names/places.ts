import DATA from '../../../data/lexicon/places.json' with { type: 'json' };
import { phraseList, wordList } from './word-list.js';

/** Countries, continents, states and regions: places that contain other places. */
export const WIDE_PLACES = phraseList(DATA.WIDE_PLACES.join('\n'));

/** Countries, cities, states, regions, waters and well-known sights; lower case, without diacritics, without "the". */
export const PLACES: ReadonlySet<string> = new Set([
  ...WIDE_PLACES,
  ...phraseList(DATA.PLACES.join('\n')),
]);

/** Places whose name is also a plain word or a surname. */
export const AMBIGUOUS_PLACES = wordList(`
  turkey chile mali guinea split nice essen cork reading orlando buffalo lincoln phoenix columbus providence faro fez york kent bath
  lima rio rom noel sofia georgia jordan florence austin charlotte savannah chad sydney jackson santiago cali petra victoria
  virginia carolina queens rosario
`);

/** Last words (or first words before "of") that make a name a place. */
export const PLACE_HEADS = wordList(DATA.PLACE_HEADS.join('\n'));

/** First words that make the rest of a name a place: Mount Fuji, Lake Como, San Sebastián. */
export const PLACE_PREFIXES = wordList(`
  mount mt mont monte lake loch cape fort port san santa santo saint st são los las rio isla île villa north south east west
  northern southern eastern western upper lower central downtown greater new little old
`);

/** German compounds that name a street, a square or a bridge. */
export const GERMAN_PLACE_ENDING = /(?:straße|strasse|platz|allee|brücke|bahnhof)$/;
