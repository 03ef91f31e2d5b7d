import { QUESTION_WORDS } from './question-words.js';

const MARK = /[?？؟]/u;
const ENGLISH = 'who whom whose what when where which why how';
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, ...Object.values(QUESTION_WORDS)].join(' ').split(' '),
);

/** Whether a text asks for something that can be known, by its mark or its first word; what it does not ask, it may want done. */
export function asksToKnow(text: string): boolean {
  const [first = ''] = /[\p{L}\p{M}]+/u.exec(text) ?? [];
  return MARK.test(text) || FIRST_WORDS.has(first.toLowerCase());
}
