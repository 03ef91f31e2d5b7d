import type { EntityType } from '../../domain/graph.js';
import { phraseList, phrases, wordList } from '../lexicon.js';
import { normaliseName } from './name-spelling.js';
import EVENT_DATA from '../../../data/lexicon/events.json' with { type: 'json' };
import GIVEN_NAME_DATA from '../../../data/lexicon/given-names.json' with { type: 'json' };
import NICKNAME_DATA from '../../../data/lexicon/nicknames.json' with { type: 'json' };
import ORGANISATION_DATA from '../../../data/lexicon/organisations.json' with { type: 'json' };
import PLACE_DATA from '../../../data/lexicon/places.json' with { type: 'json' };
import PRODUCT_DATA from '../../../data/lexicon/products.json' with { type: 'json' };
import WORK_DATA from '../../../data/lexicon/works.json' with { type: 'json' };
import GENDERED_NAME_DATA from '../../../data/lexicon/gendered-names.json' with { type: 'json' };

/** Holidays and recurring events with names of their own; lower case, without diacritics. */
export const EVENTS = phraseList(EVENT_DATA.EVENTS.join('\n'));

/** Last words (or first words before "of"/"for") that make a name an event. */
export const EVENT_HEADS = wordList(EVENT_DATA.EVENT_HEADS.join('\n'));

/** Ideas, movements and conditions that are capitalised like names. */
const CONCEPTS = phraseList(EVENT_DATA.CONCEPTS.join('\n'));

/**
 * Common given names of many languages, lower case, without diacritics; names that are often plain words are left
 * out.
 */
export const GIVEN_NAMES = wordList(GIVEN_NAME_DATA.GIVEN_NAMES.join('\n'));

/** Given names that are also plain words: for them, a capital at the start of a sentence is no evidence. */
export const AMBIGUOUS_GIVEN_NAMES = wordList(GIVEN_NAME_DATA.AMBIGUOUS_GIVEN_NAMES.join('\n'));

/** `formal: short forms`, one per line. A short form may belong to several formal names (Alex, Chris, Sam). */
const TABLE = NICKNAME_DATA.TABLE.join('\n');

function readTable(): ReadonlyMap<string, ReadonlySet<string>> {
  const formalOf = new Map<string, Set<string>>();
  for (const line of phrases(TABLE)) {
    const [formal = '', shorts = ''] = line.split(':');
    for (const short of shorts.trim().split(' ')) {
      const known = formalOf.get(short) ?? new Set<string>();
      formalOf.set(short, known.add(formal));
    }
  }
  return formalOf;
}

/** Short form → the formal names it may belong to; all lower case, without diacritics. */
export const NICKNAMES = readTable();

/** Companies, public bodies, teams, bands and universities; lower case, without diacritics, without "the". */
const ORGANISATIONS = phraseList(ORGANISATION_DATA.ORGANISATIONS.join('\n'));

/** Organisations whose name is also a plain word. */
const AMBIGUOUS_ORGANISATIONS = wordList(`
  apple amazon target shell gap meta stripe ups alphabet oracle congress senate parliament cubs patriots cowboys packers eagles bulls
  nirvana visa ford sage square block zara puma reebok chanel dove tide bounty subway wendy's chipotle costa
`);

/** Words at the end of a name (or before "of"/"for") that make it an organisation. */
export const ORGANISATION_HEADS = wordList(ORGANISATION_DATA.ORGANISATION_HEADS.join('\n'));

/** Acronyms in their exact case. */
const ORGANISATION_ACRONYMS = wordList(ORGANISATION_DATA.ORGANISATION_ACRONYMS.join('\n'));

/** Countries, continents, states and regions: places that contain other places. */
export const WIDE_PLACES = phraseList(PLACE_DATA.WIDE_PLACES.join('\n'));

/** Countries, cities, states, regions, waters and well-known sights; lower case, without diacritics, without "the". */
const PLACES: ReadonlySet<string> = new Set([
  ...WIDE_PLACES,
  ...phraseList(PLACE_DATA.PLACES.join('\n')),
]);

/** Places whose name is also a plain word or a surname. */
const AMBIGUOUS_PLACES = wordList(`
  turkey chile mali guinea split nice essen cork reading orlando buffalo lincoln phoenix columbus providence faro fez york kent bath
  lima rio rom noel sofia georgia jordan florence austin charlotte savannah chad sydney jackson santiago cali petra victoria
  virginia carolina queens rosario
`);

/** Last words (or first words before "of") that make a name a place. */
export const PLACE_HEADS = wordList(PLACE_DATA.PLACE_HEADS.join('\n'));

/** First words that make the rest of a name a place: Mount Fuji, Lake Como, San Sebastián. */
export const PLACE_PREFIXES = wordList(`
  mount mt mont monte lake loch cape fort port san santa santo saint st são los las rio isla île villa north south east west
  northern southern eastern western upper lower central downtown greater new little old
`);

/** German compounds that name a street, a square or a bridge. */
export const GERMAN_PLACE_ENDING = /(?:straße|strasse|platz|allee|brücke|bahnhof)$/;

/** Products, technologies, games and services in their own casing. */
const PRODUCTS_AS_WRITTEN = phrases(PRODUCT_DATA.PRODUCTS_AS_WRITTEN.join('\n'));

/**
 * Product names whose lower-case form is a plain word: names only with a capital in mid-sentence or in a technical
 * context.
 */
const AMBIGUOUS_PRODUCTS = wordList(PRODUCT_DATA.AMBIGUOUS_PRODUCTS.join('\n'));

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

/**
 * Well-known books, films, series and games with names of several words or unmistakable ones; lower case, without
 * "the".
 */
const WORKS = phraseList(WORK_DATA.WORKS.join('\n'));

const NOTHING: readonly EntityType[] = Object.freeze([]);

/** From the most to the least likely type: "georgia" is a person before it is a place. */
const SOURCES: readonly (readonly [EntityType, Iterable<string>])[] = [
  ['person', GIVEN_NAMES],
  ['person', AMBIGUOUS_GIVEN_NAMES],
  ['place', PLACES],
  ['place', AMBIGUOUS_PLACES],
  ['organisation', ORGANISATIONS],
  ['organisation', AMBIGUOUS_ORGANISATIONS],
  ['product', PRODUCTS.keys()],
  ['event', EVENTS],
  ['work', WORKS],
  ['concept', CONCEPTS],
];

function buildTypes(): ReadonlyMap<string, readonly EntityType[]> {
  const types = new Map<string, EntityType[]>();
  for (const [type, names] of SOURCES) {
    for (const name of names) addType(types, normaliseName(name), type);
  }
  for (const nickname of NICKNAMES.keys()) {
    if (!types.has(nickname)) addType(types, nickname, 'person');
  }
  return types;
}

function addType(types: Map<string, EntityType[]>, name: string, type: EntityType): void {
  const known = types.get(name);
  if (known === undefined) types.set(name, [type]);
  else if (!known.includes(type)) known.push(type);
}

const TYPES = buildTypes();

const PLAIN_CONCEPTS: ReadonlySet<string> = new Set([
  'solid',
  'agile',
  'stem',
  'rag',
  'aids',
  'crud',
  'pride',
  'holi',
  'zen',
  'gothic',
  'renaissance',
]);

/** The types a normalised name has in the built-in lists, likeliest first; empty when it is in none. */
export function gazetteerTypes(normalisedName: string): readonly EntityType[] {
  return TYPES.get(normalisedName) ?? NOTHING;
}

/** Whether a listed name is also a plain word: "will", "apple", "rust". */
export function isPlainWordToo(normalisedName: string): boolean {
  if (GIVEN_NAMES.has(normalisedName)) return false;
  return (
    AMBIGUOUS_GIVEN_NAMES.has(normalisedName) ||
    AMBIGUOUS_PRODUCTS.has(normalisedName) ||
    AMBIGUOUS_ORGANISATIONS.has(normalisedName) ||
    AMBIGUOUS_PLACES.has(normalisedName) ||
    PLAIN_CONCEPTS.has(normalisedName)
  );
}

/** An acronym known in exactly this case: "WHO" is an organisation, "who" is not. */
export function isOrganisationAcronym(text: string): boolean {
  return ORGANISATION_ACRONYMS.has(text);
}

/** Given names borne almost only by women, lower case, without diacritics. A name in neither list is inconclusive. */
export const WOMENS_NAMES = wordList(GENDERED_NAME_DATA.WOMENS_NAMES.join('\n'));

/** The same for men. */
export const MENS_NAMES = wordList(GENDERED_NAME_DATA.MENS_NAMES.join('\n'));
