import { detectLanguage } from '@mneme/core/language/detect-language.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import type { Statement } from './read-statements.js';

/** What a query asks for: a choice, a comparison, a yes or no, one fact, a way to do something, or ideas. */
export const QUERY_TYPES = ['choice', 'comparison', 'yes_no', 'fact', 'how', 'open'] as const;
type QueryType = (typeof QUERY_TYPES)[number];

/** One question of a query. */
interface QueryPart {
  readonly text: string;
  readonly terms: readonly string[];
}

export interface ReadQuery {
  readonly type: QueryType;
  readonly parts: readonly QueryPart[];
  /** Options to choose from or compare, as stems; empty where it names none. */
  readonly options: readonly (readonly string[])[];
  readonly terms: readonly string[];
}

/** Maximum length of a query that is analysed, in UTF-16 units; the rest is ignored. */
const MAX_READ = 2_000;
const COMPARES =
  /\b(?:compare|comparison|versus|vs\.?|differences? between|pros and cons|vergleich\w{0,4}|unterschied\w{0,2})(?!\p{L})/iu;
const CHOOSES =
  /\b(?:which|where (?:should|shall|do|can|could)|who should|(?:best|right|better|ideal) (?:\p{L}+ ){0,3}(?:for|to|month|time|way|choice|option|tool|place)|welche[rsnm]?|lieber)(?!\p{L})/iu;
const FACT =
  /^\W*(?:and |so |but )?(?:how (?:long|much|many|often|far|big|old|tall|soon|late|early|hot)|what (?:is|was|are|were) (?:the |a |an )?(?:\p{L}+ ){0,4}(?:of|for)|when|what time|who (?:is|was)|wie (?:oft|lange?|viele?|weit)|wann)(?!\p{L})/iu;
const YES_NO =
  /^\W*(?:and |so |but )?(?:is|are|was|were|do|does|did|can|could|should|shall|will|would|may|must|has|have|had|ist|sind|kann|soll\w{0,3}|darf|muss)(?!\p{L})/iu;
const HOW = /^\W*(?:and |so |but )?(?:how|why|wie|warum|wieso)(?!\p{L})/iu;
const JOINED =
  /,? (?:and|und) (?=(?:how|what|who|whom|when|where|which|why|do|does|did|is|are|can|will|should|wie|was|wer|wann|wo|warum)(?!\p{L}))/iu;
const OR = /\s+(?:or|oder|versus|vs\.?)\s+/iu;

/** Classifies a query by its words: English, with the most common German ones. Linear in its length. */
export function readQuery(query: string, stemmer: Stemmer): ReadQuery {
  const text = query.slice(0, MAX_READ).replaceAll(/\s+/gu, ' ').trim();
  const language = detectLanguage(text);
  const termsOf = (part: string): string[] => contentTerms(part, language, stemmer);
  const asked = questionsIn(text);
  const options = optionsIn(text).map(termsOf);
  const apart = options.filter(({ length }) => length > 0);
  return {
    type: typeOf(text, asked, apart.length >= 2),
    parts: asked.map((part) => ({ text: part, terms: termsOf(part) })),
    options: apart.length >= 2 ? withoutShared(apart) : [],
    terms: termsOf(text),
  };
}

function typeOf(text: string, asked: readonly string[], hasOptions: boolean): QueryType {
  const first = asked[0] ?? text;
  if (COMPARES.test(text)) return 'comparison';
  if (CHOOSES.test(first) || (hasOptions && !HOW.test(first))) return 'choice';
  if (FACT.test(first)) return 'fact';
  if (YES_NO.test(first)) return 'yes_no';
  return HOW.test(first) ? 'how' : 'open';
}

/** Splits a query into questions: at question marks, and at "and what", "and who". Without a mark it is one. */
function questionsIn(text: string): string[] {
  const marked = text
    .split(/(?<=[?？])\s*/u)
    .filter((part) => /[?？]$/u.test(part))
    // Drop statements that precede the question.
    .map((part) => part.split(/(?<=[.!])\s+/u).at(-1) ?? part);
  return (marked.length > 0 ? marked : [text]).flatMap((question) => question.split(JOINED));
}

/** Finds options in "A or B", "between A and B", "compare A, B and C". */
function optionsIn(text: string): string[] {
  const bare = text.replace(/[?？.!]+$/u, '');
  const listed = /\b(?:between|compare) (.{3,200}?)(?: for .*| to .*)?$/iu.exec(bare)?.[1];
  if (listed !== undefined)
    return listed.split(/,\s*(?:and\s+|or\s+)?|\s+(?:and|or|with|to)\s+/iu).slice(0, 8);
  const parts = bare.split(OR);
  if (parts.length < 2) return [];
  const [head = '', ...rest] = parts;
  const before = head.split(/,\s+|:\s+/u).at(-1) ?? head;
  return [
    before.split(' ').slice(-3).join(' '),
    ...rest.map((part) => part.split(' ').slice(0, 3).join(' ')),
  ];
}

/** Drops words common to several options. */
function withoutShared(options: readonly (readonly string[])[]): string[][] {
  return options
    .map((terms, at) =>
      terms.filter((term) => !options.some((other, place) => place !== at && other.includes(term))),
    )
    .filter(({ length }) => length > 0);
}

/** What a part of a query asks for, and what an answer to it must contain. */
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
 * The unanswered question: of a query with several parts, the one none of whose words occurs in any answer. Implied
 * questions need a language model. Null where all parts are answered.
 */
export function findGhost({ parts }: ReadQuery, statements: readonly Statement[]): string | null {
  if (parts.length < 2) return null;
  const open = parts.find((part) => part.terms.length > 0 && !isTakenUp(part, parts, statements));
  return open === undefined ? null : asQuestion(open.text);
}

/** Words shared with other parts do not show that this part was answered. */
function isTakenUp(
  part: QueryPart,
  parts: readonly QueryPart[],
  statements: readonly Statement[],
): boolean {
  const sought = SOUGHT.find(({ asks }) => asks.test(part.text));
  if (sought !== undefined) return statements.some(({ text }) => sought.answers.test(text));
  // Answers start with the first question, in their own words.
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
