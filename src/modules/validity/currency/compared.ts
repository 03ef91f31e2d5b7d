import type { Memory } from '../../../domain/memory.js';
import type { BankIndex } from '../../../indexes/bank-index.js';
import { chance, type Logistic } from '../../../recall/confidence/logistic.js';
import type { Ranked } from '../../../recall/ranking/ranked.js';
import { timesOf } from '../../../recall/paths/temporal.js';
import { inverseDocumentFrequency, type Understanding } from '../../../recall/understand.js';
import { readChangeCues, type ChangeCues } from './change-cues.js';
import { toldValuesOf, type ToldValues } from './told-values.js';

/** Of a long text, this many of its rarest words are compared. */
const MAX_WORDS = 48;
/** Logits behind the best at which a result's weight falls to a third. */
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
  /** Said in that period. */
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

/** Its rarest words, as of the bank's size then. */
interface Rarest {
  words: ReadonlyMap<number, number>;
  mass: number;
  size: number;
}

const notYetRead = (): Rarest => ({ words: new Map(), mass: 1, size: -1 });

/** While the bank has no more memories, rarities are unchanged. */
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
