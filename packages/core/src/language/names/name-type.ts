import type { EntityType } from '../../domain/graph.js';
import { TITLES } from './cues.js';
import { EVENT_HEADS } from './events.js';
import { isOrganisationAcronym } from './gazetteer.js';
import { MODIFIERS, type NameSpan } from './name-spans.js';
import type { NameToken } from './name-tokens.js';
import { normaliseName } from './normalise-name.js';
import { ORGANISATION_HEADS } from './organisations.js';
import { GERMAN_PLACE_ENDING, PLACE_HEADS, PLACE_PREFIXES } from './places.js';
import { isAcquainted, knownTypes, type Reading } from './reading.js';
import { strongCue, weakCue } from './name-cues.js';
import { isPlain, spanName } from './name-evidence.js';

/** The type of the span's entity: by what is known, by its own words, then by the words around it. */
export function typeOfName(reading: Reading, span: NameSpan): EntityType {
  const name = spanName(reading, span);
  const known = knownTypes(reading, name);
  if (known.length === 1 || isAcquainted(reading, name)) return known[0] as EntityType;
  const cue = strongCue(reading, span);
  if (known.length > 1) {
    // Of the types that a list gives, a weak cue decides; alone it gives none.
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
  // “New CTO”, “Little Anchors”: an adjective makes a place of what stands where a place does.
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

/** "iPhone 15 Pro", "Google Tokyo": the type of the listed word it begins with. */
function typeOfParts(reading: Reading, span: NameSpan): EntityType | undefined {
  const first = reading.tokens[span.first] as NameToken;
  const type = knownTypes(reading, normaliseName(first.text))[0];
  if (type === 'organisation' || type === 'product')
    return (reading.tokens[span.last] as NameToken).shape === 'number' ? 'product' : type;
  return undefined;
}

/** “RabbitMQ”, “iPhone”, “SQLite”; not “PhD”, “kB”, “OCRed”, which are abbreviations. */
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
