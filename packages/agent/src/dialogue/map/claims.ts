import type { ClaimLink, MappedClaim, Tension } from '../artifact.js';
import { type Nearness, OF_ONE_THING, SAME_CLAIM } from './nearness.js';
import type { Stance, Statement } from './read-answer.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';

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

/** Minimum chance for two statements of one model to form one claim: models seldom repeat themselves. */
const SAME_BREATH = 0.9;

/** Minimum chance for any two statements of a group, even where a third is close to both. */
const FLOOR = 0.03;

/** Statements that make the same claim, the fullest first. */
export type Group = readonly [Statement, ...Statement[]];

/**
 * Groups statements by average linkage, nearest first: two groups merge while their statements on average make the
 * same claim, and no two are far apart or contradict. Groups are in the order of their first statement; each starts
 * with its fullest one.
 */
export function groupStatements(
  statements: readonly Statement[],
  nearness: (a: Statement, b: Statement) => Nearness,
): Group[] {
  const size = statements.length;
  const chances = new Float32Array(size * size);
  const candidates: { readonly a: number; readonly b: number; readonly chance: number }[] = [];
  for (const [a, one] of statements.entries())
    for (const [b, other] of statements.slice(0, a).entries()) {
      const { same: chance } = nearness(one, other);
      chances[a * size + b] = chance;
      chances[b * size + a] = chance;
      if (chance >= (one.model === other.model ? SAME_BREATH : SAME_CLAIM))
        candidates.push({ a, b, chance });
    }
  const same = (a: number, b: number): number => chances[a * size + b] ?? 0;
  const groups = statements.map((_, at) => [at]);
  const groupOf = groups.slice();
  for (const { a, b } of candidates.sort((p, q) => q.chance - p.chance || p.a - q.a || p.b - q.b)) {
    const [one, other] = [groupOf[a] ?? [], groupOf[b] ?? []];
    if (one === other || !sayTheSame(one, other, same)) continue;
    one.push(...other);
    for (const at of other) groupOf[at] = one;
  }
  return [...new Set(groupOf)]
    .map((group) => group.toSorted((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .flatMap((group) => asGroup(byFullness(group, statements), statements));
}

function sayTheSame(
  one: readonly number[],
  other: readonly number[],
  same: (a: number, b: number) => number,
): boolean {
  const chances = one.flatMap((a) => other.map((b) => same(a, b)));
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return sum >= SAME_CLAIM * chances.length && Math.min(...chances) >= FLOOR;
}

/** Weight of a word that only one statement of the group has. */
const OWN_WORD = 0.25;

/**
 * Orders a group by how many of its shared words a statement has, then by its other words: "The old index is
 * redundant now" before "Drop it". Ties go to the earlier one.
 */
function byFullness(group: readonly number[], statements: readonly Statement[]): readonly number[] {
  const spread = new Map<string, number>();
  for (const at of group)
    for (const term of new Set(statements[at]?.terms))
      spread.set(term, (spread.get(term) ?? 0) + 1);
  const fullness = (at: number): number =>
    [...new Set(statements[at]?.terms)].reduce(
      (sum, term) => sum + ((spread.get(term) ?? 0) > 1 ? 1 : OWN_WORD),
      0,
    );
  return group.toSorted((a, b) => fullness(b) - fullness(a) || a - b);
}

function asGroup(order: readonly number[], statements: readonly Statement[]): [Group] | [] {
  const [first, ...rest] = order.flatMap((at) => statements[at] ?? []);
  return first === undefined ? [] : [[first, ...rest]];
}

/** A claim with the statements behind it. */
export interface DraftClaim {
  readonly claim: MappedClaim;
  readonly group: Group;
}

type Near = (a: Statement, b: Statement) => Nearness;

/** Maximum number of tensions per turn; the strongest claims come first. */
const MAX_TENSIONS = 20;
/** Queries with a single answer: models that lead with different claims disagree. */
const WANTS_ONE: ReadonlySet<ReadQuery['type']> = new Set(['choice', 'yes_no', 'fact']);

/**
 * Finds pairs of claims in tension: about one thing, but differing in polarity, an amount or an opposite; choosing
 * different options of the query; or, where a single answer is wanted, leading claims of models that share no claim.
 */
export function findTensions(
  drafts: readonly DraftClaim[],
  query: ReadQuery,
  stances: ReadonlyMap<string, Stance>,
  near: Near,
): Tension[] {
  const found: Tension[] = [];
  const supports = supportOf(drafts);
  for (const [at, one] of drafts.entries())
    for (const other of drafts.slice(at + 1)) {
      if (found.length >= MAX_TENSIONS) return found;
      if (supports(one, other)) continue;
      const tension = tensionOf(one, other, query, stances, near);
      if (tension !== null) found.push({ between: [one.claim.id, other.claim.id], ...tension });
    }
  return found;
}

/** Claims with a common supporter are not in tension. */
function supportOf(drafts: readonly DraftClaim[]): (a: DraftClaim, b: DraftClaim) => boolean {
  const sets = new Map(drafts.map((draft) => [draft, new Set(draft.claim.supporters)]));
  return (a, b) => b.claim.supporters.some((model) => sets.get(a)?.has(model) === true);
}

function tensionOf(
  { group: [one], claim: a }: DraftClaim,
  { group: [other], claim: b }: DraftClaim,
  query: ReadQuery,
  stances: ReadonlyMap<string, Stance>,
  near: Near,
): Omit<Tension, 'between'> | null {
  const { about, difference } = near(one, other);
  if (difference !== null && about >= OF_ONE_THING) {
    const apart =
      one.condition !== null && other.condition !== null && one.condition !== other.condition;
    return { type: apart ? 'bifurcation' : 'conflicts', axis: difference };
  }
  const [first, second] = [chosenOf(one, query), chosenOf(other, query)];
  if (first !== null && second !== null && first !== second && one.condition === null)
    return { type: 'conflicts', axis: 'choice' };
  if (first !== null && first === second) return null;
  if (!WANTS_ONE.has(query.type) || !leads(a, one) || !leads(b, other)) return null;
  const [p, q] = [stances.get(one.model) ?? null, stances.get(other.model) ?? null];
  if (p !== null && p === q) return null;
  if (query.type === 'yes_no')
    return p !== null && q !== null && p !== q ? { type: 'conflicts', axis: 'yes or no' } : null;
  // Both lead with the same thing and affirm it: the same choice in other words.
  return difference === null && nameOneThing(one, other, query)
    ? null
    : { type: 'conflicts', axis: 'choice' };
}

/** Whether both share a word that is not in the query. */
function nameOneThing(a: Statement, b: Statement, { terms }: ReadQuery): boolean {
  return a.terms.some((term) => !terms.includes(term) && b.terms.includes(term));
}

const leads = ({ kind }: MappedClaim, { place }: Statement): boolean =>
  place === 0 || kind === 'consensus';

/** The only option of the query that a statement supports; null where it names none or several, or is negated. */
function chosenOf({ terms, negated }: Statement, { options }: ReadQuery): number | null {
  if (negated) return null;
  const named = options.flatMap((option, at) =>
    option.some((term) => terms.includes(term)) ? [at] : [],
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

const NEEDS =
  /^(.{3,160}?) (?:requires?|needs?|depends on|relies on|presupposes?|only works (?:with|after)|comes after) (.{3,160})$/iu;
const BEFORE = /^(.{3,160}?) before (?:you |we |they )?(.{3,160})$/iu;
/** Minimum share of the words on one side of "requires" that must be another claim's. */
const NAMED_SHARE = 0.6;
const MAX_LINKS = 20;

/** Finds dependencies between claims of the turn: "X requires Y", "Y before X". */
export function findLinks(
  drafts: readonly DraftClaim[],
  termsOf: (text: string) => readonly string[],
): ClaimLink[] {
  const links: ClaimLink[] = [];
  for (const { claim, group } of drafts)
    for (const { text } of group) {
      const bare = text.replace(/[.!]+$/u, '');
      const [, needing, needed] = NEEDS.exec(bare) ?? [];
      const [, first, then] = needing === undefined ? (BEFORE.exec(bare) ?? []) : [];
      const source = claimNamed(needed ?? first, claim.id, drafts, termsOf);
      const target = claimNamed(needing ?? then, claim.id, drafts, termsOf);
      const from = source ?? (target === null ? null : claim.id);
      const to = target ?? (source === null ? null : claim.id);
      if (from === null || to === null || from === to || links.length >= MAX_LINKS) continue;
      if (!links.some((link) => link.source === from && link.target === to))
        links.push({ source: from, target: to, type: 'prerequisite', reason: text });
    }
  return links;
}

function claimNamed(
  phrase: string | undefined,
  but: string,
  drafts: readonly DraftClaim[],
  termsOf: (text: string) => readonly string[],
): string | null {
  const terms = phrase === undefined ? [] : termsOf(phrase);
  if (terms.length === 0) return null;
  const share = ({ group: [{ terms: of }] }: DraftClaim): number =>
    terms.filter((term) => of.includes(term)).length / Math.max(terms.length, of.length);
  const [best] = drafts
    .filter(({ claim }) => claim.id !== but)
    .toSorted((a, b) => share(b) - share(a));
  return best !== undefined && share(best) >= NAMED_SHARE ? best.claim.id : null;
}
