import type { EntityType } from '../../domain/graph.js';
import {
  EMPLOYER_CUES,
  MOTION_VERBS,
  PERSON_CUES,
  PERSON_VERBS,
  PLACE_CUES,
  PRODUCT_CUES,
  TITLES,
  WEAK_PLACE_CUES,
} from './cues.js';
import { EVENT_HEADS } from './events.js';
import { isOrganisationAcronym } from './gazetteer.js';
import type { NameSpan } from './name-spans.js';
import type { NameToken } from './name-tokens.js';
import { normaliseName } from './normalise-name.js';
import { ORGANISATION_HEADS } from './organisations.js';
import { nounKind } from './possessed-nouns.js';
import { GERMAN_PLACE_ENDING, PLACE_HEADS, PLACE_PREFIXES } from './places.js';
import { followsWorkCue, isAcquainted, knownTypes, type Reading } from './reading.js';
import { spanName } from './name-evidence.js';
import { wordList } from './word-list.js';

/** Nouns directly after a name that say what it is: "the Zorba app". */
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
const PERSON_LEADS = wordList(
  'hey hi hello thanks thx thank told tell asked ask met dear namely congrats congratulations sorry hola bonjour hallo ciao bye',
);

/** The type of the span's entity: by what is known, by its own words, then by the words around it. */
export function typeOfName(reading: Reading, span: NameSpan): EntityType {
  const name = spanName(reading, span);
  const known = knownTypes(reading, name);
  if (known.length === 1 || isAcquainted(reading, name)) return known[0] as EntityType;
  const cue = typeByCue(reading, span);
  if (known.length > 1)
    return cue !== undefined && known.includes(cue) ? cue : (known[0] as EntityType);
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
  if (PLACE_HEADS.has(head.lower) || PLACE_PREFIXES.has(first.lower)) return 'place';
  if (
    knownTypes(reading, normaliseName(first.text))[0] === 'person' ||
    /^(?:\p{Lu}\.)+/u.test(first.text) ||
    first.shape === 'letter'
  )
    return 'person';
  return typeOfParts(reading, span);
}

/** "iPhone 15 Pro", "Google Tokyo": the type of the listed word it begins with. */
function typeOfParts(reading: Reading, span: NameSpan): EntityType | undefined {
  const first = reading.tokens[span.first] as NameToken;
  const type = knownTypes(reading, normaliseName(first.text))[0];
  if (type === 'organisation' || type === 'product')
    return (reading.tokens[span.last] as NameToken).shape === 'number' ? 'product' : type;
  return undefined;
}

function typeOfWord(reading: Reading, token: NameToken): EntityType | undefined {
  if (token.shape === 'mixed') return 'product';
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

function typeByCue(reading: Reading, span: NameSpan): EntityType | undefined {
  const before = wordBefore(reading, span.first);
  const next = reading.tokens[span.last + 1];
  const following = next?.joined === true ? next : undefined;
  const kind =
    following === undefined
      ? undefined
      : KIND_NOUNS.find(([, nouns]) => nouns.has(following.lower))?.[0];
  if (kind !== undefined && !(reading.tokens[span.last] as NameToken).possessive) return kind;
  if (
    following !== undefined &&
    (reading.tokens[span.last] as NameToken).possessive &&
    nounKind(following.lower) !== undefined
  )
    return 'person';
  if (followsWorkCue(reading, span.first) || isByAuthor(reading, span)) return 'work';
  const bare = reading.tokens[span.first - 1] === before ? before : undefined;
  if (bare !== undefined && PERSON_LEADS.has(bare.lower)) return 'person';
  if (isEmployer(reading, span.first, before)) return 'organisation';
  const place = placeCue(reading, span.first, before);
  if (place !== undefined) return place;
  if (before !== undefined && PRODUCT_CUES.has(before.lower)) return 'product';
  const numbered = (reading.tokens[span.last] as NameToken).shape === 'number';
  if (following !== undefined && PERSON_VERBS.has(following.lower) && !numbered) return 'person';
  if (
    bare !== undefined &&
    PERSON_CUES.has(bare.lower) &&
    bare.lower !== 'for' &&
    bare.lower !== 'by'
  )
    return 'person';
  if (isVocative(reading, span)) return 'person';
  return bare !== undefined && joinsPerson(reading, span, bare) ? 'person' : undefined;
}

/** "Kofi and Adjoa", "approved by Gunnar Lindqvist". */
function joinsPerson(reading: Reading, span: NameSpan, before: NameToken): boolean {
  const words = span.last - span.first;
  const capital = reading.tokens
    .slice(span.first, span.last + 1)
    .every((token) => token.shape === 'capital');
  if (before.lower === 'by' || before.lower === 'from') return words === 1 && capital;
  if (before.lower !== 'and' || !capital || words > 1) return false;
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
    (author.shape === 'capital' || author.shape === 'letter' || author.shape === 'caps')
  );
}

function isEmployer(reading: Reading, index: number, before: NameToken | undefined): boolean {
  if (before === undefined) return false;
  if (before.lower === 'joined' || before.lower === 'joining') return true;
  if (before.lower !== 'at' && before.lower !== 'for' && before.lower !== 'of') return false;
  for (let back = 2; back <= 6; back++) {
    const token = reading.tokens[index - back];
    if (token !== undefined && EMPLOYER_CUES.has(token.lower))
      return before.lower !== 'of' || token.lower.length === 3;
  }
  return false;
}

function placeCue(
  reading: Reading,
  index: number,
  before: NameToken | undefined,
): EntityType | undefined {
  if (before === undefined) return undefined;
  if (PLACE_CUES.has(before.lower)) return 'place';
  if (before.lower === 'of' && SETTLEMENTS.has(reading.tokens[index - 2]?.lower ?? ''))
    return 'place';
  if (!WEAK_PLACE_CUES.has(before.lower)) return undefined;
  for (let back = 2; back <= 5; back++) {
    const lower = reading.tokens[index - back]?.lower ?? '';
    if (MOTION_VERBS.has(lower)) return 'place';
    if (SPOKEN_TO.has(lower)) return 'person';
  }
  return before.lower === 'at' ? 'place' : undefined;
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
