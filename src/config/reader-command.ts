import { z } from 'zod';

/** A command as words: the program, and what it is called with. */
export type CommandWords = readonly [string, ...string[]];

const Words = z.array(z.string().max(4_000)).min(1, 'name a program').max(100);

/**
 * A command in one line, taken apart into words, or the words themselves. No shell sees it: quotes keep
 * words together, and nothing else is special.
 */
export const ReaderCommand = z.union([z.string().max(4_000), Words]).transform((given, context) => {
  const words = typeof given === 'string' ? wordsOf(given) : given;
  const [program, ...others] = words ?? [];
  if (program !== undefined && program.trim() !== '') return [program, ...others] as CommandWords;
  context.addIssue(
    words === null ? 'a quote is not closed' : 'must name a program, as in: claude -p',
  );
  return z.NEVER;
});

/** The words of a line; null if a quote is not closed. */
function wordsOf(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const character of line) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
