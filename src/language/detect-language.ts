import { STOP_WORDS } from './stop-words.js';
import { words } from './words.js';

/** Scripts that belong to one language, or to one that is by far the likeliest, tried in this order. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['th', /\p{Script=Thai}/u],
  ['el', /\p{Script=Greek}{2}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['ta', /\p{Script=Tamil}/u],
  ['hy', /\p{Script=Armenian}/u],
];
const CYRILLIC = /\p{Script=Cyrillic}/u;
const LATIN = /\p{Script=Latin}/gu;
const FOREIGN = /[^\u0000-\u024f\u2000-\u206f]/u;

const CYRILLIC_LANGUAGES = ['ru', 'uk', 'bg'] as const;
const LATIN_LANGUAGES = Object.keys(STOP_WORDS).filter((language) => !['ru', 'uk', 'bg'].includes(language));

/** Words looked at: a text's language shows early. */
const LOOKED_AT = 60;
/** So many function words beyond the fallback's must speak for another language. */
const LEAST_LEAD = 1.5;

/**
 * The language of a text as an ISO 639-1 code. The script decides where it can; among languages of one script, function
 * words do. Without clear evidence it is `fallback`, so that short chat is not taken for something exotic.
 */
export function detectLanguage(text: string, fallback = 'en'): string {
  if (FOREIGN.test(text)) {
    const letters = text.match(LATIN)?.length ?? 0;
    const script = SCRIPTS.find(([, pattern]) => pattern.test(text));
    // A name in its own script inside a Latin sentence does not make the sentence foreign.
    if (script !== undefined && letters < text.length / 3) return script[0];
    if (CYRILLIC.test(text) && letters < text.length / 3) return byFunctionWords(text, CYRILLIC_LANGUAGES, 'ru');
  }
  return byFunctionWords(text, LATIN_LANGUAGES, fallback);
}

function byFunctionWords(text: string, languages: readonly string[], fallback: string): string {
  const looked = words(text.slice(0, 1_000)).slice(0, LOOKED_AT);
  const distinct = new Set(looked.map((word) => word.text));
  const scores = new Map<string, number>(languages.map((language) => [language, 0]));
  for (const word of distinct) {
    if (word.length < 2) continue;
    const holders = languages.filter((language) => STOP_WORDS[language]?.has(word) === true);
    // A word of many languages tells little; one of all three letters and more tells most.
    for (const holder of holders) scores.set(holder, (scores.get(holder) ?? 0) + 1 / holders.length);
  }
  const floor = (scores.get(fallback) ?? 0) + LEAST_LEAD;
  let best = fallback;
  let highest = floor;
  for (const [language, score] of scores) {
    if (language === fallback || score <= highest || score < distinct.size * 0.12) continue;
    best = language;
    highest = score;
  }
  return best;
}
