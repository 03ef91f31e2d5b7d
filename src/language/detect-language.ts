import { LATIN_PROFILES } from './language-profiles.js';
import { words } from './words.js';

/** A text's language shows early: no more of it is looked at, in UTF-16 units. */
const LOOKED_AT = 800;
/** Another language than the fallback needs so much evidence, and so much more than the fallback has. */
const LEAST_SCORE = 1.3;
/** Enough where nothing at all speaks for the fallback: more than one word of it. */
const LEAST_UNRIVALLED = 1.05;
const LEAST_LEAD = 1.4;
/** The share of the words that must speak for it: a quotation does not make a text foreign. */
const LEAST_SHARE = 0.18;
/** Letters alone prove nothing: names travel. */
const LEAST_WORD_SCORE = 0.5;
const LETTER_WEIGHT = 0.5;
const MOST_FROM_LETTERS = 1.5;

const NON_LATIN = /[^\u0000-\u024f\u1e00-\u1eff\u2000-\u2bff\ufe00-\ufe0f\u{1f000}-\u{1faff}]/u;
const LETTERS = /\p{L}/gu;
/** Scripts in the order in which they decide: kana make Japanese of a text with Han in it. */
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
  ...(['bn Bengali', 'ta Tamil', 'te Telugu', 'gu Gujarati', 'pa Gurmukhi', 'kn Kannada', 'ml Malayalam', 'si Sinhala', 'lo Lao', 'km Khmer', 'my Myanmar', 'ka Georgian', 'hy Armenian', 'am Ethiopic'] as const).map(
    (entry): readonly [string, RegExp] => [entry.slice(0, 2), new RegExp(`\\p{Script=${entry.slice(3)}}`, 'gu')],
  ),
];
/** Letters that tell the languages of a shared script apart, tried in this order; the last is the likeliest. */
const OF_SCRIPT: Readonly<Record<string, readonly (readonly [language: string, sign: RegExp])[]>> = {
  cyrillic: [
    ['be', /ў/iu],
    ['uk', /[іїєґ]|(?<!\p{L})(?:та|що|як|ще|це|із|про|коли|мене)(?!\p{L})/iu],
    ['sr', /[јљњћђџ]/iu],
    ['kk', /[қңғүұһә]/iu],
    ['ru', /[ыэё]/iu],
    ['bg', /ъ(?=[^еёюя])|(?<!\p{L})(?:със|от|съм|беше|ми|му|ни|това|какво|няма|ще|си|аз)(?!\p{L})/iu],
    ['ru', /./u],
  ],
  arabic: [
    ['ur', /[ٹڈڑںےۓ]/u],
    ['fa', /[پچژگی]/u],
    ['ar', /./u],
  ],
};
/** A word of Han or kana says as much as several letters of an alphabet. */
const DENSE: ReadonlySet<string> = new Set(['ja', 'zh', 'ko']);

interface Evidence {
  readonly language: string;
  readonly words: ReadonlySet<string>;
  readonly letters: RegExp | undefined;
}
const PROFILES: readonly Evidence[] = Object.entries(LATIN_PROFILES).map(([language, profile]) => ({ language, words: new Set(profile.words.split(' ')), letters: profile.letters }));
const HOLDERS: ReadonlyMap<string, readonly number[]> = holders();

/**
 * The language of a text as an ISO 639-1 code. The script decides first; among languages of the Latin script their
 * commonest words and rarest letters. Without clear evidence it is `fallback`, so that short talk is not taken for
 * something exotic. At most the first 800 characters are read.
 */
export function detectLanguage(text: string, fallback = 'en'): string {
  const looked = text.slice(0, LOOKED_AT);
  return (NON_LATIN.test(looked) ? byScript(looked) : null) ?? byWords(looked, fallback);
}

/** Null where most letters are Latin: a name in its own script does not make a sentence foreign. */
function byScript(text: string): string | null {
  const letters = text.match(LETTERS)?.length ?? 0;
  const counts = SCRIPTS.map(([language, pattern]) => [language, (text.match(pattern)?.length ?? 0) * (DENSE.has(language) ? 3 : 1)] as const);
  const [kana, , han] = counts;
  const strongest = counts.reduce((best, each) => (each[1] > best[1] ? each : best));
  if (strongest[1] === 0 || strongest[1] < letters / 2) return null;
  if (strongest[0] === 'zh' && kana !== undefined && han !== undefined && kana[1] > han[1] / 10) return 'ja';
  return OF_SCRIPT[strongest[0]]?.find(([, sign]) => sign.test(text))?.[0] ?? strongest[0];
}

function byWords(text: string, fallback: string): string {
  const distinct = new Set(words(text).map((word) => word.text));
  if (distinct.size < 2) return fallback;
  const scores = new Float64Array(PROFILES.length);
  for (const word of distinct) {
    const holding = HOLDERS.get(word);
    if (holding !== undefined) for (const holder of holding) scores[holder] = (scores[holder] ?? 0) + 1 / holding.length;
  }
  let best = -1;
  let highest = 0;
  const own = scores[PROFILES.findIndex(({ language }) => language === fallback)] ?? 0;
  const letters = letterScores(text);
  PROFILES.forEach(({ language }, index) => {
    const score = (scores[index] ?? 0) + (letters[index] ?? 0);
    if (language === fallback || (scores[index] ?? 0) < LEAST_WORD_SCORE || score <= highest) return;
    best = index;
    highest = score;
  });
  const sure = highest >= (own === 0 ? LEAST_UNRIVALLED : LEAST_SCORE) && highest >= own * LEAST_LEAD && highest >= distinct.size * LEAST_SHARE;
  return sure ? (PROFILES[best]?.language ?? fallback) : fallback;
}

/** Letters that a language shares with few others, once each. */
function letterScores(text: string): readonly number[] {
  if (/^[\u0000-\u007f]*$/.test(text)) return [];
  const special = text.toLowerCase().match(/[\p{L}¿¡]*[^\u0000-\u007f\s][\p{L}]*/gu) ?? [];
  return PROFILES.map(({ letters }) => (letters === undefined ? 0 : Math.min(MOST_FROM_LETTERS, special.filter((word) => letters.test(word)).length * LETTER_WEIGHT)));
}

function holders(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  PROFILES.forEach(({ words: own }, index) => own.forEach((word) => found.set(word, [...(found.get(word) ?? []), index])));
  return found;
}
