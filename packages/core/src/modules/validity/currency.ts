import type { Memory } from '../../domain/memory.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { askedTime } from '../../language/claims/asked-and-foreign-claims.js';
import { isCapital, MONTH, SHORT_WEEKDAY, WEEKDAY } from '../../language/dates/date-mention.js';
import { ENGLISH_STOP_WORDS, sentences, type Word, words } from '../../language/segmentation.js';
import { chance, type Logistic } from '../../recall/confidence/evidence.js';
import { timesOf } from '../../recall/paths/temporal.js';
import {
  adaptedTo,
  type FusionModel,
  readTalkTraits,
  scoreRows,
} from '../../recall/ranking/fusion-model.js';
import type { Ranked } from '../../recall/ranking/score.js';
import { inverseDocumentFrequency, type Understanding } from '../../recall/understand.js';

/** Words that indicate a change; their weights are fitted. */
export const CHANGE_CUES = [
  ...'now new instead anymore longer switched switch moved moving changed change correction actually back again decided decision'.split(
    ' ',
  ),
  ...'final cancelled canceled off update updated no not from used stopped quit started start replaced replacing replace dropped'.split(
    ' ',
  ),
  ...'killed killing went up down raised since on signed sold bought swapped becomes became bumped pushed postponed delayed'.split(
    ' ',
  ),
  ...'earlier later wrong mistake turns out after all'.split(' '),
] as const;

type ChangeCues = Readonly<Record<string, number>>;

/** Maximum characters read: a change is stated early, while a long text contains all of these words somewhere. */
const CUES_WITHIN = 1_000;

/** 1 for each of {@link CHANGE_CUES} in a text. */
export function readChangeCues(text: string): ChangeCues {
  const found = new Set(words(text.slice(0, CUES_WITHIN)).map(({ text: word }) => word));
  return Object.fromEntries(CHANGE_CUES.map((cue) => [cue, Number(found.has(cue))]));
}

/** The kinds of values in a text: two texts on one matter with the same kind compete for being current. */
interface ToldValues {
  /** Words next to a number: what it counts. */
  readonly counted: ReadonlySet<string>;
  /** Whether it names a weekday or a month. */
  readonly dated: boolean;
  /** Capitalised words, except the first of a sentence. */
  readonly named: ReadonlySet<string>;
}

/** Maximum characters read: values are stated early. */
const READ = 1_000;
/** Maximum distance of a counted word from its number, in words. */
const NEAR = 2;
const DATED = new RegExp(`^(?:${WEEKDAY}s?|${SHORT_WEEKDAY}s?|${MONTH})$`, 'i');
const NUMBER = /^\d/;

const toldValuesOf = ({ content }: Memory): ToldValues => readToldValues(content.slice(0, READ));

export function readToldValues(text: string): ToldValues {
  const counted = new Set<string>();
  const named = new Set<string>();
  let dated = false;
  for (const sentence of sentences(text)) {
    const own = words(sentence.text);
    for (const [at, word] of own.entries()) {
      if (DATED.test(word.text)) dated = true;
      else if (at > 0 && isTold(word) && isCapital(sentence.text.slice(word.start, word.end)))
        named.add(word.text);
      if (NUMBER.test(word.text))
        for (const beside of own.slice(Math.max(0, at - NEAR), at + NEAR + 1))
          if (isTold(beside)) counted.add(beside.text);
    }
  }
  return { counted, dated, named };
}

/** Neither a number, a function word nor a change cue: in "now 5", "now" is not counted. */
const isTold = ({ text }: Word): boolean =>
  !NUMBER.test(text) && !ENGLISH_STOP_WORDS.has(text) && !CHANGES.has(text);
const CHANGES: ReadonlySet<string> = new Set(CHANGE_CUES);

/**
 * How many kinds of values two texts have in common: counts of the same thing, shared names, and days, which are
 * seldom about the same matter.
 */
export function sameSorts(one: ToldValues, other: ToldValues): number {
  return (
    Number(meet(one.counted, other.counted)) +
    Number(meet(one.named, other.named)) +
    (one.dated && other.dated ? 0.5 : 0)
  );
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  for (const word of few) if (many.has(word)) return true;
  return false;
}

/** Maximum number of rarest words compared per text. */
const MAX_WORDS = 48;
/** Logits behind the best at which a result's weight falls to 1/e. */
const REACH = 1.5;

/** What is compared for a result. */
interface Entry {
  readonly row: number;
  readonly saidAt: number;
  /** How close it is to the best, 0..1. */
  readonly weight: number;
  readonly coverage: number;
  readonly cue: number;
  /** Its words by number, with their rarity. */
  readonly words: ReadonlyMap<number, number>;
  readonly mass: number;
  readonly told: ToldValues;
  /** Said after the end of the period that the question names. */
  readonly after: boolean;
  /** Said in a queried period. */
  readonly within: boolean;
}

/** Inputs for comparing the results of one answer. */
interface ComparedBy {
  readonly understanding: Pick<Understanding, 'periods' | 'offset'>;
  readonly index: BankIndex;
}

/** Reads the compared values of each of the best results. */
function readEntries(
  results: readonly Ranked[],
  { understanding: { periods, offset }, index }: ComparedBy,
  cues: Logistic,
): Entry[] {
  const best = results[0]?.logit ?? 0;
  const until = periods.length === 0 ? Infinity : Math.max(...periods.map(({ to }) => to));
  return results.map(({ slot, memory, logit, feature }, row) => {
    const { said } = timesOf(index, slot, offset);
    return {
      row,
      saidAt: memory.saidAt,
      weight: Math.exp((logit - best) / REACH),
      coverage: feature('coverage'),
      cue: chance(cues, index.readings.of(memory, cuesOf)),
      ...rarestWords(slot, memory, index),
      told: index.readings.of(memory, toldValuesOf),
      after: said >= until,
      within: periods.some(({ from, to }) => said >= from && said < to),
    };
  });
}

const cuesOf = ({ content }: Memory): ChangeCues => readChangeCues(content);

/** A memory's rarest words, with the bank size they were computed for. */
interface Rarest {
  words: ReadonlyMap<number, number>;
  mass: number;
  size: number;
}

const notYetRead = (): Rarest => ({ words: new Map(), mass: 1, size: -1 });

/** Recomputed only when the bank has grown, which changes rarities. */
function rarestWords(
  slot: number,
  memory: Memory,
  index: BankIndex,
): Pick<Entry, 'words' | 'mass'> {
  const rarest = index.readings.of(memory, notYetRead);
  if (rarest.size !== index.size) {
    rarest.words = readRarest(slot, index);
    rarest.mass = [...rarest.words.values()].reduce((sum, weight) => sum + weight, 1);
    rarest.size = index.size;
  }
  return { words: rarest.words, mass: rarest.mass };
}

function readRarest(slot: number, index: BankIndex): ReadonlyMap<number, number> {
  const { postings } = index;
  const start = postings.start(slot);
  const own = new Set(postings.sequence.subarray(start, start + postings.length(slot)));
  return new Map(
    [...own]
      .map((number): [number, number] => [number, inverseDocumentFrequency(index, number)])
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_WORDS),
  );
}

/** Model that tells the newest statement on a matter from older ones: made by `npm run bench -- fit-currency`. */
export interface CurrencyModel {
  /** Probability that a text states a change, by its words. */
  readonly cues: Logistic;
  /** Ranks results against each other, by {@link CURRENCY_FEATURES}. */
  readonly ranking: FusionModel;
}

/** Features of each result, relative to the others among the best. */
const ONE = [
  'behind',
  'coverage',
  'cue',
  'newer',
  'older',
  'newer_cue',
  'newer_alike',
  'newer_alike_cue',
  'newer_covers',
  'cue_older_alike',
  'cue_older',
  'older_covers',
  'assistant',
  'number',
  'length',
  'share_newer',
  'newer_sorts',
  'older_sorts',
  'after',
  'within',
] as const;
type One = (typeof ONE)[number];

/** All but the distance to the best also get weights for questions about the past, and for "now". */
const SHIFTED = ONE.slice(1);
export const CURRENCY_FEATURES: readonly string[] = [
  ...ONE,
  ...SHIFTED.map((name) => `past_${name}`),
  ...SHIFTED.map((name) => `now_${name}`),
];

/** Number of best results that are compared. */
export const COMPARED = 24;
const PAST_TENSE = /\b(?:did|was|were|had)\b/i;

/** Computes the features of the best results, row by row; {@link CURRENCY_FEATURES} names the columns. */
export function readCurrency(
  results: readonly Ranked[],
  by: ComparedBy & { readonly understanding: Understanding },
  cues: Logistic,
): Float32Array {
  const best = results[0]?.logit ?? 0;
  const entries = readEntries(results, by, cues);
  const alike = pairwise(entries, alikeness);
  const sorts = pairwise(entries, ({ told }, other) => sameSorts(told, other.told));
  const past = asksOfPast(by.understanding) ? 1 : 0;
  const now = by.understanding.wanted.recent ? 1 : 0;
  const width = CURRENCY_FEATURES.length;
  const values = new Float32Array(results.length * width);
  for (const [row, result] of results.entries()) {
    const one = compare(result, row, { entries, alike, sorts }, result.logit - best);
    ONE.forEach((name, at) => (values[row * width + at] = one[name]));
    SHIFTED.forEach((name, at) => {
      values[row * width + ONE.length + at] = past * one[name];
      values[row * width + ONE.length + SHIFTED.length + at] = now * one[name];
    });
  }
  return values;
}

/**
 * Whether the question asks about an earlier state, by a word or the past tense. If it names a period, that already
 * determines what is newest.
 */
function asksOfPast({ query, periods }: Understanding): boolean {
  return periods.length === 0 && (askedTime(query) !== 'now' || PAST_TENSE.test(query));
}

interface Compared {
  readonly entries: readonly Entry[];
  /** For each pair, row by row. */
  readonly alike: Float32Array;
  readonly sorts: Float32Array;
}

function compare(
  { memory, feature }: Ranked,
  row: number,
  { entries, alike, sorts }: Compared,
  behind: number,
): Record<One, number> {
  const own = entries[row] as Entry;
  // Statements made after the queried period are no newer statements about it.
  const newer = entries.filter(({ saidAt, after }) => saidAt > own.saidAt && !after);
  const older = entries.filter(({ saidAt }) => saidAt < own.saidAt);
  const most = (among: readonly Entry[], read: (other: Entry) => number): number =>
    among.reduce((highest, other) => Math.max(highest, other.weight * read(other)), 0);
  const sum = (among: readonly Entry[]): number =>
    among.reduce((total, { weight }) => total + weight, 0);
  const by =
    (of: Float32Array) =>
    ({ row: other }: Entry): number =>
      of[row * entries.length + other] ?? 0;
  const [alikeTo, ofTheSort] = [by(alike), by(sorts)];
  const bothCover = ({ coverage }: Entry): number => Math.min(coverage, own.coverage);
  return {
    behind,
    coverage: own.coverage,
    cue: own.cue,
    newer: sum(newer),
    older: sum(older),
    newer_cue: most(newer, ({ cue }) => cue),
    newer_alike: most(newer, alikeTo),
    newer_alike_cue: most(newer, (other) => alikeTo(other) * other.cue),
    newer_covers: most(newer, bothCover),
    cue_older_alike: own.cue * most(older, alikeTo),
    cue_older: own.cue * most(older, () => 1),
    older_covers: most(older, bothCover),
    assistant: feature('assistant'),
    number: Number(/\d/.test(memory.content)),
    length: feature('length'),
    share_newer: newer.length / entries.length,
    newer_sorts: most(newer, ofTheSort),
    older_sorts: most(older, ofTheSort),
    after: Number(own.after),
    within: Number(own.within),
  };
}

/** A symmetric measure, for each pair, row by row. */
function pairwise(
  entries: readonly Entry[],
  read: (one: Entry, other: Entry) => number,
): Float32Array {
  const count = entries.length;
  const figures = new Float32Array(count * count);
  entries.forEach((one, row) => {
    for (let column = 0; column < row; column++) {
      const value = read(one, entries[column] as Entry);
      figures[row * count + column] = value;
      figures[column * count + row] = value;
    }
  });
  return figures;
}

/** Weighted cosine of the sets of rare words. */
function alikeness(a: Entry, b: Entry): number {
  const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  let common = 0;
  for (const [number, weight] of few) if (many.has(number)) common += weight;
  return common / Math.sqrt(a.mass * b.mass);
}

/**
 * Compares the best results: if several are on the queried matter, the one with the current state leads, or the
 * earlier one if that is asked for. Returns the gain or loss of each result; they sum to zero.
 */
export function weighCurrency(
  ranked: readonly Ranked[],
  by: ComparedBy & { readonly understanding: Understanding },
  currency: CurrencyModel | null,
): readonly number[] | null {
  if (currency === null) return null;
  const { understanding, index } = by;
  const { cues, ranking } = currency;
  const compared = ranked.slice(0, COMPARED);
  if (compared.length < 2 || understanding.query === '' || !tellsOfOne(compared, index))
    return null;
  const adapted = adaptedTo(ranking, readTalkTraits(index, understanding.reading));
  const values = readCurrency(compared, by, cues);
  const scores = scoreRows(adapted, values, compared.length, CURRENCY_FEATURES.length);
  const unit = logitUnit(adapted);
  const gains = compared.map(({ logit }, at) => (scores[at] ?? 0) / unit - logit);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  // Results that were not compared stay behind those that were.
  const lowest = compared.reduce(
    (least, { logit }, at) => Math.min(least, logit + (gains[at] ?? 0) - mean),
    Infinity,
  );
  return [
    ...gains.map((gain) => gain - mean),
    ...ranked.slice(COMPARED).map(({ logit }) => Math.min(0, lowest - logit)),
  ];
}

/**
 * Whether the results are one person's statements over time, as notes or to an assistant: conversations between
 * several people differ, and so does code.
 */
function tellsOfOne(compared: readonly Ranked[], index: BankIndex): boolean {
  const coded = compared.filter(({ slot }) => index.isCode(slot)).length;
  return coded * 2 <= compared.length && (index.assistants.size > 0 || index.speakers.size <= 1);
}

/** The score of one fusion logit in the comparison: its first feature is the distance to the best. */
function logitUnit({ networks, scale }: FusionModel): number {
  return Math.max(1e-3, (networks[0]?.[0]?.weights[0] ?? 0) / (scale[0] ?? 1));
}
