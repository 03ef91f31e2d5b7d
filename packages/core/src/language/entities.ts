import type { EntityType } from '../domain/graph.js';
import {
  nounKind,
  possessedMention,
  type PossessedNoun,
  possessedNouns,
} from './names/common-nouns.js';
import { COURTESY_TITLES, PRODUCTS, WORK_CUES } from './names/gazetteer.js';
import {
  type EntityHints,
  type EntityMention,
  followsWorkCue,
  knownWords,
  type Reading,
  startReading,
} from './names/name-reading.js';
import { spanText, trimSpan, weighName } from './names/name-evidence.js';
import { type NameSpan, nameSpans } from './names/name-spans.js';
import type { NameToken, Shape } from './names/name-spelling.js';
import { typeOfName } from './names/name-type.js';
import { type Readable, readingStep, ReadText } from './read-text.js';

/** A name and its tokens. */
interface CapitalisedName extends NameSpan {
  readonly name: string;
  readonly mention: EntityMention;
}

const MIN_CONFIDENCE = 0.45;

/** The names recognisable by their capitals, outside the quoted titles. */
function capitalisedNames(reading: Reading, titles: readonly QuotedTitle[]): CapitalisedName[] {
  const names: CapitalisedName[] = [];
  let title = 0;
  for (const raw of nameSpans(reading.tokens, (index) => followsWorkCue(reading, index))) {
    const span = trimSpan(reading, raw);
    if (span === undefined) continue;
    const start = (reading.tokens[span.first] as NameToken).start;
    while (title < titles.length && (titles[title] as QuotedTitle).end <= start) title++;
    const quoted = titles[title];
    if (quoted !== undefined && quoted.start < (reading.tokens[span.last] as NameToken).end)
      continue;
    const confidence = weighName(reading, span);
    if (confidence >= MIN_CONFIDENCE) names.push(nameOf(reading, span, confidence));
  }
  return names;
}

function nameOf(reading: Reading, span: NameSpan, confidence: number): CapitalisedName {
  const courteous =
    span.last > span.first && COURTESY_TITLES.has((reading.tokens[span.first] as NameToken).lower);
  const text = spanText(
    reading,
    courteous ? { first: span.first + 1, last: span.last } : span,
  ).replace(/\s+/g, ' ');
  const name = canonical(text);
  const type = typeOfName(reading, span);
  const mention: EntityMention = {
    name,
    type,
    start: (reading.tokens[span.first] as NameToken).start,
    end: (reading.tokens[span.last] as NameToken).end,
    confidence: type === 'thing' ? confidence - 0.1 : confidence,
  };
  return { first: span.first, last: span.last, name, mention };
}

function canonical(text: string): string {
  return PRODUCTS.get(text.toLowerCase()) ?? text;
}

/** A quoted or italic run that looks like a title; `start` and `end` exclude the quotation marks. */
interface QuotedTitle {
  readonly start: number;
  readonly end: number;
  /** A word such as "read" or "movie" precedes it. */
  readonly cued: boolean;
}

const CLOSING: Readonly<Record<string, string>> = Object.freeze({
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
  "'": "'",
  '*': '*',
  _: '_',
});
const LONGEST = 80;
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an the of and or in on at to for from by with as but nor de la le les el und der die das is vs x'.split(
    ' ',
  ),
);

/**
 * Titles in quotation marks, `*asterisks*` or `_underscores_`, in order. Each mark looks ahead at most 80 characters.
 */
function quotedTitles(text: string): QuotedTitle[] {
  const titles: QuotedTitle[] = [];
  for (let index = 0; index < text.length; index++) {
    const closing = CLOSING[text[index] as string];
    if (closing === undefined || isInWord(text, index)) continue;
    const end = closingIndex(text, index + 1, closing);
    if (end === -1) continue;
    const cued =
      hasCueBefore(text, index) ||
      / by \p{Lu}/u.test(text.slice(end + 1, end + 6)) ||
      /['’]s $/.test(text.slice(Math.max(0, index - 3), index));
    const inner = text.slice(index + 1, end);
    if (isTitle(inner, cued)) {
      titles.push({ start: index + 1, end: index + 1 + inner.replace(/[,.]$/, '').length, cued });
      index = end;
    } else if (text[index] === '"') index = end;
  }
  return titles;
}

function isInWord(text: string, index: number): boolean {
  const before = text[index - 1];
  return before !== undefined && !/[\s(\[—–-]/.test(before);
}

function closingIndex(text: string, from: number, closing: string): number {
  const limit = Math.min(text.length, from + LONGEST);
  for (let index = from; index < limit; index++) {
    if (text[index] === '\n') return -1;
    if (text[index] !== closing && !(closing === '”' && text[index] === '"')) continue;
    if (!/[\p{L}\p{N}]/u.test(text[index + 1] ?? '')) return index;
  }
  return -1;
}

function hasCueBefore(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 40), index).toLowerCase();
  const words = before.split(/[^\p{L}-]+/u).filter((word) => word !== '');
  return words.slice(-4).some((word) => WORK_CUES.has(word)) && !/[.!?]\s*$/.test(before);
}

function isTitle(inner: string, cued: boolean): boolean {
  const words = inner.trim().replace(/[,.]$/, '').split(/\s+/);
  const first = words[0] ?? '';
  if (words.length > 10 || !/^[\p{Lu}\p{N}]/u.test(first) || inner.length < 2) return false;
  const weighty = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  const capital = weighty.filter((word) => /^[\p{Lu}\p{N}&]/u.test(word)).length;
  if (cued) return !/[.!?]["”]?\s/.test(inner) && (capital === weighty.length || words.length <= 7);
  return (
    weighty.length >= 2 &&
    capital === weighty.length &&
    // A signature, an address, a list.
    !/,|[.!?;:]$/.test(inner) &&
    inner !== inner.toUpperCase()
  );
}

const READINGS: Readonly<
  Partial<Record<Shape, { readonly type: EntityMention['type']; readonly confidence: number }>>
> = Object.freeze({
  handle: { type: 'person', confidence: 0.8 },
  tag: { type: 'concept', confidence: 0.6 },
  code: { type: 'thing', confidence: 0.6 },
});

/** Handles ("@maria"), tags ("#running") and code (`parse()`, src/index.ts, user_id). */
function sigilNames(tokens: readonly NameToken[]): EntityMention[] {
  const mentions: EntityMention[] = [];
  for (const token of tokens) {
    const reading = READINGS[token.shape];
    if (reading === undefined) continue;
    const product = PRODUCTS.get(token.lower);
    const type = product === undefined ? reading.type : 'product';
    mentions.push({
      name: product ?? token.text,
      type,
      start: token.start,
      end: token.end,
      confidence: reading.confidence,
    });
  }
  return mentions;
}

export type { EntityHints, EntityMention } from './names/name-reading.js';

/**
 * The names in a text and the possessed things that matter to a memory ("my dog"), in text order, non-overlapping. By
 * lists and rules alone, in time linear in the length of the text; deterministic.
 */
export const readEntities = readingStep('names', (): EntityMention[] => [], mentionsIn);

const UNNAMED_BY_FIGURES: ReadonlySet<EntityType> = new Set(['person', 'place', 'thing']);

function mentionsIn(given: Readable, hints: EntityHints = {}): EntityMention[] {
  const { text } = ReadText.of(given);
  const reading = startReading(text, hints);
  const titles = quotedTitles(text);
  // A number alone is not a name (“With 30 % rye”, “from 9 to 31”), except as a title (“1984”).
  const names = capitalisedNames(reading, titles).filter(
    ({ mention: { name, type } }) => /\p{L}/u.test(name) || !UNNAMED_BY_FIGURES.has(type),
  );
  const nouns = possessedNouns(reading.tokens, names);
  return withoutOverlaps([
    ...titles.map((title) => titleMention(text, title)),
    ...nameMentions(reading, names, nouns),
    ...sigilNames(reading.tokens),
    ...knownWords(reading),
    ...nouns.map((noun) => possessedMention(reading.tokens, noun, hints)),
  ]);
}

function titleMention(text: string, title: QuotedTitle): EntityMention {
  return {
    name: text.slice(title.start, title.end).replace(/\s+/g, ' '),
    type: 'work',
    start: title.start,
    end: title.end,
    confidence: title.cued ? 0.9 : 0.55,
  };
}

/**
 * The names, with types corrected by an adjacent possessed noun: in "my dog Max" Max is not a person, in "my sister
 * Paris" Paris is.
 */
function nameMentions(
  reading: Reading,
  names: readonly CapitalisedName[],
  nouns: readonly PossessedNoun[],
): EntityMention[] {
  const possessed = new Set(nouns.map((noun) => noun.index));
  return names.map(({ first, mention }) => {
    const at = appositionIndex(reading.tokens, first);
    const noun = reading.tokens[at];
    if (noun === undefined || (first - at === 1 && !possessed.has(at))) return mention;
    const kind = nounKind(noun.lower);
    if (kind === 'relative') return { ...mention, type: 'person', confidence: 0.92 };
    return kind === 'pet' ? { ...mention, type: 'thing', confidence: 0.92 } : mention;
  });
}

/**
 * The noun that a name specifies: "my dog Max", "my dog, Max", "my dog is called Max", "my dog's name is Max"; -1 for
 * none.
 */
function appositionIndex(tokens: readonly NameToken[], first: number): number {
  const name = tokens[first] as NameToken;
  if (name.joined || name.gap === ', ') {
    const before = tokens[first - 1];
    if (before === undefined) return -1;
    if (!['named', 'called', 'is'].includes(before.lower))
      return before.possessive ? -1 : first - 1;
    const back = tokens[first - 2];
    if (back?.lower === 'name') return first - 3;
    return back?.lower === 'is' || back?.lower === 'was' ? first - 3 : first - 2;
  }
  return -1;
}

function withoutOverlaps(mentions: readonly EntityMention[]): EntityMention[] {
  const ordered = [...mentions].sort(
    (a, b) => a.start - b.start || b.end - a.end || b.confidence - a.confidence,
  );
  const kept: EntityMention[] = [];
  let end = -1;
  for (const mention of ordered) {
    if (mention.start < end) continue;
    kept.push(mention);
    end = mention.end;
  }
  return kept;
}
