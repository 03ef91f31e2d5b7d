import type { EntityType } from '../../domain/graph.js';
import { wordList } from '../lexicon.js';
import { nounKind } from './common-nouns.js';
import {
  CALENDAR_WORDS,
  EMPLOYER_CUES,
  EVENT_HEADS,
  GERMAN_PLACE_ENDING,
  isOrganisationAcronym,
  MOTION_VERBS,
  ORGANISATION_HEADS,
  PERSON_CUES,
  PERSON_VERBS,
  PLACE_CUES,
  PLACE_HEADS,
  PLACE_PREFIXES,
  PRODUCT_CUES,
  PROFESSIONS,
  TITLES,
  TRAVEL_VERBS,
  WEAK_PLACE_CUES,
  WHERE_CUES,
} from './gazetteer.js';
import { isPlain, spanName } from './name-evidence.js';
import { followsWorkCue, isKnownName, knownTypes, type Reading } from './name-reading.js';
import { MODIFIERS, type NameSpan } from './name-spans.js';
import { type NameToken, normaliseName } from './name-spelling.js';
import { kinWord } from '../relations/kinship.js';

/** Nouns directly after a name that state its type: "the Zorba app". */
const KIND_NOUNS: readonly (readonly [EntityType, ReadonlySet<string>])[] = [
  [
    'product',
    wordList(
      'app library framework tool database package plugin api sdk engine console phone laptop language server',
    ),
  ],
  [
    'organisation',
    wordList(
      'company team band startup foundation agency group club office headquarters employees',
    ),
  ],
  [
    'event',
    wordList(
      'festival conference marathon parade concert tournament competition fundraiser meetup wedding workshop fair',
    ),
  ],
  [
    'place',
    wordList(
      'city town region area beach island restaurant cafe bar river valley airport neighborhood',
    ),
  ],
  [
    'work',
    wordList(
      'movie book film novel album song series trilogy books movies films saga show soundtrack',
    ),
  ],
];

const ARTICLES = wordList('the a an this that their our his her my your');
const SETTLEMENTS = wordList('city town village country state island capital port district');
const SPOKEN_TO = wordList(
  'talk talked talking spoke speak speaking said says listen listened write wrote gave give sent send introduced thanks',
);
/** Words of address before a person's name. */
const GREETINGS = wordList(
  'hey hi hello thanks thx thank dear namely congrats congratulations sorry hola bonjour hallo ciao bye',
);
/** Verbs whose object is most often a person. */
const ADDRESSING = wordList('tell told ask asked met');
/** Employer cues for heads of a firm: “ceo of”, “cto of”. */
const HEADS_OF_FIRMS: ReadonlySet<string> = new Set(
  [...EMPLOYER_CUES].filter((word) => word.length === 3),
);
const PERSON_PRONOUN = /^(?:he|she|him|her|his|hers|himself|herself)$/;
/** Maximum number of words after a name within which a pronoun may refer to it. */
const PRONOUN_REACH = 12;

/**
 * The type that the context of a name determines by itself: a noun that states it (“my sister Pam”, “the Zorba app”),
 * or two cues that agree. Undefined for a single verb or preposition: companies, cats and machines can be the subject
 * of "come" and "say", too.
 */
function strongCue(reading: Reading, span: NameSpan): EntityType | undefined {
  const last = reading.tokens[span.last] as NameToken;
  const following = joinedAfter(reading, span);
  const kind =
    following === undefined
      ? undefined
      : KIND_NOUNS.find(([, nouns]) => nouns.has(following.lower))?.[0];
  if (kind !== undefined && !last.possessive) return kind;
  if (isCode(reading, span)) return undefined;
  if (following !== undefined && last.possessive && isKin(following.lower)) return 'person';
  if (followsWorkCue(reading, span.first) || isByAuthor(reading, span)) return 'work';
  const before = wordBefore(reading, span.first);
  const bare = bareBefore(reading, span);
  if (bare !== undefined && (GREETINGS.has(bare.lower) || isPersonNoun(bare.lower)))
    return 'person';
  if (isEmployer(reading, span.first, bare)) return 'organisation';
  if (isWhere(reading, span, bare) || endsJourney(reading, span.first, bare)) return 'place';
  if (before !== undefined && PRODUCT_CUES.has(before.lower)) return 'product';
  if (isVocative(reading, span)) return 'person';
  if (bare !== undefined && joinsPerson(reading, span, bare)) return 'person';
  return hasPersonContext(reading, span) && isFollowedByPronoun(reading, span)
    ? 'person'
    : undefined;
}

/** The type that a single adjacent verb or preposition suggests: it only selects among listed types. */
function weakCue(reading: Reading, span: NameSpan): EntityType | undefined {
  if (isCode(reading, span)) return undefined;
  if (placeSuggested(reading, span.first, wordBefore(reading, span.first))) return 'place';
  return hasPersonContext(reading, span) ? 'person' : undefined;
}

/** “OCR”, “ESP32”, “Regel 20”: all capitals, or with a digit; an adjacent word does not reveal its type. */
function isCode(reading: Reading, span: NameSpan): boolean {
  const tokens = reading.tokens.slice(span.first, span.last + 1);
  return (
    tokens.every(({ shape }) => shape === 'caps') || tokens.some(({ text }) => /\d/.test(text))
  );
}

const joinedAfter = (reading: Reading, span: NameSpan): NameToken | undefined => {
  const next = reading.tokens[span.last + 1];
  return next?.joined === true ? next : undefined;
};

/** The word directly before the name in its clause. */
function bareBefore(reading: Reading, span: NameSpan): NameToken | undefined {
  const before = reading.tokens[span.first - 1];
  return before === wordBefore(reading, span.first) ? before : undefined;
}

/** Nouns that only people have: relatives and pets (“Joss's sister”), but not a lawyer, a team or a back. */
function isKin(lower: string): boolean {
  const kin = kinWord(lower);
  return (
    nounKind(lower) === 'pet' || (kin !== undefined && (kin.gender !== null || kin.told.length > 0))
  );
}

function isPersonNoun(lower: string): boolean {
  return PERSON_CUES.has(lower) && (nounKind(lower) === 'relative' || PROFESSIONS.has(lower));
}

/** Whether a verb with human subjects or a word used before people is adjacent to the name. */
function hasPersonContext(reading: Reading, span: NameSpan): boolean {
  const following = joinedAfter(reading, span);
  if (following !== undefined && PERSON_VERBS.has(following.lower)) return true;
  const { lower } = bareBefore(reading, span) ?? { lower: '' };
  if (PERSON_CUES.has(lower) || ADDRESSING.has(lower)) return lower !== 'for';
  if (lower === 'to' && earlierInClause(reading, span.first, SPOKEN_TO)) return true;
  return following !== undefined && (reading.tokens[span.last] as NameToken).possessive
    ? nounKind(following.lower) !== undefined
    : false;
}

/** Whether a personal pronoun follows before the next name. */
function isFollowedByPronoun(reading: Reading, span: NameSpan): boolean {
  for (let at = span.last + 1; at <= span.last + PRONOUN_REACH; at++) {
    const token = reading.tokens[at];
    if (token === undefined) return false;
    if (PERSON_PRONOUN.test(token.lower)) return true;
    if (token.shape === 'capital' && !token.initial && !CALENDAR_WORDS.has(token.lower))
      return false;
  }
  return false;
}

/** “in Höfn”; not for plain words, nor for a folder, as in “in Templates/Engagement”. */
function isWhere(reading: Reading, span: NameSpan, bare: NameToken | undefined): boolean {
  const last = reading.tokens[span.last] as NameToken;
  if (bare?.lower === 'of') return SETTLEMENTS.has(reading.tokens[span.first - 2]?.lower ?? '');
  return (
    bare !== undefined &&
    WHERE_CUES.has(bare.lower) &&
    reading.text[last.end] !== '/' &&
    !reading.tokens.slice(span.first, span.last + 1).every((token) => isPlain(token))
  );
}

/** “flew to Höfn”, “the train from Höfn”. */
function endsJourney(reading: Reading, index: number, bare: NameToken | undefined): boolean {
  return (
    bare !== undefined &&
    WEAK_PLACE_CUES.has(bare.lower) &&
    earlierInClause(reading, index, TRAVEL_VERBS)
  );
}

function placeSuggested(reading: Reading, index: number, before: NameToken | undefined): boolean {
  if (before === undefined) return false;
  if (PLACE_CUES.has(before.lower) || before.lower === 'at') return true;
  return WEAK_PLACE_CUES.has(before.lower) && earlierInClause(reading, index, MOTION_VERBS);
}

/** Whether one of the words occurs up to four words before the preposition at `index - 1`, in the same clause. */
function earlierInClause(reading: Reading, index: number, words: ReadonlySet<string>): boolean {
  for (let at = index - 1; at >= Math.max(1, index - 5); at--) {
    if (/[.!?;:,\n]/.test(reading.tokens[at]?.gap ?? '')) return false;
    if (words.has(reading.tokens[at - 1]?.lower ?? '')) return true;
  }
  return false;
}

/** “Kofi and Adjoa”, where the first is a known person. */
function joinsPerson(reading: Reading, span: NameSpan, before: NameToken): boolean {
  const capital = reading.tokens
    .slice(span.first, span.last + 1)
    .every((token) => token.shape === 'capital');
  if (before.lower !== 'and' || !capital || span.last - span.first > 1) return false;
  const left = reading.tokens[span.first - 2];
  return (
    left !== undefined &&
    before.joined &&
    left.shape === 'capital' &&
    knownTypes(reading, normaliseName(left.text))[0] === 'person'
  );
}

/** The word before a name, skipping one article. */
function wordBefore(reading: Reading, index: number): NameToken | undefined {
  const before = reading.tokens[index - 1];
  if (before === undefined || /[.!?;:\n]/.test(reading.tokens[index]?.gap ?? '')) return undefined;
  if (!ARTICLES.has(before.lower)) return before;
  return /[.!?;:\n]/.test(before.gap) ? undefined : reading.tokens[index - 2];
}

function isByAuthor(reading: Reading, span: NameSpan): boolean {
  const by = reading.tokens[span.last + 1];
  const author = reading.tokens[span.last + 2];
  return (
    by?.lower === 'by' &&
    author?.joined === true &&
    !CALENDAR_WORDS.has(author.lower) &&
    (author.shape === 'capital' || author.shape === 'letter' || author.shape === 'caps')
  );
}

function isEmployer(reading: Reading, index: number, before: NameToken | undefined): boolean {
  if (before === undefined) return false;
  if (before.lower === 'joined' || before.lower === 'joining') return true;
  if (before.lower !== 'at' && before.lower !== 'for' && before.lower !== 'of') return false;
  return earlierInClause(reading, index, before.lower === 'of' ? HEADS_OF_FIRMS : EMPLOYER_CUES);
}

/** "Thanks, Mel!" and "Mel, can you …". */
function isVocative(reading: Reading, span: NameSpan): boolean {
  const first = reading.tokens[span.first] as NameToken;
  const last = reading.tokens[span.last] as NameToken;
  const after = reading.text.slice(last.end, last.end + 1);
  const comma = first.gap.startsWith(',') && !last.possessive;
  const before = reading.tokens[span.first - 1];
  return comma &&
    (after === '!' || after === '?') &&
    before !== undefined &&
    before.shape === 'lower'
    ? true
    : first.initial && after === ',' && span.first === span.last;
}

/** The type of the span's entity: by what is known about it, by its own words, then by its context. */
export function typeOfName(reading: Reading, span: NameSpan): EntityType {
  const name = spanName(reading, span);
  const known = knownTypes(reading, name);
  if (known.length === 1 || isKnownName(reading, name)) return known[0] as EntityType;
  const cue = strongCue(reading, span);
  if (known.length > 1) {
    // A weak cue selects among several listed types but never determines one by itself.
    const fitting = cue ?? weakCue(reading, span);
    return fitting !== undefined && known.includes(fitting) ? fitting : (known[0] as EntityType);
  }
  return (
    typeByOwnWords(reading, span, cue) ??
    (span.first === span.last ? reading.hints.partOf?.(name) : undefined) ??
    cue ??
    'thing'
  );
}

function typeByOwnWords(
  reading: Reading,
  span: NameSpan,
  cue: EntityType | undefined,
): EntityType | undefined {
  const first = reading.tokens[span.first] as NameToken;
  if (isOrganisationAcronym(first.text) && span.first === span.last) return 'organisation';
  if (first.text === 'US' || first.text === 'U.S') return 'place';
  if (span.first === span.last) return typeOfWord(reading, first);
  if (TITLES.has(first.lower)) return 'person';
  const head = headOf(reading, span);
  if (cue === 'work') return 'work';
  if (EVENT_HEADS.has(head.lower)) return 'event';
  if (ORGANISATION_HEADS.has(head.lower)) return 'organisation';
  if (PLACE_HEADS.has(head.lower)) return 'place';
  // “New CTO”, “Little Anchors”: an adjective only makes the name a place in the context of a place.
  if (PLACE_PREFIXES.has(first.lower) && (!MODIFIERS.has(first.lower) || cue === 'place'))
    return 'place';
  if (
    knownTypes(reading, normaliseName(first.text))[0] === 'person' ||
    /^(?:\p{Lu}\.)+/u.test(first.text) ||
    (first.shape === 'letter' && !isPlain(reading.tokens[span.last] as NameToken))
  )
    return 'person';
  return typeOfParts(reading, span);
}

/** "iPhone 15 Pro", "Google Tokyo": the type of the listed name it begins with. */
function typeOfParts(reading: Reading, span: NameSpan): EntityType | undefined {
  const first = reading.tokens[span.first] as NameToken;
  const type = knownTypes(reading, normaliseName(first.text))[0];
  if (type === 'organisation' || type === 'product')
    return (reading.tokens[span.last] as NameToken).shape === 'number' ? 'product' : type;
  return undefined;
}

/** Casing of brands: “RabbitMQ”, “iPhone”, “SQLite”; not “PhD”, “kB”, “OCRed”, which are abbreviations. */
const BRAND_SPELLING = /\p{Ll}{2}\p{Lu}|^\p{Ll}\p{Lu}\p{Ll}{2}|^\p{Lu}{2,}\p{Ll}{3}/u;

function typeOfWord(reading: Reading, token: NameToken): EntityType | undefined {
  if (token.shape === 'mixed' && BRAND_SPELLING.test(token.text)) return 'product';
  return reading.german && GERMAN_PLACE_ENDING.test(token.lower) ? 'place' : undefined;
}

/** The head word of the name: the last one, or the one before "of" or "for". */
function headOf(reading: Reading, span: NameSpan): NameToken {
  for (let index = span.first + 1; index < span.last; index++) {
    const lower = reading.tokens[index]?.lower;
    if (lower === 'of' || lower === 'for' || lower === 'de')
      return reading.tokens[index - 1] as NameToken;
  }
  const last = reading.tokens[span.last] as NameToken;
  return last.shape === 'number' && span.last > span.first
    ? (reading.tokens[span.last - 1] as NameToken)
    : last;
}
