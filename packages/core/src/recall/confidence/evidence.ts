import type { Period } from '../../domain/time.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import { matchAll } from '../../language/pattern-matching.js';
import { isFrameWord } from '../../language/segmentation.js';
import { liesIn } from '../paths/temporal.js';
import { readTalkTraits } from '../ranking/fusion-model.js';
import type { Ranked } from '../ranking/score.js';
import { FRAME_WEIGHT, type QueryTerm, type Understanding } from '../understand.js';

/** A logistic regression over named evidence. */
export interface Logistic<Name extends string = string> {
  readonly names: readonly Name[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weights: readonly number[];
  readonly intercept: number;
}

/** Standardised evidence is clamped to this, both in fitting and in use. */
export const LIMIT = 4;

/** Evidence by name: one input row of {@link chance}. */
export type Evidence<Name extends string> = Readonly<Record<Name, number>>;

/** The fitted log-odds. */
export function logOdds<Name extends string>(
  model: Logistic<Name>,
  evidence: Evidence<Name>,
): number {
  return addedBy(model, evidence).reduce((sum, added) => sum + added, model.intercept);
}

/** What each piece of evidence adds to the log-odds, relative to its mean. */
export function addedBy<Name extends string>(
  { names, mean, scale, weights }: Logistic<Name>,
  evidence: Evidence<Name>,
): number[] {
  return names.map((name, at) => {
    const value = (evidence[name] - (mean[at] ?? 0)) / (scale[at] ?? 1);
    return (weights[at] ?? 0) * Math.max(-LIMIT, Math.min(LIMIT, value));
  });
}

/** The fitted probability, 0..1. */
export function chance<Name extends string>(
  model: Logistic<Name>,
  evidence: Evidence<Name>,
): number {
  return 1 / (1 + Math.exp(-logOdds(model, evidence)));
}

/**
 * Evidence for whether a result answers the question: its score, how it compares with the others, and what is asked.
 */
export const RESULT_EVIDENCE = [
  'logit',
  'share',
  'rank',
  'behind',
  'coverage',
  'several',
  'weight',
  'known',
  'chat',
  'message',
  'few',
] as const;
export type ResultEvidence = Evidence<(typeof RESULT_EVIDENCE)[number]>;

/** A result is judged among this many of the best, whatever the limit: its probability must not depend on the limit. */
export const JUDGED_AMONG = 20;

/** From this number of memories on, a bank does not count as small. */
const MANY = 400;
/** Upper bound of {@link smallnessOf}: that of the smallest banks in the fitting data. */
const MAX_SMALLNESS = 0.5;

/**
 * How small a bank is: among twenty memories, one that matches a question's words is far likelier to answer it than
 * among hundreds.
 */
const smallnessOf = ({ size }: BankIndex): number =>
  Math.max(0, Math.min(MAX_SMALLNESS, 1 - Math.log1p(size) / Math.log1p(MANY)));

/** What all results of one answer share. */
interface AnswerGround {
  /** Everything that was ranked, best first. */
  readonly pool: readonly Ranked[];
  readonly understanding: Understanding;
  readonly index: BankIndex;
  /** Log-odds that the bank knows an answer at all. */
  readonly known: number;
  /**
   * A small bank has few candidates; missing ones count as candidates with this logit, or a single one would always
   * be certain.
   */
  readonly background: number;
}

/** Reads the evidence of results one by one. */
export function resultReader({
  pool,
  understanding: { terms, wanted, reading },
  index,
  known,
  background,
}: AnswerGround): (result: Ranked) => ResultEvidence {
  const best = pool[0]?.logit ?? 0;
  const among = pool.slice(0, JUDGED_AMONG);
  const lacking = (JUDGED_AMONG - among.length) * Math.exp(background - best);
  const mass = Math.log(among.reduce((sum, { logit }) => sum + Math.exp(logit - best), lacking));
  const weight = terms.reduce((sum, term) => sum + term.weight, 0) / 10;
  const [chat = 0, message = 0] = readTalkTraits(index, reading);
  const few = smallnessOf(index);
  const ranks = new Map(pool.map(({ slot }, rank) => [slot, rank]));
  return ({ slot, logit, feature }) => ({
    logit,
    /** Logarithm of its share of the softmax, the quantity that ListNet was fitted on. */
    share: logit - best - mass,
    rank: Math.log1p(ranks.get(slot) ?? pool.length),
    behind: best - logit,
    coverage: feature('coverage'),
    several: Number(wanted.list),
    weight,
    known,
    chat,
    message,
    few,
  });
}

/**
 * Evidence for whether the bank knows an answer at all. If the question names one person, "own" turns are that
 * person's and "other" ones anybody else's; else every turn is own. A question about the wrong person finds its words
 * in what somebody else said.
 */
export const KNOWN_EVIDENCE = [
  'best',
  'coverage',
  'stranger',
  'own',
  'other',
  'asked',
  'lead',
  'chat',
  'message',
  'spread',
  'closest',
  'near',
  'words',
  'asks_number',
  'asks_time',
  'asks_reason',
  'asks_person',
  'number_told',
  'time_told',
  'names',
  'subjects',
  'unseen',
  'misnamed',
] as const;
export type KnownEvidence = Evidence<(typeof KNOWN_EVIDENCE)[number]>;

/** Number of best results in which the question's words are counted. */
const HELD_AMONG = 10;

export function readKnownEvidence(
  pool: readonly Ranked[],
  understanding: Understanding,
  { index, notes }: Pick<BankState, 'index' | 'notes'>,
): KnownEvidence {
  const among = pool.slice(0, JUDGED_AMONG);
  const [person] = understanding.speakers.length === 1 ? understanding.speakers : [];
  const isOwn = ({ slot }: Ranked): boolean =>
    person === undefined || index.speaker(slot) === person;
  const own = among.filter(isOwn);
  const others = among.filter((result) => !isOwn(result));
  const least = among.at(-1)?.logit ?? 0;
  const [chat = 0, message = 0] = readTalkTraits(index, understanding.reading);
  return {
    best: among[0]?.logit ?? 0,
    coverage: termCoverage(pool.slice(0, HELD_AMONG), understanding, index),
    stranger: Number(unknownNames(understanding).length > 0),
    own: highest(
      own,
      withTimes(({ feature }) => feature('coverage'), own, understanding, index),
    ),
    other: highest(others, ({ feature }) => feature('first_not_second') * feature('coverage')),
    asked: highest(own, ({ feature }) => feature('asked_coverage')),
    lead:
      person === undefined
        ? 0
        : highest(own, ({ logit }) => logit, least) - highest(others, ({ logit }) => logit, least),
    chat,
    message,
    spread: (among[0]?.logit ?? 0) - least,
    ...closeness(among, understanding),
    ...kindOfAnswer(among[0], understanding),
    names: Math.min(MAX_NAMES, capitals(understanding).length),
    subjects: Math.min(MAX_SUBJECTS, notes.subjectsNamed(understanding.query)),
    unseen: understanding.terms.filter(({ number }) => number < 0).length,
    misnamed: namesLacking(among[0], understanding, notes),
  };
}

/**
 * Maximum number of names counted: names in a question raise the best scores, but do not show that an answer exists.
 */
const MAX_NAMES = 2;
const MAX_SUBJECTS = 3;

type Closeness = Pick<KnownEvidence, 'closest' | 'near' | 'words'>;

/** How well the best result matches the question's words, and the nearest one its meaning. */
function closeness(among: readonly Ranked[], { terms }: Understanding): Closeness {
  return {
    closest: among[0]?.feature('coverage') ?? 0,
    near: highest(among, ({ parts }) => parts.semantic),
    words: Math.log1p(terms.length),
  };
}

type KindOfAnswer = Pick<
  KnownEvidence,
  'asks_number' | 'asks_time' | 'asks_reason' | 'asks_person' | 'number_told' | 'time_told'
>;

/**
 * What kind of answer is asked for, and whether the best result has one: unanswerable questions most often ask for a
 * number that no memory states.
 */
function kindOfAnswer(best: Ranked | undefined, { wanted }: Understanding): KindOfAnswer {
  return {
    asks_number: Number(wanted.number || wanted.duration),
    asks_time: Number(wanted.time),
    asks_reason: Number(wanted.reason),
    asks_person: Number(wanted.person),
    number_told: Number(
      (wanted.number || wanted.duration) && /\d/.test(best?.memory.content ?? ''),
    ),
    time_told: Number(wanted.time && (best?.memory.dates.length ?? 0) > 0),
  };
}

function highest(results: readonly Ranked[], read: (result: Ranked) => number, least = 0): number {
  return results.reduce((most, result) => Math.max(most, read(result)), least);
}

/**
 * Share of the query's weighty words that the results contain between them; 1 for a query without any. If the
 * question asks only by time, the time counts as a word, contained in what was said or happened then.
 */
export function termCoverage(
  results: readonly { readonly slot: number }[],
  understanding: Understanding,
  index: BankIndex,
): number {
  const { terms } = understanding;
  const periods = timesAskedBy(understanding, results, index);
  const held = heldBy(results, understanding, index);
  // A word in no memory weighs as much as the heaviest known one: that it is missing is the evidence.
  const heaviest = Math.max(1, ...terms.map(({ weight }) => weight));
  const weightOf = ({ number, weight, term }: QueryTerm): number =>
    number >= 0 ? weight : heaviest * (periods.length > 0 && isFrameWord(term) ? FRAME_WEIGHT : 1);
  const met = periods.filter((period) =>
    results.some(({ slot }) => liesIn(slot, period, understanding.offset, index)),
  );
  const total = terms.reduce((sum, term) => sum + weightOf(term), periods.length * heaviest);
  const covered = terms.reduce(
    (sum, term) => sum + (held.has(term.number) ? weightOf(term) : 0),
    met.length * heaviest,
  );
  return total === 0 ? 1 : covered / total;
}

/** Term numbers of the question's words that any of the results contains. */
function heldBy(
  results: readonly { readonly slot: number }[],
  { terms }: Understanding,
  { postings }: BankIndex,
): ReadonlySet<number> {
  const held = new Set<number>();
  for (const { slot } of results) {
    const start = postings.start(slot);
    const own = postings.sequence.subarray(start, start + postings.length(slot));
    for (const { number } of terms)
      if (number >= 0 && !held.has(number) && own.includes(number)) held.add(number);
  }
  return held;
}

/**
 * The question's periods that count as words: all if it has no content words ("What happened in May?"), else those
 * with a result on its subject: for a holiday in June, "two weeks of sun and sea".
 */
function timesAskedBy(
  understanding: Understanding,
  results: readonly { readonly slot: number }[],
  index: BankIndex,
): readonly Period[] {
  const { terms, periods } = understanding;
  if (periods.length === 0 || terms.every(({ term }) => isFrameWord(term))) return periods;
  return periods.filter((period) =>
    results.some(
      ({ slot }) =>
        liesIn(slot, period, understanding.offset, index) && isRelated(slot, understanding, index),
    ),
  );
}

/** Whether a memory has a word that means the same as one of the question's, or belongs to its subject. */
function isRelated(slot: number, { relatives }: Understanding, { postings }: BankIndex): boolean {
  const start = postings.start(slot);
  return postings.sequence
    .subarray(start, start + postings.length(slot))
    .some((number) => relatives.has(number));
}

/** A result's share of the question's words, where periods count as words. */
function withTimes(
  read: (result: Ranked) => number,
  results: readonly Ranked[],
  understanding: Understanding,
  index: BankIndex,
): (result: Ranked) => number {
  const { terms } = understanding;
  const framed = terms.every(({ term }) => isFrameWord(term));
  const periods = timesAskedBy(understanding, results, index);
  if (periods.length === 0) return read;
  const words = terms.reduce((sum, { term }) => sum + (isFrameWord(term) ? FRAME_WEIGHT : 1), 0);
  return (result) =>
    (read(result) * words +
      (framed || read(result) > 0 || isRelated(result.slot, understanding, index)
        ? periods.filter((period) => liesIn(result.slot, period, understanding.offset, index))
            .length
        : 0)) /
    (words + periods.length);
}

/** Languages that capitalise all nouns, so that a capital does not mark a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

/** Capitalised words of the query, except its first. */
export const capitals = ({ query, language }: Understanding): readonly string[] =>
  CAPITAL_NOUNS.has(language)
    ? []
    : matchAll(query, /(?<=\p{L}\p{P}*\s)\p{Lu}[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu).map(
        ([name]) => name,
      );

/** Share of the query's names of subjects that the best result does not contain; 0 without any. */
function namesLacking(
  best: Ranked | undefined,
  understanding: Understanding,
  notes: BankState['notes'],
): number {
  const names = capitals(understanding)
    .map(nameStem)
    .filter((name) => notes.isInSubject(name));
  const said = best?.memory.content.toLowerCase() ?? '';
  const lacking = names.filter((name) => !said.includes(name));
  return names.length === 0 ? 0 : lacking.length / names.length;
}

/** Without its possessive ending. */
const nameStem = (name: string): string => name.toLowerCase().replace(/['’]s$/u, '');

/** Names in the query, except its first word, that are in no memory. */
export function unknownNames(understanding: Understanding): string[] {
  const unseen = new Set(
    understanding.terms.filter(({ number }) => number < 0).map(({ word }) => word.toLowerCase()),
  );
  if (unseen.size === 0) return [];
  return capitals(understanding).filter((name) => unseen.has(name.toLowerCase().replace('’', "'")));
}
