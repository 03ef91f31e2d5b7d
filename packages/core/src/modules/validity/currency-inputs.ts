import type { Memory } from '../../domain/memory.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { isCapital, MONTH, SHORT_WEEKDAY, WEEKDAY } from '../../language/dates/vocabulary.js';
import { ENGLISH_STOP_WORDS } from '../../language/stop-words.js';
import { sentences, type Word, words } from '../../language/segmentation.js';
import { chance, type Logistic } from '../../recall/confidence/logistic.js';
import { timesOf } from '../../recall/paths/temporal.js';
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
export interface Entry {
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
export interface ComparedBy {
  readonly understanding: Pick<Understanding, 'periods' | 'offset'>;
  readonly index: BankIndex;
}

/** Reads the compared values of each of the best results. */
export function readEntries(
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
