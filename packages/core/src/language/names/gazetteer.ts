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
import COMMON_WORD_DATA from '../../../data/lexicon/common-words.json' with { type: 'json' };
import CALENDAR_AND_PEOPLES_DATA from '../../../data/lexicon/calendar-and-peoples.json' with { type: 'json' };
import POSSESSION_DATA from '../../../data/lexicon/possessions.json' with { type: 'json' };

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

/** Written before a person's name, and part of the name. */
export const TITLES = wordList(`
  dr mr mrs ms miss mx prof professor doctor sir dame lord lady madam captain capt colonel col general gen lieutenant lt sergeant sgt
  major president senator sen governor gov mayor minister chancellor judge justice king queen prince princess pope father fr sister
  brother rev reverend rabbi imam uncle aunt auntie grandma grandpa granny nana coach chef officer detective agent señor señora
  senor senora don doña monsieur madame mme mlle herr frau dr-ing sensei ceo
`);

/** Titles that are not part of the name: in "Dr. Weber" it is Weber. */
export const COURTESY_TITLES = wordList(
  `dr mr mrs ms miss mx prof professor sir madam herr frau señor señora senor senora monsieur madame mme mlle`,
);

/** Titles that do not distinguish bearers of a name: "Auntie Margaret" may be Margaret Osei. */
export const PASSING_TITLES = wordList(
  `aunt auntie uncle grandma grandpa granny nana chef coach captain capt officer detective councillor cllr reverend rev doctor`,
);

/** Abbreviations whose full stop does not end a sentence. */
export const ABBREVIATIONS = wordList(`
  dr mr mrs ms prof capt col gen lt sgt sen gov rev st fr mt jr sr vs etc no vol fig al approx dept est inc ltd co corp bros ave blvd rd
  e.g i.e z.b d.h p.s a.k.a ca bzw mme mlle
`);

/** Small words that may occur inside a name. */
export const CONNECTORS = wordList(
  `of the de la le les del della delle der den des di da dos du van von bin ibn al el upon and`,
);

/**
 * Words after which a capitalised name is a place without further evidence (measured precision of “in” in
 * conversation: 0.9).
 */
export const WHERE_CUES = wordList(`in near downtown nach aus en au em`);

/** Prepositions and verbs before places, but also before companies, tools and people. */
export const PLACE_CUES = wordList(`
  in near across around visit visited visiting toward towards throughout outside inside reach reached tour toured explore explored
  exploring leave leaving downtown nach aus bei à en au em across via
`);

/** Weaker cues: they also precede people, events and organisations. */
export const WEAK_PLACE_CUES = wordList(`to from at`);

/** Verbs of motion and dwelling: with "to", "from" or "at" after them, a place follows. */
export const MOTION_VERBS = wordList(`
  go goes going went gone travel travels traveled travelled traveling travelling fly flew flown flying drive drove driving move moved
  moving head headed heading relocate relocated relocating trip trips flight flights trains bus ride journey return returned returning
  come came coming arrive arrived arriving back live lives lived living stay stayed staying born ship shipped
`);

/** The motion verbs that only take places: one “moves” and “goes” to another program, too. */
export const TRAVEL_VERBS = wordList(`
  travel travels traveled travelled traveling travelling fly flew flown flying drive drove driving relocate relocated relocating trip
  trips flight flights train trains bus ferry ride journey live lives lived living staying born
`);

/** Words before a person's name. */
export const PERSON_CUES = wordList(`
  hey hi hello thanks thx dear bye cheers met meet meeting told tell asked ask with called texted emailed messaged said says
  congrats congratulations sorry bonjour hola hallo ciao love miss missed help helped hug for by saw see dating married goodnight
  welcome ping pinged cc thank namely named friend friends sister brother mother father husband wife daughter son cousin aunt
  uncle boss colleague coworker teammate neighbor roommate boyfriend girlfriend partner mom dad grandma grandpa manager
  coach author singer artist actor actress painter writer novelist director composer musician guitarist pianist engineer poet
  teacher professor doctor scientist researcher intern
`);

/** Verbs whose subject is a person. */
export const PERSON_VERBS = wordList(`
  said says asked told tells replied answered wrote writes thinks thought wants wanted loves loved likes liked hates went goes came
  comes lives lived works worked called calls texted emailed met meets moved married bought got gets knows knew feels felt plays played
  studies studied teaches taught grew joined left quit helped helps gave gives made sang cooked painted runs ran smiled laughed cried
  agreed suggested recommended reminded mentioned explained argued promised decided hopes enjoys prefers and-i reviewed
  approved fixed merged pushed commented owns needs needed took takes invited brought proposed
  'll 'd did does
`);

/** Words of working for an employer. */
export const EMPLOYER_CUES = wordList(
  `work works worked working job role position intern interned internship employed hired ceo cto founder engineer joined join joining colleagues`,
);

/** Words after which a capital begins the title of a book, film, song or game. */
export const WORK_CUES = wordList(`
  read reading reread rereading watch watched watching rewatched played playing book books novel novels movie movies film films song songs
  album albums series show shows play musical opera episode trilogy saga comic documentary podcast magazine poem essay story titled
  painting single soundtrack author wrote written binge-watching binged streaming
`);

/** Work cues that are followed by an article and the title: "watched the Matrix". */
export const WORK_VERBS = wordList(
  `read reading reread rereading watch watched watching rewatched binged playing played streaming`,
);

/** Words after which a capital is a tool or a product. */
export const PRODUCT_CUES = wordList(`
  use uses used using install installs installed installing deploy deploys deployed deploying upgrade upgraded upgrading migrate migrated
  migrating configure configured run runs running via bought buy sell sold ordered download downloaded library framework
  package app tool database language console phone laptop version new integrate integrated sdk api plugin built
`);

/** Words in capitals that are interjections, titles or units rather than names. */
export const PLAIN_ACRONYMS = wordList(`
  OK OKAY LOL LMAO ROFL OMG OMFG BTW FYI ASAP TODO FIXME WIP ETA IMO IMHO TBH IDK IRL AFAIK TIL ILY BRB TTYL BFF DM DMS PS RSVP FAQ DIY TV TVS
  PC PCS CD DVD USB GPS CPU GPU RAM SSD LED LCD PDF PNG JPG JPEG GIF MP3 MP4 CSV TXT ID IDS UI UX PR PRS MR MRS CI QA HR IT VP CEO CTO CFO COO
  VC API APIS URL URLS URI SDK CLI GUI IDE DB EOD EOW TBD TBA NA AM PM AKA VS II III IV VI VII VIII IX XI XII GMT UTC EST PST CET  PHD BA
  BS MA MS MBA MD RN DJ MC ER ICU VIP DOB ATM BBQ SOS XOXO XO HA HAHA YAY WOW OOF NO YES SO NOT ALL VERY I A BC AD KM KG CM MM LB LBS MPH
  GB MB KB TB FPS RPG NPC MMO PT PE GP OS VM VR AR EV SUV RV GMO UFO KO MD5 UUID LGTM NIT RFC ADR POC PTO OOO P0 P1 P2 P3 V1 V2 V3 WTF FOMO README CHANGELOG LICENSE R&R RR
  XL XXL XS NB PSA TLDR TL DNS IP SSL CDN ORM DOM MST HH DD YY YYYY X Y Z
`);

/** Words that open or connect sentences and are never names by themselves: function words, greetings, verdicts. */
export const SENTENCE_WORDS = wordList(COMMON_WORD_DATA.SENTENCE_WORDS.join('\n'));

/**
 * The same for German, French, Spanish and Italian. Only checked where a capital is expected anyway: "Como" is also a
 * lake.
 */
export const FOREIGN_SENTENCE_WORDS = wordList(COMMON_WORD_DATA.FOREIGN_SENTENCE_WORDS.join('\n'));

/** Frequent plain words that are capitalised in headings, shouted text and at sentence starts. */
export const COMMON_WORDS = wordList(COMMON_WORD_DATA.COMMON_WORDS.join('\n'));

/** Capitalised by rule, never an entity: weekdays, months, and time words of the major languages. */
export const CALENDAR_WORDS = wordList(CALENDAR_AND_PEOPLES_DATA.CALENDAR_WORDS.join('\n'));

/** Nationalities, peoples, members of religions, and languages: a nationality is not a place. */
export const DEMONYMS = wordList(CALENDAR_AND_PEOPLES_DATA.DEMONYMS.join('\n'));

/** Nouns for relatives. */
export const RELATIVES = wordList(POSSESSION_DATA.RELATIVES.join('\n'));

/** Nouns for pets. */
export const PETS = wordList(POSSESSION_DATA.PETS.join('\n'));

/** Possessions, places and projects of one's own that are worth remembering. */
export const BELONGINGS = wordList(POSSESSION_DATA.BELONGINGS.join('\n'));

/** Professions; also accepted as the object of `works_as`. */
export const PROFESSIONS = wordList(POSSESSION_DATA.PROFESSIONS.join('\n'));
