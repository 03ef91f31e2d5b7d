import type { QueryPart, ReadQuery } from './read-query.js';
import type { Statement } from './read-statements.js';

/** What a part of a query asks for, and what an answer to it must have in it. */
const SOUGHT: readonly { readonly asks: RegExp; readonly answers: RegExp }[] = [
  {
    asks: /\b(?:cost|price|pay|expensive|budget|how much (?:is|does|will|would))\b/iu,
    answers:
      /[€$£]|\b(?:cost\w*|pric\w+|pay\w*|paid|fees?|budget\w*|cheap\w*|expensive|euros?|dollars?|pounds?|salar\w+|wages?|rent|commission|free)\b/iu,
  },
  {
    asks: /\bhow long\b|\bwhen\b|\bwhat time\b/iu,
    answers:
      /\d|\b(?:minutes?|hours?|days?|weeks?|months?|years?|spring|summer|autumn|winter|morning|evening|night|noon|now|later|soon|before|after|until|january|february|march|april|may|june|july|august|september|october|november|december)\b/iu,
  },
  {
    asks: /\bhow (?:many|often)\b/iu,
    answers:
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|dozen|every|each|daily|weekly|monthly|never|always)\b/iu,
  },
];

/**
 * The question that is asked and that no answer takes up: of a query that asks several things, the part none of whose words any answer has.
 * What is only implied needs a language model. Null where every part is taken up.
 */
export function findGhost({ parts }: ReadQuery, statements: readonly Statement[]): string | null {
  if (parts.length < 2) return null;
  const open = parts.find((part) => part.terms.length > 0 && !isTakenUp(part, parts, statements));
  return open === undefined ? null : asQuestion(open.text);
}

/** Words that another part has, too, do not show that this one was taken up. */
function isTakenUp(
  part: QueryPart,
  parts: readonly QueryPart[],
  statements: readonly Statement[],
): boolean {
  const sought = SOUGHT.find(({ asks }) => asks.test(part.text));
  if (sought !== undefined) return statements.some(({ text }) => sought.answers.test(text));
  // Answers begin with what was asked first, in words of their own.
  if (part === parts[0]) return true;
  const own = part.terms.filter(
    (term) => !parts.some((other) => other !== part && other.terms.includes(term)),
  );
  const telling = own.length > 0 ? own : part.terms;
  // "Keep it from happening again" can be answered without any of these words.
  if (telling.length === 0) return true;
  return statements.some(({ terms }) => telling.some((term) => terms.includes(term)));
}

function asQuestion(text: string): string {
  const bare = text.replace(/^(?:and|und|so|but)\s+/iu, '').replace(/[?？.!\s]+$/u, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}?`;
}
