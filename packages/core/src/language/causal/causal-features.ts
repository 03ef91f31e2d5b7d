import { ENGLISH_STOP_WORDS } from '../english-stop-words.js';
import { readCauses } from '../causes.js';
import { ReadText, type Readable } from '../read-text.js';
import type { Stemmer } from '../stem.js';
import { causeFamilies } from './cause-families.js';

/** Words, and the marks that separate clauses. */
const TOKEN = /[\p{L}\p{N}]+(?:['’]\p{L}+)?|[,;:"“”]|''|``/gu;
/** Only this many tokens are read: a cause further on says little about the whole. */
const MAX_TOKENS = 400;
/** Function words whose context reveals a cause or a purpose. */
const PIVOTS = new Set(
  'after amid against as at because before by due during following for from if in into of on once onto over since so thus through to under until upon when where whereas whether while which who that with without despite although though hence therefore'.split(
    ' ',
  ),
);

interface Token {
  readonly word: string;
  readonly stem: string;
  /** A function word itself, else a word class guessed from the ending. */
  readonly shape: string;
  readonly family: string | undefined;
}

/** Extracts the features for judging whether a text states a cause. */
export function createCausalFeatures(stemmer: Stemmer): (text: Readable) => string[] {
  const families = causeFamilies(stemmer);
  const tokensOf = (text: string): Token[] =>
    (text.match(TOKEN) ?? []).slice(0, MAX_TOKENS).map((raw) => {
      const word = raw.toLowerCase().replaceAll('’', "'");
      const stem = stemmer(word, 'en');
      return { word, stem, shape: shapeOf(raw, word), family: families.get(stem) };
    });
  return (given) => {
    const reading = ReadText.of(given);
    const tokens = tokensOf(reading.text);
    return [
      ...new Set([
        ...tokens.map(({ stem }) => `u ${stem}`),
        ...shapeFeatures(tokens),
        ...familyFeatures(tokens),
        ...wholeFeatures(reading, tokens),
      ]),
    ];
  };
}

/** Endings and capitalisation stand in for a part of speech. */
function shapeOf(raw: string, word: string): string {
  if (ENGLISH_STOP_WORDS.has(word) || PIVOTS.has(word)) return word;
  if (!/\p{L}/u.test(word)) return /\d/.test(word) ? '#' : word;
  if (/^\p{Lu}/u.test(raw)) return 'Name';
  if (word.endsWith('ing')) return '-ing';
  if (word.endsWith('ed')) return '-ed';
  if (/(?:[st]ion|ment|ness|ity|ance|ence|age|ure|ship)s?$/.test(word)) return '-noun';
  if (word.endsWith('ly')) return '-ly';
  return word.endsWith('s') ? '-s' : '-';
}

function* shapeFeatures(tokens: readonly Token[]): Iterable<string> {
  for (const [at, { shape, word }] of tokens.entries()) {
    const [before, next, afterNext] = [
      tokens[at - 1]?.shape ?? '^',
      tokens[at + 1]?.shape ?? '$',
      tokens[at + 2]?.shape ?? '$',
    ];
    yield `s ${shape} ${next}`;
    if (PIVOTS.has(word) || word === ',') {
      yield `p ${before} ${word} ${next}`;
      yield `q ${word} ${next} ${afterNext}`;
    }
  }
}

function* familyFeatures(tokens: readonly Token[]): Iterable<string> {
  let last: string | null = null;
  for (const [at, { family, shape }] of tokens.entries()) {
    if (family === undefined) continue;
    yield `f ${family}`;
    yield `g ${family} ${shape}`;
    yield `h ${family} ${tokens[at + 1]?.shape ?? '$'}`;
    yield `i ${tokens[at - 1]?.shape ?? '^'} ${family}`;
    if (last !== null) yield `j ${last} ${family}`;
    last = family;
  }
}

function* wholeFeatures(text: ReadText, tokens: readonly Token[]): Iterable<string> {
  const length = Math.min(8, Math.floor(tokens.length / 6));
  for (let step = 0; step <= length; step++) yield `l ${step}`;
  const causes = readCauses(text);
  yield `c ${Math.min(2, causes.length)}`;
  for (const { cue } of causes) yield `e ${cue}`;
}
