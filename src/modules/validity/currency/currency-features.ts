import type { Memory } from '../../../domain/memory.js';
import type { BankIndex } from '../../../indexes/bank-index.js';
import { askedTime } from '../../../language/questions/asked-slot.js';
import { chance, type Logistic } from '../../../recall/confidence/logistic.js';
import type { Ranked } from '../../../recall/ranking/ranked.js';
import { inverseDocumentFrequency, type Understanding } from '../../../recall/understand.js';
import { readChangeCues, type ChangeCues } from './change-cues.js';

/** What is told of each result, the others of the best beside it. */
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
] as const;
type One = (typeof ONE)[number];

/** All but how far behind the best it is count otherwise where the past is asked for, and where "now" is said. */
const SHIFTED = ONE.slice(1);
export const CURRENCY_FEATURES: readonly string[] = [
  ...ONE,
  ...SHIFTED.map((name) => `past_${name}`),
  ...SHIFTED.map((name) => `now_${name}`),
];

/** So many of the best are held against each other. */
export const COMPARED = 24;
/** Of a long text so many of its rarest words are compared. */
const MOST_WORDS = 48;
/** Logits behind the best over which a result's weight falls to a third. */
const REACH = 1.5;
const PAST_TENSE = /\b(?:did|was|were|had)\b/i;

interface Entry {
  readonly row: number;
  readonly saidAt: number;
  /** How near it comes to the best, 0..1. */
  readonly weight: number;
  readonly coverage: number;
  readonly cue: number;
  /** Its words by number, with how rare they are. */
  readonly words: ReadonlyMap<number, number>;
  readonly mass: number;
}

/** Reads the best results beside each other, row by row; {@link CURRENCY_FEATURES} numbers a row. */
export function readCurrency(
  results: readonly Ranked[],
  understanding: Understanding,
  index: BankIndex,
  cues: Logistic,
): Float32Array {
  const best = results[0]?.logit ?? 0;
  const entries = results.map((result, row) => entryOf(result, row, best, index, cues));
  const alike = alikenesses(entries);
  const past = asksOfPast(understanding) ? 1 : 0;
  const now = understanding.wanted.recent ? 1 : 0;
  const width = CURRENCY_FEATURES.length;
  const values = new Float32Array(results.length * width);
  for (const [row, result] of results.entries()) {
    const one = compare(result, row, entries, alike, result.logit - best);
    ONE.forEach((name, at) => (values[row * width + at] = one[name]));
    SHIFTED.forEach((name, at) => {
      values[row * width + ONE.length + at] = past * one[name];
      values[row * width + ONE.length + SHIFTED.length + at] = now * one[name];
    });
  }
  return values;
}

/** Whether it is asked how something was: by a time that is over, by a word for what was before, or in the past tense. */
export function asksOfPast({ query, periods, now }: Understanding): boolean {
  return (
    askedTime(query) !== 'now' || periods.some(({ to }) => to <= now) || PAST_TENSE.test(query)
  );
}

function entryOf(
  { slot, memory, logit, feature }: Ranked,
  row: number,
  best: number,
  index: BankIndex,
  cues: Logistic,
): Entry {
  const { words, mass } = rarestWords(slot, memory, index);
  return {
    row,
    saidAt: memory.saidAt,
    weight: Math.exp((logit - best) / REACH),
    coverage: feature('coverage'),
    cue: chance(cues, cuesOf(memory)),
    words,
    mass,
  };
}

/** A memory says the same each time: what was read of it is kept for as long as the memory itself is. */
const CUES = new WeakMap<Memory, ChangeCues>();

function cuesOf(memory: Memory): ChangeCues {
  const known = CUES.get(memory);
  if (known !== undefined) return known;
  const cues = readChangeCues(memory.content);
  CUES.set(memory, cues);
  return cues;
}

type Rarest = Pick<Entry, 'words' | 'mass'> & { readonly index: BankIndex; readonly size: number };

/** As long as the bank has no more memories its words are as rare as they were. */
const RAREST = new WeakMap<Memory, Rarest>();

function rarestWords(slot: number, memory: Memory, index: BankIndex): Rarest {
  const known = RAREST.get(memory);
  if (known?.index === index && known.size === index.size) return known;
  const words = readRarest(slot, index);
  const mass = [...words.values()].reduce((sum, weight) => sum + weight, 1);
  const rarest = { words, mass, index, size: index.size };
  RAREST.set(memory, rarest);
  return rarest;
}

function readRarest(slot: number, index: BankIndex): ReadonlyMap<number, number> {
  const { postings } = index;
  const start = postings.start(slot);
  const own = new Set(postings.sequence.subarray(start, start + postings.length(slot)));
  return new Map(
    [...own]
      .map((number): [number, number] => [number, inverseDocumentFrequency(index, number)])
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_WORDS),
  );
}

function compare(
  { memory, feature }: Ranked,
  row: number,
  entries: readonly Entry[],
  alike: Float32Array,
  behind: number,
): Record<One, number> {
  const own = entries[row] as Entry;
  const newer = entries.filter(({ saidAt }) => saidAt > own.saidAt);
  const older = entries.filter(({ saidAt }) => saidAt < own.saidAt);
  const most = (among: readonly Entry[], read: (other: Entry) => number): number =>
    among.reduce((highest, other) => Math.max(highest, other.weight * read(other)), 0);
  const sum = (among: readonly Entry[]): number =>
    among.reduce((total, { weight }) => total + weight, 0);
  const alikeTo = ({ row: other }: Entry): number => alike[row * entries.length + other] ?? 0;
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
  };
}

/** Of each with each, row by row. */
function alikenesses(entries: readonly Entry[]): Float32Array {
  const count = entries.length;
  const alike = new Float32Array(count * count);
  entries.forEach((a, row) => {
    for (let column = 0; column <= row; column++) {
      const value = alikeness(a, entries[column] as Entry);
      alike[row * count + column] = value;
      alike[column * count + row] = value;
    }
  });
  return alike;
}

/** Rare words that two have in common, as a share of all. */
function alikeness(a: Entry, b: Entry): number {
  const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  let common = 0;
  for (const [number, weight] of few) if (many.has(number)) common += weight;
  return common / Math.sqrt(a.mass * b.mass);
}
