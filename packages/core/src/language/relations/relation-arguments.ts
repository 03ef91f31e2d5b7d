import { wordList } from '../lexicon.js';
import { nounKind } from '../names/common-nouns.js';
import { COMMON_WORDS, PETS, PROFESSIONS } from '../names/gazetteer.js';
import type { EntityMention } from '../names/name-reading.js';
import { matchAll } from '../pattern-matching.js';
import type { ObjectKind } from './predicates.js';

/**
 * A word, or a whole mention, of a sentence in which relations are read. Contractions are split: "don't" is "do",
 * "not".
 */
export interface RelationToken {
  readonly lower: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly mention: EntityMention | undefined;
  /** The characters before it. */
  readonly gap: string;
}

interface Statement {
  readonly tokens: readonly RelationToken[];
  readonly isQuestion: boolean;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|-(?=[\p{L}\p{N}]))*(?:['’]\p{L}+)?|['’]s(?!\p{L})/gu;
const ENDINGS: Readonly<Record<string, string>> = Object.freeze({
  m: 'am',
  ve: 'have',
  re: 'are',
  ll: 'will',
  d: 'would',
  s: "'s",
});
const SENTENCE_END = /[.!?…\n;]/;

/** The text as sentences of tokens, each mention one token. Linear in the length of the text. */
export function readStatements(text: string, mentions: readonly EntityMention[]): Statement[] {
  const statements: Statement[] = [];
  let current: RelationToken[] = [];
  const close = (ending: string): void => {
    if (current.length > 1)
      statements.push({
        tokens: current,
        isQuestion: ending.trimStart().startsWith('?') || /^["')\]]*\?/.test(ending),
      });
    current = [];
  };
  for (const token of relationTokens(text, mentions)) {
    if (current.length > 0 && SENTENCE_END.test(token.gap)) close(token.gap);
    current.push(token);
  }
  close(text.slice(current.at(-1)?.end ?? 0));
  return statements;
}

function relationTokens(text: string, mentions: readonly EntityMention[]): RelationToken[] {
  const tokens: RelationToken[] = [];
  let from = 0;
  for (const mention of mentions) {
    if (mention.start < from) continue;
    pushWords(tokens, text, from, mention.start);
    push(tokens, text, mention.start, mention.end, mention.name, mention);
    from = mention.end;
  }
  pushWords(tokens, text, from, text.length);
  return tokens;
}

function pushWords(tokens: RelationToken[], text: string, from: number, to: number): void {
  for (const match of matchAll(text.slice(from, to), WORD))
    pushWord(tokens, text, match[0], from + match.index);
}

function pushWord(tokens: RelationToken[], text: string, word: string, start: number): void {
  const at = word.search(/['’]/);
  if (at <= 0)
    return push(tokens, text, start, start + word.length, at === 0 ? "'s" : word, undefined);
  const stem = word.slice(0, at);
  const ending = word.slice(at + 1).toLowerCase();
  if (ending === 't' && stem.endsWith('n')) {
    const base = stem.toLowerCase() === 'can' ? stem : stem.slice(0, -1);
    push(tokens, text, start, start + base.length, base, undefined);
    return push(tokens, text, start + base.length, start + word.length, 'not', undefined);
  }
  push(tokens, text, start, start + at, stem, undefined);
  push(tokens, text, start + at, start + word.length, ENDINGS[ending] ?? ending, undefined);
}

function push(
  tokens: RelationToken[],
  text: string,
  start: number,
  end: number,
  word: string,
  mention: EntityMention | undefined,
): void {
  tokens.push({
    lower: word.toLowerCase(),
    text: word,
    start,
    end,
    mention,
    gap: text.slice(tokens.at(-1)?.end ?? 0, start),
  });
}

/** The subject of a relation, and whether the words in between negate it. */
export interface Subject {
  readonly name: string;
  readonly negated: boolean;
  /** Index of its first token. */
  readonly from: number;
}

export interface ObjectPhrase {
  readonly name: string;
  /** Index of its last token. */
  readonly to: number;
}

const BETWEEN =
  wordList(`am is are was were been be have has had do does did not never also really still currently now just always
  already recently both actually originally 's truly absolutely totally absolutely definitely mostly usually often all even
  first finally later then proudly happily a an the big huge`);
const SUPPOSED = wordList('if whether unless wish suppose imagine hope');
const NEGATIONS = wordList('not never hardly');
const PREPOSITIONS = wordList('in at of from with to for by near on about like than and or into');
const ARTICLES = wordList(
  'the a an my our his her their its your this that these those some any two three four five several many more most all both another',
);
const MILD = wordList(
  'really very so quite pretty such too just great good big huge nice lovely beautiful amazing awesome wonderful fantastic real true new old little small',
);
const STOPS =
  wordList(`back named called and or but because since so when while if that which who whom whose where how why what as than then though although until
  in on at of from with to for by near about into over under after before during without within between through across around up down off out
  i you he she it we they me him us them myself yourself is am are was were be been being has have had do does did will would can could should
  may might must not never too also very really just even still yet again ever already now here there today yesterday tomorrow last next
  lately recently anymore always together 's it's lot much ago every each thanks please yes no well`);
const VAGUE =
  wordList(`bit lot little way thing things one idea time times place person guy man woman people chance choice option fan blast mess reminder
  part kind sort type pleasure joy honor dream day experience example reason fun must pity shame surprise relief start step moment
  seeing playing having being getting going doing making hearing spending taking trying knowing mix kid child hard abroad
  name names
  best same only first last most problem question deal hit win gem classic challenge journey everything something anything stuff`);
/** Belongings that somebody "has" only briefly. */
const PASSING = wordList(
  'story work trip flight game exam exams class classes interview deadline vacation holiday presentation client clients customer team crew band city village church',
);
const PHRASE_MAX = 4;
const BREAK = /[,.:;()]/;
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/;

/** The name of a mention as a relation's argument: "Ana's dog" for a possessed noun. */
export function mentionName(token: RelationToken): string | undefined {
  const mention = token.mention;
  if (mention === undefined) return undefined;
  return mention.owner === undefined ? mention.name : `${mention.owner}'s ${mention.name}`;
}

/** Reads leftwards from a cue: auxiliaries and adverbs, then a mention, "I"/"we", or "and" after an earlier subject. */
export function subjectBefore(
  tokens: readonly RelationToken[],
  cue: number,
  speaker: string | undefined,
  earlier: string | undefined,
): Subject | undefined {
  let at = cue - 1;
  let negated = false;
  while (
    at > 0 &&
    cue - at <= 4 &&
    tokens[at]?.mention === undefined &&
    BETWEEN.has((tokens[at] as RelationToken).lower)
  ) {
    if (NEGATIONS.has((tokens[at] as RelationToken).lower)) negated = true;
    if (/[,:(]/.test((tokens[at] as RelationToken).gap)) break;
    at--;
  }
  const token = tokens[at];
  if (token === undefined || SUPPOSED.has(tokens[at - 1]?.lower ?? '')) return undefined;
  if (token.lower === 'i' || token.lower === 'we')
    return speaker === undefined ? undefined : { name: speaker, negated, from: at };
  if (token.lower === 'who' || token.lower === 'which')
    return mentionSubject(tokens, at - 1, negated);
  if (token.lower === 'and' && at > 0)
    return earlier === undefined ? undefined : { name: earlier, negated, from: at };
  return mentionSubject(tokens, at, negated);
}

function mentionSubject(
  tokens: readonly RelationToken[],
  at: number,
  negated: boolean,
): Subject | undefined {
  const token = tokens[at];
  const name = token === undefined ? undefined : mentionName(token);
  if (token === undefined || name === undefined) return undefined;
  const before = tokens[at - 1];
  const governed =
    before !== undefined &&
    !/[,.:]/.test(token.gap) &&
    PREPOSITIONS.has(before.lower) &&
    before.lower !== 'and';
  if (!governed) return { name, negated, from: at };
  const governor = tokens[at - 2];
  const whole =
    governor === undefined || before.lower === 'than' ? undefined : mentionName(governor);
  return whole === undefined ? undefined : { name: whole, negated, from: at - 2 };
}

/**
 * Reads rightwards from the token at `at` the kind of object that a cue requires. The gap before that token is
 * ignored.
 */
export function objectAfter(
  tokens: readonly RelationToken[],
  at: number,
  kind: ObjectKind,
): ObjectPhrase | undefined {
  if (kind === 'date') return dateAfter(tokens, at);
  if (kind === 'name' || kind === 'place' || kind === 'employer')
    return nameAfter(tokens, at, kind);
  const phrase = phraseAfter(tokens, at, kind === 'phrase');
  if (phrase === undefined) return undefined;
  const head = (phrase.name.split(' ').at(-1) as string).toLowerCase();
  if (kind === 'possession')
    return (
      nameAfterNaming(tokens, phrase.to) ??
      (isOwnable(tokens, at, phrase, head) ? phrase : undefined)
    );
  if (kind === 'trade')
    return PROFESSIONS.has(head) || /(?:er|or|ist|ian|ant)$/.test(head) ? phrase : undefined;
  return VAGUE.has(head) ||
    (kind === 'kind' && /(?:ed|ing|ly)$/.test(head) && !COMMON_WORDS.has(head))
    ? undefined
    : phrase;
}

/** Whether a word ends any noun phrase. */
export function isStopWord(lower: string): boolean {
  return STOPS.has(lower) || ARTICLES.has(lower);
}

/** Whether "have" states ownership: "have a car", "have asthma", but not "have learned recipes", "have a story". */
function isOwnable(
  tokens: readonly RelationToken[],
  at: number,
  phrase: ObjectPhrase,
  head: string,
): boolean {
  const last = tokens[phrase.to] as RelationToken;
  if (last.mention !== undefined) return last.mention.type === 'product';
  if (phrase.to !== at && !ARTICLES.has((tokens[at] as RelationToken).lower)) return false;
  return PETS.has(head) || (nounKind(head) === 'belonging' && !PASSING.has(head));
}

/** "a cat named Luna": the thing owned is Luna. */
export function nameAfterNaming(
  tokens: readonly RelationToken[],
  noun: number,
): ObjectPhrase | undefined {
  const link = tokens[noun + 1]?.lower;
  const named = tokens[noun + 2];
  if ((link !== 'named' && link !== 'called') || named?.mention === undefined) return undefined;
  return { name: named.mention.name, to: noun + 2 };
}

function nameAfter(
  tokens: readonly RelationToken[],
  at: number,
  kind: ObjectKind,
): ObjectPhrase | undefined {
  let index = at;
  while (index < at + 3 && isArticle(tokens, index, at)) index++;
  const token = tokens[index];
  if (token?.mention === undefined || (index > at && BREAK.test(token.gap))) return undefined;
  const { type, owner } = token.mention;
  if (kind === 'employer' && (type === 'concept' || type === 'person' || type === 'event'))
    return undefined;
  if (
    kind === 'place' &&
    type !== 'place' &&
    (type !== 'thing' ||
      owner !== undefined ||
      token.mention.name === token.mention.name.toLowerCase())
  )
    return undefined;
  const owned = tokens[index + 1]?.lower === "'s" ? undefined : mentionName(token);
  return owned === undefined ? undefined : { name: owned, to: index };
}

function isArticle(tokens: readonly RelationToken[], index: number, first: number): boolean {
  const token = tokens[index];
  if (
    token === undefined ||
    token.mention !== undefined ||
    (index > first && BREAK.test(token.gap))
  )
    return false;
  return ARTICLES.has(token.lower) || MILD.has(token.lower);
}

/** A noun phrase of at most four words, or a mention; "to paint" yields "paint". Undefined for "it" or "that …". */
function phraseAfter(
  tokens: readonly RelationToken[],
  at: number,
  infinitive: boolean,
): ObjectPhrase | undefined {
  let index = at;
  if (infinitive && tokens[index]?.lower === 'to') index++;
  while (index < at + 4 && isArticle(tokens, index, at)) index++;
  const words: string[] = [];
  let last = -1;
  for (; index < tokens.length && words.length < PHRASE_MAX; index++) {
    const token = tokens[index] as RelationToken;
    if (index > at && /[^\s"'“‘*]/.test(token.gap)) break;
    if (token.mention !== undefined) {
      if (words.length > 0 && token.mention.owner !== undefined) break;
      words.push(words.length === 0 ? (mentionName(token) as string) : token.mention.name);
      last = index;
      if (tokens[index + 1]?.mention === undefined || token.mention.confidence > 0.6) break;
      continue;
    }
    if (STOPS.has(token.lower) || ARTICLES.has(token.lower)) break;
    words.push(token.text);
    last = index;
  }
  return last === -1 ? undefined : { name: words.join(' '), to: last };
}

/** "3 May 1990", "May 3rd", "1990": day numbers, month names and years in sequence. */
function dateAfter(tokens: readonly RelationToken[], at: number): ObjectPhrase | undefined {
  const words: string[] = [];
  let index = at;
  while (index < at + 5) {
    const token = tokens[index];
    if (token === undefined || token.mention !== undefined) break;
    const filler = token.lower === 'the' || token.lower === 'of';
    if (!filler && !/^\d{1,4}(?:st|nd|rd|th)?$/.test(token.lower) && !MONTH.test(token.lower))
      break;
    if (!filler) words.push(token.text);
    index++;
  }
  return words.length === 0 ? undefined : { name: words.join(' '), to: index - 1 };
}
