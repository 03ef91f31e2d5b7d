import { LATIN_PROFILES } from './lexicon.js';
import { isSpeltRightly } from './terms.js';
import { type Readable, readingStep, ReadText } from './read-text.js';

/** Maximum length read, in UTF-16 units: a text's language shows early. */
const MAX_READ = 800;
/** Minimum evidence for a language other than the fallback; {@link MIN_LEAD} is its minimum lead over the fallback. */
const MIN_SCORE = 1.3;
/** Minimum evidence if there is none for the fallback: more than one word. */
const MIN_UNRIVALLED = 1.05;
const MIN_LEAD = 1.4;
/** Minimum share of words that are evidence: a quotation does not make a text foreign. */
const MIN_SHARE = 0.18;
/**
 * Alternative if no word is of the fallback: minimum number and share of words that are in one language's list, even
 * if its neighbours share them.
 */
const MIN_HELD = 2;
const MIN_HELD_SHARE = 0.4;
/** Minimum evidence from words: letters alone may be those of foreign names. */
const MIN_WORD_SCORE = 0.5;
const LETTER_WEIGHT = 0.5;
const OWN_LETTER_WEIGHT = 1;
/** Letters that also occur in languages whose profiles do not list them. */
const OF_MANY = /[äöü]/u;
const MIN_BESIDE_LETTERS = 0.1;
const MAX_FROM_LETTERS = 1.5;

const NON_LATIN = /[^\u0000-\u024f\u1e00-\u1eff\u2000-\u2bff\ufe00-\ufe0f\u{1f000}-\u{1faff}]/u;
const LETTERS = /\p{L}/gu;
/** Scripts in order of precedence: kana make a text with Han characters Japanese. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ...(
    [
      'bn Bengali',
      'ta Tamil',
      'te Telugu',
      'gu Gujarati',
      'pa Gurmukhi',
      'kn Kannada',
      'ml Malayalam',
      'si Sinhala',
      'lo Lao',
      'km Khmer',
      'my Myanmar',
      'ka Georgian',
      'hy Armenian',
      'am Ethiopic',
    ] as const
  ).map((entry): readonly [string, RegExp] => [
    entry.slice(0, 2),
    new RegExp(`\\p{Script=${entry.slice(3)}}`, 'gu'),
  ]),
];
/** Letters that distinguish the languages of a shared script, tried in this order; the last is the most likely. */
const OF_SCRIPT: Readonly<Record<string, readonly (readonly [language: string, sign: RegExp])[]>> =
  {
    cyrillic: [
      ['be', /ў/iu],
      ['uk', /[іїєґ]|(?<!\p{L})(?:та|що|як|ще|це|із|про|коли|мене)(?!\p{L})/iu],
      ['sr', /[јљњћђџ]/iu],
      ['kk', /[қңғүұһә]/iu],
      ['ru', /[ыэё]/iu],
      [
        'bg',
        /ъ(?=[^еёюя])|(?<!\p{L})(?:със|от|съм|беше|ми|му|ни|това|какво|няма|ще|си|аз)(?!\p{L})/iu,
      ],
      ['ru', /./u],
    ],
    arabic: [
      ['ur', /[ٹڈڑںےۓ]/u],
      ['fa', /[پچژگی]/u],
      ['ar', /./u],
    ],
  };
/** A Han or kana character carries as much text as several letters of an alphabet. */
const DENSE: ReadonlySet<string> = new Set(['ja', 'zh', 'ko']);

interface Evidence {
  readonly language: string;
  readonly words: ReadonlySet<string>;
  readonly letters: RegExp | undefined;
  readonly endings: RegExp | undefined;
}
const PROFILES: readonly Evidence[] = Object.entries(LATIN_PROFILES).map(([language, profile]) => ({
  language,
  words: new Set(profile.words.split(' ')),
  letters: profile.letters,
  endings: profile.endings,
}));
const HOLDERS: ReadonlyMap<string, readonly number[]> = holders();

/**
 * The language of a text as an ISO 639-1 code. The script decides first; among languages in the Latin script, their
 * commonest words and rarest letters. Without clear evidence it is `fallback`, so that short utterances are not
 * attributed to a rare language. At most the first 800 characters are read.
 */
export const detectLanguage = readingStep(
  'language',
  (_text: Readable, fallback = 'en') => fallback,
  languageOf,
);

function languageOf(text: Readable, fallback = 'en'): string {
  const looked = beginningOf(text);
  const ofScript = byScript(looked)?.[0];
  if (ofScript !== undefined) return ofScript;
  const evidence = scored(looked, fallback);
  const language = bestLanguage(evidence, fallback);
  return language === 'en' && evidence.own === 0 ? (withoutEnglish(looked) ?? language) : language;
}

/**
 * The languages that a text may be in, likeliest first: a few words do not distinguish related languages, nor always
 * the fallback. A single one if words or letters are conclusive.
 */
export const possibleLanguages = readingStep(
  'language',
  (_text: Readable, fallback = 'en') => [fallback],
  languagesOf,
);

function languagesOf(text: Readable, fallback = 'en'): readonly string[] {
  const looked = beginningOf(text);
  const ofScript = byScript(looked);
  if (ofScript !== null) return ofScript;
  const evidence = scored(looked, fallback);
  const language = bestLanguage(evidence, fallback);
  const { scores, own } = evidence;
  const others = PROFILES.map((profile, index) => ({
    language: profile.language,
    score: scores[index] ?? 0,
  }))
    .filter(
      (other) => other.language !== language && other.language !== fallback && other.score > own,
    )
    .sort((a, b) => b.score - a.score)
    .map((other) => other.language);
  return others.length === 0 && language === fallback
    ? [language]
    : [...new Set([language, ...others, fallback])];
}

function beginningOf(given: Readable): ReadText {
  const text = ReadText.of(given);
  return text.part(0, Math.min(MAX_READ, text.text.length));
}

/**
 * The languages of the script, likeliest first; null if most letters are Latin: a name in its own script does not
 * make a sentence foreign.
 */
function byScript(looked: ReadText): readonly string[] | null {
  if (!looked.test(NON_LATIN)) return null;
  const { text } = looked;
  const letters = text.match(LETTERS)?.length ?? 0;
  const counts = SCRIPTS.map(
    ([language, pattern]) =>
      [language, (text.match(pattern)?.length ?? 0) * (DENSE.has(language) ? 3 : 1)] as const,
  );
  const [kana, , han] = counts;
  const strongest = counts.reduce((best, each) => (each[1] > best[1] ? each : best));
  if (strongest[1] === 0 || strongest[1] < letters / 2) return null;
  if (strongest[0] === 'zh' && kana !== undefined && han !== undefined && kana[1] > han[1] / 10)
    return ['ja'];
  const sharing = OF_SCRIPT[strongest[0]];
  if (sharing === undefined) return [strongest[0]];
  const likeliest = sharing.find(([, sign]) => sign.test(text))?.[0] ?? strongest[0];
  return [...new Set([likeliest, ...sharing.map(([language]) => language)])];
}

interface Scored {
  /** Evidence for each profile, from words and letters. */
  readonly scores: readonly number[];
  /** Evidence from words alone. */
  readonly byWord: Float64Array;
  /** Evidence from letters alone, and the number of words with such a letter. */
  readonly byLetter: Float64Array;
  readonly spelled: Float64Array;
  /** Number of distinct words in each profile's list. */
  readonly held: Float64Array;
  /** Evidence for the fallback, and the number of distinct words. */
  readonly own: number;
  readonly size: number;
}

/** Whether the word is one of the commonest of a language of the Latin script. */
export function isCommonWord(word: string, language: string): boolean {
  return HOLDERS.get(word)?.some((holder) => PROFILES[holder]?.language === language) === true;
}

/** Whether several languages of the Latin script have it in their lists of commonest words. */
export function isSharedWord(word: string): boolean {
  return (HOLDERS.get(word)?.length ?? 0) > 1;
}

function scored(text: ReadText, fallback: string): Scored {
  const distinct = new Set(text.words.map((word) => word.text));
  const byWord = new Float64Array(PROFILES.length);
  const held = new Float64Array(PROFILES.length);
  for (const word of distinct) {
    const holding = HOLDERS.get(word);
    if (holding === undefined) continue;
    for (const holder of holding) {
      byWord[holder] = (byWord[holder] ?? 0) + 1 / holding.length;
      held[holder] = (held[holder] ?? 0) + 1;
    }
  }
  const letters = letterScores(text);
  const scores = PROFILES.map((_, index) => (byWord[index] ?? 0) + (letters.byLetter[index] ?? 0));
  return {
    scores,
    ...letters,
    byWord,
    held,
    own: byWord[PROFILES.findIndex(({ language }) => language === fallback)] ?? 0,
    size: distinct.size,
  };
}

function bestLanguage(
  { scores, byWord, byLetter, spelled, held, own, size }: Scored,
  fallback: string,
): string {
  if (size < 2) return fallback;
  let best = -1;
  let highest = 0;
  PROFILES.forEach(({ language }, index) => {
    const score = scores[index] ?? 0;
    const least = leastFromWords(byLetter[index] ?? 0, spelled[index] ?? 0, size);
    if (language === fallback || (byWord[index] ?? 0) < least || score <= highest) return;
    best = index;
    highest = score;
  });
  const unrivalled = own === 0;
  const many = unrivalled && (held[best] ?? 0) >= Math.max(MIN_HELD, size * MIN_HELD_SHARE);
  const sure =
    highest >= (unrivalled ? MIN_UNRIVALLED : MIN_SCORE) &&
    highest >= own * MIN_LEAD &&
    highest >= size * MIN_SHARE;
  return many || sure ? (PROFILES[best]?.language ?? fallback) : fallback;
}

/** A longer text without any evidence is a list of names or a code. */
const MAX_WORDS = 12;
const ENDING_WEIGHT = 0.5;
const SHORTEST_INFLECTED = 5;
const LONG_ENDING = 4;
const ENOUGH_WITHOUT_ENGLISH = 1;

/**
 * The language of a few words, none of which is in an English dictionary: then little evidence is enough, from a
 * language's commonest words or inflectional endings. Next to such an ending, words shared with English do not count
 * against it. Capitalised words are names, except the first. Null without evidence or on a tie.
 */
function withoutEnglish({ text, words }: ReadText): string | null {
  const all = words.filter((word) => /\p{L}/u.test(word.text));
  if (all.length < 2 || all.length > MAX_WORDS) return null;
  const isName = ({ start }: { readonly start: number }): boolean =>
    /^\p{Lu}/u.test(text.slice(start, start + 2));
  if (all.every(isName)) return null;
  const english = all.filter(({ text: word }) => isSpeltRightly(word, 'en'));
  const scores = new Float64Array(PROFILES.length);
  const ended = new Set<number>();
  for (const [at, word] of all.entries()) {
    if (at > 0 && isName(word)) continue;
    const holding = HOLDERS.get(word.text) ?? [];
    for (const holder of holding) scores[holder] = (scores[holder] ?? 0) + 1 / holding.length;
    if (word.text.length < SHORTEST_INFLECTED) continue;
    PROFILES.forEach(({ endings }, index) => {
      const ending = holding.includes(index) ? undefined : endings?.exec(word.text)?.[0];
      if (ending === undefined) return;
      ended.add(index);
      scores[index] =
        (scores[index] ?? 0) + (ending.length < LONG_ENDING ? ENDING_WEIGHT : 2 * ENDING_WEIGHT);
    });
  }
  const [best, second] = PROFILES.map(({ language, words: own }, index) => ({
    language,
    score:
      english.length === 0 || (ended.has(index) && english.every((word) => own.has(word.text)))
        ? (scores[index] ?? 0)
        : 0,
  })).sort((a, b) => b.score - a.score);
  return best !== undefined &&
    best.score >= ENOUGH_WITHOUT_ENGLISH &&
    best.score > (second?.score ?? 0)
    ? best.language
    : null;
}

/**
 * Minimum evidence from words. A word plus a letter unique to a language is as good as two words; so is such a letter
 * in every word.
 */
function leastFromWords(byLetter: number, spelled: number, size: number): number {
  if (byLetter < OWN_LETTER_WEIGHT) return MIN_WORD_SCORE;
  return spelled >= size ? 0 : MIN_BESIDE_LETTERS;
}

/** Evidence from letters that few languages share, counted per word: more for a letter unique to one profile. */
function letterScores({ text, isAscii }: ReadText): Pick<Scored, 'byLetter' | 'spelled'> {
  const byLetter = new Float64Array(PROFILES.length);
  const spelled = new Float64Array(PROFILES.length);
  if (isAscii) return { byLetter, spelled };
  const special =
    text.toLowerCase().match(/(?:(?<![\p{L}¿¡])[\p{L}¿¡]+)?[^\u0000-\u007f\s][\p{L}\p{M}]*/gu) ??
    [];
  for (const word of special) {
    const holding = PROFILES.flatMap(({ letters }, index) =>
      letters?.test(word) === true ? [index] : [],
    );
    const isOwn = holding.length === 1 && !OF_MANY.test(word);
    const weight = isOwn ? OWN_LETTER_WEIGHT : LETTER_WEIGHT;
    for (const index of holding) {
      byLetter[index] = Math.min(MAX_FROM_LETTERS, (byLetter[index] ?? 0) + weight);
      spelled[index] = (spelled[index] ?? 0) + 1;
    }
  }
  return { byLetter, spelled };
}

function holders(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  PROFILES.forEach(({ words: own }, index) =>
    own.forEach((word) => found.set(word, [...(found.get(word) ?? []), index])),
  );
  return found;
}
