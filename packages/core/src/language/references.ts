import type { EntityType } from '../domain/graph.js';
import { type Antecedent, antecedents, type ContextLine, type Gender } from './antecedents.js';
import { wordList } from './lexicon.js';
import { matchAll } from './pattern-matching.js';
import { isStopWord } from './segmentation.js';

/** A word of a question that refers to something named elsewhere. */
interface Reference {
  /** The words as asked. */
  readonly said: string;
  readonly start: number;
  readonly end: number;
  /** Possessive: the name gets an 's. */
  readonly possessive: boolean;
  /** It may refer to several at once. */
  readonly plural: boolean;
  /** How well an antecedent fits; 0 for not at all. */
  readonly fit: (antecedent: Antecedent) => number;
}

const THINGS: readonly EntityType[] = [
  'thing',
  'product',
  'work',
  'event',
  'organisation',
  'concept',
];
const NOUN_TYPES: Readonly<Record<string, readonly EntityType[]>> = Object.freeze({
  ...nouns(
    'city town village country place state island restaurant cafe bar park beach street neighborhood neighbourhood area museum hotel location',
    ['place'],
  ),
  ...nouns('company startup firm organisation organization club school university agency', [
    'organisation',
  ]),
  ...nouns('book novel film movie song album show series podcast paper article', ['work']),
  ...nouns('event conference party wedding concert festival meeting race marathon', ['event']),
  ...nouns('app tool library framework product phone laptop database service', [
    'product',
    'thing',
  ]),
  ...nouns('project one thing', THINGS),
});
const PERSON_NOUNS: Readonly<Record<string, Gender | null>> = Object.freeze({
  man: 'male',
  guy: 'male',
  boy: 'male',
  gentleman: 'male',
  woman: 'female',
  girl: 'female',
  lady: 'female',
  person: null,
  friend: null,
  colleague: null,
});

function nouns(list: string, types: readonly EntityType[]): Record<string, readonly EntityType[]> {
  return Object.fromEntries(list.split(' ').map((noun) => [noun, types]));
}

const TIMES = wordList(
  'day week month year morning evening afternoon night time moment weekend summer winter spring autumn fall way case kind sort type reason much many',
);
const PRONOUN =
  /\b(?<she>she|her|hers)\b|\b(?<he>he|him|his)\b|\b(?<they>they|them|their|theirs)\b|\b(?<it>it|its)\b|\b(?<there>there)\b|\b(?:that|this|the same)\s+(?<noun>\p{Ll}+)\b/giu;
/** "there is", "is there" state existence, not a place. */
const EXISTS =
  /^there\s+(?:is|are|was|were|be|been|has|have|will|would|should|might|any|a|an|another|more)\b|\b(?:is|are|was|were|be|been|has|will)\s+there$/iu;
/** "it" without a referent ("it is raining"). */
const EMPTY_IT =
  /^it(?:'s)?\s+(?:is\s+|was\s+)?(?:rain|snow|seem|true|possible|likely|important|ok|okay|late|early|cold|hot|warm|worth|going\b|take|mean)|\b(?:what time|how late)\s+(?:is|was)\s+it$|\bwhat is it$/iu;

/** The words of a question that may refer back, in order. */
export function referencesIn(query: string): Reference[] {
  return matchAll(query, PRONOUN).flatMap((match): Reference[] => {
    const [said] = match;
    const start = match.index;
    const end = start + said.length;
    const { she, he, they, it, there, noun } = match.groups ?? {};
    const at = { said, start, end, plural: they !== undefined };
    const lower = said.toLowerCase();
    if (she !== undefined)
      return [
        {
          ...at,
          possessive: lower === 'her' && ownsNext(query.slice(end)),
          fit: ofGender('female'),
        },
      ];
    if (he !== undefined) return [{ ...at, possessive: lower === 'his', fit: ofGender('male') }];
    if (they !== undefined)
      return [
        {
          ...at,
          possessive: lower === 'their',
          fit: ({ type }) => (type === 'person' ? 1 : type === 'organisation' ? 0.5 : 0),
        },
      ];
    if (it !== undefined)
      return EMPTY_IT.test(query.slice(start)) || EMPTY_IT.test(query.slice(0, end))
        ? []
        : [
            {
              ...at,
              possessive: lower === 'its',
              fit: ({ type }) => (THINGS.includes(type) ? 1 : type === 'place' ? 0.4 : 0),
            },
          ];
    if (there !== undefined)
      return EXISTS.test(query.slice(start)) || EXISTS.test(query.slice(0, end))
        ? []
        : [{ ...at, possessive: false, fit: ({ type }) => (type === 'place' ? 1 : 0) }];
    const fit = noun === undefined ? null : ofNoun(noun.toLowerCase());
    return fit === null ? [] : [{ ...at, possessive: false, fit }];
  });
}

function ofGender(gender: Gender): Reference['fit'] {
  return (antecedent) =>
    antecedent.type !== 'person'
      ? 0
      : antecedent.gender === gender
        ? 1
        : antecedent.gender === null
          ? 0.6
          : 0;
}

/** Whether "her" is possessive: "her sister", but not "saw her in May". */
function ownsNext(after: string): boolean {
  const next = /^\s+([\p{L}'-]+)/u.exec(after)?.[1]?.toLowerCase();
  return (
    next !== undefined &&
    !isStopWord(next, 'en') &&
    !TIMES.has(next) &&
    !/^(?:yesterday|today|last|next|again|lately|recently|first)$/u.test(next)
  );
}

function ofNoun(noun: string): Reference['fit'] | null {
  if (TIMES.has(noun) || (isStopWord(noun, 'en') && noun !== 'one')) return null;
  const gender = PERSON_NOUNS[noun];
  if (gender !== undefined)
    return gender === null ? ({ type }) => (type === 'person' ? 1 : 0) : ofGender(gender);
  const types = NOUN_TYPES[noun];
  const calledSo = ({ noun: own, name }: Antecedent): boolean =>
    own === noun || name.toLowerCase().split(/\s+/).includes(noun);
  // A noun of no known kind refers only to something with that noun, and only if its name is longer than the noun.
  if (types === undefined)
    return (antecedent) => (calledSo(antecedent) && antecedent.name.toLowerCase() !== noun ? 1 : 0);
  return (antecedent) =>
    antecedent.name.toLowerCase() === noun
      ? 0
      : calledSo(antecedent)
        ? 1
        : types.includes(antecedent.type)
          ? antecedent.name === antecedent.name.toLowerCase() && noun !== 'one' && noun !== 'thing'
            ? 0
            : 0.7
          : 0;
}

/** The result of resolving a question's references. */
interface ResolvedQuestion {
  /** The question with the referring words replaced by names. */
  readonly text: string;
  readonly readings: readonly ReferenceReading[];
  /** Words left unchanged because they may refer to several candidates. */
  readonly open: readonly { readonly said: string; readonly among: readonly string[] }[];
}

interface ReferenceReading {
  readonly said: string;
  readonly as: string;
  /** Other recently mentioned candidates. */
  readonly others: readonly string[];
}

/** Number of preceding lines considered. */
const LINES = 12;
/** Maximum age, in lines, of candidates reported in addition to the chosen one. */
const MAX_CANDIDATE_AGE = 3;
const MAX_TOGETHER = 3;

/**
 * Resolves "she", "it", "there", "that project" in a question by the most recent mention in the lines before it
 * (oldest first) that fits in kind, gender and number (a small version of Hobbs 1978 and Lappin and Leass 1994).
 * Antecedents within the question itself take precedence: such a word needs no resolution. If two fit equally well,
 * it is left open.
 */
export function resolveReferences(
  query: string,
  lines: readonly ContextLine[],
  people: readonly string[] = [],
): ResolvedQuestion {
  const references = referencesIn(query);
  if (references.length === 0 || lines.length === 0) return { text: query, readings: [], open: [] };
  const recent = lines
    .slice(-LINES)
    .reverse()
    .map((line) => antecedents(line, people));
  const own = antecedents({ speaker: null, text: query }, people);
  const readings: ReferenceReading[] = [];
  const open: { said: string; among: string[] }[] = [];
  let text = '';
  let from = 0;
  for (const reference of references) {
    if (
      own.some(
        (antecedent) =>
          antecedent.start >= 0 &&
          antecedent.start < reference.start &&
          reference.fit(antecedent) > 0,
      )
    )
      continue;
    const found = lookBack(reference, recent);
    if (found.length === 0) continue;
    const [best = [], ...later] = found;
    const [first] = best;
    if (first === undefined) continue;
    const together =
      reference.plural &&
      best.length > 1 &&
      best.length <= MAX_TOGETHER &&
      best.every(({ type }) => type === 'person');
    if (best.length > 1 && !together) {
      open.push({ said: reference.said, among: best.map(({ name }) => name) });
      continue;
    }
    const name = together ? best.map((each) => each.name).join(' and ') : first.name;
    const others = together
      ? []
      : [...new Set(later.flat().map((each) => each.name))].filter((other) => other !== name);
    readings.push({ said: reference.said, as: name, others });
    text += query.slice(from, reference.start) + (reference.possessive ? `${name}'s` : name);
    from = reference.end;
  }
  return { text: text + query.slice(from), readings, open };
}

/** Candidates grouped by distance in lines, nearest first. */
function lookBack(
  reference: Reference,
  recent: readonly (readonly Antecedent[])[],
): Antecedent[][] {
  const groups: Antecedent[][] = [];
  const seen: Antecedent[] = [];
  for (const [age, line] of recent.entries()) {
    if (age >= MAX_CANDIDATE_AGE && groups.length > 0) break;
    const fitting = line
      .map((antecedent) => ({ antecedent, fit: reference.fit(antecedent) }))
      .filter(({ fit }) => fit > 0);
    const standing = ({ antecedent, fit }: (typeof fitting)[number]): number =>
      fit * 10 + (reference.plural ? 0 : antecedent.rank);
    fitting.sort((a, b) => standing(b) - standing(a) || a.antecedent.start - b.antecedent.start);
    let last = NaN;
    for (const each of fitting) {
      if (seen.some((other) => isSame(other, each.antecedent))) continue;
      seen.push(each.antecedent);
      const group = groups.at(-1);
      if (standing(each) === last && group !== undefined) group.push(each.antecedent);
      else groups.push([each.antecedent]);
      last = standing(each);
    }
  }
  return groups;
}

/** Equal, or one extends the other: "Priya" and "Priya Shah". */
function isSame(a: Antecedent, b: Antecedent): boolean {
  const [short = '', long = ''] = [a.name.toLowerCase(), b.name.toLowerCase()].sort(
    (x, y) => x.length - y.length,
  );
  return (
    short === long ||
    (a.type === b.type && long.split(/\s+/).includes(short) && !long.includes("'s"))
  );
}
