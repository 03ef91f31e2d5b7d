import { findCode } from '../../language/code/find-code.js';
import { sentences } from '../../language/sentences.js';

/** A stretch of text that is delivered whole or not at all: a sentence, or a block of code. */
export interface Stretch {
  readonly text: string;
  readonly code: boolean;
}

/**
 * Interjections before what is said: they carry no information. "No" and "yes" stay, as do words that
 * continue into the sentence.
 */
const OPENING =
  /^(?:(?:wow|whoa|woah|yeah|yep|yup|hey|hi|hello|oh|ah|aw+|haha+|lol|cool|nice|great|awesome|amazing|totally|absolutely|definitely|of course|sure|ok(?:ay)?|thanks(?: so much| a lot)?|thank you(?: so much)?|no problem|congrat(?:s|ulations)|well|anyway|by the way|btw)(?:,? \p{Lu}\p{L}+)?\s?[,.!…:-]+\s*)+(?=\S)/iu;

/** A longer stretch would fit no small budget: prose is cut after a comma or a word, code after a line. */
const MAX_PROSE = 280;
const MAX_CODE = 480;

/** Sentences without their openings, and blocks of code verbatim, in order. */
export function splitText(text: string): Stretch[] {
  const blocks = findCode(text).filter(({ kind }) => kind === 'block');
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { start, end, code } of blocks) {
    stretches.push(
      ...prose(text.slice(from, start)),
      ...lines(code.trimEnd()).map((part) => ({ text: part, code: true })),
    );
    from = end;
  }
  return [...stretches, ...prose(text.slice(from))];
}

function prose(text: string): Stretch[] {
  // Fences surround a block, which was already separated.
  return sentences(text.replaceAll(/^[ \t]*[`~]{3,}[^\n]*$/gm, '')).flatMap((sentence) => {
    const stripped = sentence.text.replace(OPENING, '').replace(/\s+/g, ' ').trim();
    // "Wow, Mel!" is kept as it is: without its opening nothing is left.
    return clauses(
      stripped.includes(' ') ? stripped.charAt(0).toUpperCase() + stripped.slice(1) : sentence.text,
    ).map((part) => ({ text: part, code: false }));
  });
}

function clauses(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_PROSE) {
    const within = rest.slice(0, MAX_PROSE);
    const cut =
      [
        Math.max(within.lastIndexOf(', '), within.lastIndexOf('; ')),
        within.lastIndexOf(' '),
        MAX_PROSE - 1,
      ].find((at) => at > MAX_PROSE / 3) ?? MAX_PROSE - 1;
    // Never within a surrogate pair.
    const end = /[\uD800-\uDBFF]/.test(rest[cut] ?? '') ? cut : cut + 1;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

function lines(code: string): string[] {
  const parts: string[] = [];
  for (const line of code.split('\n')) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < MAX_CODE)
      parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts.flatMap((part) => (part.length > 2 * MAX_CODE ? clauses(part) : [part]));
}
