import { DAY, HOUR, type Instant, MINUTE } from '../domain/time.js';
import { cosine } from './dense-vectors.js';
import type { Space } from './space.js';

const RECENCY_DIMENSIONS = 512;
const DECADE = 3_652.5 * DAY;
/** From an hour to a decade, evenly spaced on a logarithmic scale, in milliseconds. */
const HALF_LIVES: readonly number[] = Array.from(
  { length: RECENCY_DIMENSIONS },
  (_, at) => HOUR * (DECADE / HOUR) ** (at / (RECENCY_DIMENSIONS - 1)),
);
/** Interpolation points for the mean, from an age of a minute on, per doubling. */
const KNOTS_PER_DOUBLING = 16;
const DOUBLINGS = 26;

/**
 * The decay after an age, in milliseconds from 0, for 512 half-lives from an hour to a decade: the 512 dimensions,
 * 0..1 each.
 */
export function decayProfile(age: number): Float32Array {
  return Float32Array.from(HALF_LIVES, (halfLife) => 2 ** (-age / halfLife));
}

/**
 * E2: how recent a memory is. Its code is the moment at which it was said; its recency depends on the clock, so the
 * code is expanded into 512 decays only for comparison, and never stored. A query asks from its `now`: the mean decay
 * over all half-lives, so the more recent of two memories never scores lower. Two memories are similar if their
 * moments are close.
 */
export function createRecencySpace(): Space<Instant> {
  const knots = Float64Array.from({ length: DOUBLINGS * KNOTS_PER_DOUBLING + 1 }, (_, at) =>
    meanDecay(MINUTE * 2 ** (at / KNOTS_PER_DOUBLING)),
  );
  const freshness = (age: number): number => {
    if (age <= 0) return 1;
    if (age < MINUTE) return 1 + (age / MINUTE) * ((knots[0] ?? 0) - 1);
    const place = Math.log2(age / MINUTE) * KNOTS_PER_DOUBLING;
    const at = Math.floor(place);
    const [before, after] = [knots[at], knots[at + 1]];
    return before === undefined || after === undefined
      ? meanDecay(age)
      : before + (place - at) * (after - before);
  };
  return {
    name: 'recency',
    id: 'mneme-recency-1',
    dimensions: RECENCY_DIMENSIONS,
    memory: ({ saidAt }) => saidAt,
    query: ({ now }) => now,
    // A memory said after the time of the query counts as said now.
    similarity: (now, saidAt) => freshness(now - saidAt),
    likeness: (a, b) => freshness(Math.abs(a - b)),
  };
}

function meanDecay(age: number): number {
  return HALF_LIVES.reduce((sum, halfLife) => sum + 2 ** (-age / halfLife), 0) / RECENCY_DIMENSIONS;
}

/** Sines and cosines of one cycle: its first 64 harmonics. */
const HARMONICS = 64;
const BLOCK = 2 * HARMONICS;

/** Position within a cycle, 0..1, of a moment in UTC. */
interface Cycle {
  /** A longer span has no position in this cycle. */
  readonly longest: number;
  place(date: Date): number;
}

const CYCLES: readonly Cycle[] = [
  // The hour of the day.
  { longest: 3 * HOUR, place: (date) => (date.getTime() % DAY) / DAY },
  // The day of the week.
  { longest: 2 * DAY, place: (date) => (date.getUTCDay() + dayShare(date)) / 7 },
  // The day of the month.
  { longest: 4 * DAY, place: (date) => (date.getUTCDate() - 1 + dayShare(date)) / 31 },
  // The month of the year.
  {
    longest: 45 * DAY,
    place: (date) => (date.getUTCMonth() + (date.getUTCDate() - 1 + dayShare(date)) / 31) / 12,
  },
];
const CYCLE_DIMENSIONS = CYCLES.length * BLOCK;
/** Σ 1/k² over the harmonics: the sum of a block's squares before scaling. */
const ENERGY = Array.from({ length: HARMONICS }, (_, at) => 1 / (at + 1) ** 2).reduce(
  (sum, square) => sum + square,
  0,
);

/**
 * E3: at what hour, weekday, day of the month and time of year something happened, by Fourier features in UTC: for
 * each of the four cycles the sine and cosine of 64 harmonics, the k-th weighted 1/k, so that similarity falls
 * smoothly from 1 to -1/2 at the opposite side of the cycle. Something that lasted a month has no hour: its block is
 * zero. A query uses the times it names, else its `now`. Computed from the dates, never stored.
 */
export function createPeriodicitySpace(): Space<Float32Array> {
  return {
    name: 'periodicity',
    id: 'mneme-fourier-1',
    dimensions: CYCLE_DIMENSIONS,
    memory: ({ occurredFrom, occurredTo }) => codeOf([{ from: occurredFrom, to: occurredTo }]),
    query: ({ periods, now }) => codeOf(periods.length > 0 ? periods : [{ from: now, to: now }]),
    similarity: (query, memory) => closeness(query, memory, (asked) => asked),
    likeness: (a, b) => closeness(a, b, (ofA, ofB) => ofA || ofB),
  };
}

/** Each cycle's block has length 1, or 0 if no span has a position in it; null if none does. */
function codeOf(
  spans: readonly { readonly from: Instant; readonly to: Instant }[],
): Float32Array | null {
  const code = new Float32Array(CYCLE_DIMENSIONS);
  let telling = false;
  CYCLES.forEach(({ longest, place }, at) => {
    const short = spans.filter(({ from, to }) => to - from <= longest);
    if (short.length === 0) return;
    telling = true;
    const block = code.subarray(at * BLOCK, (at + 1) * BLOCK);
    for (const { from, to } of short)
      addHarmonics(block, 2 * Math.PI * place(new Date((from + to) / 2)));
    if (short.length > 1) shorten(block);
  });
  return telling ? code : null;
}

/** Sines and cosines of all multiples of an angle, each from the previous ones (Chebyshev's recurrence). */
function addHarmonics(block: Float32Array, angle: number): void {
  const twice = 2 * Math.cos(angle);
  let [sine, cosine, sineBefore, cosineBefore] = [Math.sin(angle), Math.cos(angle), 0, 1];
  for (let k = 1; k <= HARMONICS; k++) {
    const amplitude = 1 / (k * Math.sqrt(ENERGY));
    block[2 * k - 2] = (block[2 * k - 2] ?? 0) + amplitude * sine;
    block[2 * k - 1] = (block[2 * k - 1] ?? 0) + amplitude * cosine;
    [sine, sineBefore] = [twice * sine - sineBefore, sine];
    [cosine, cosineBefore] = [twice * cosine - cosineBefore, cosine];
  }
}

function shorten(block: Float32Array): void {
  let squares = 0;
  for (const value of block) squares += value * value;
  if (squares > 0)
    for (let at = 0; at < block.length; at++) block[at] = (block[at] ?? 0) / Math.sqrt(squares);
}

/** Mean cosine over the applicable cycles; one that only one side has counts as no match. */
function closeness(
  a: Float32Array,
  b: Float32Array,
  counts: (ofA: boolean, ofB: boolean) => boolean,
): number {
  let [sum, cycles] = [0, 0];
  for (let start = 0; start < CYCLE_DIMENSIONS; start += BLOCK) {
    let [dot, ofA, ofB] = [0, 0, 0];
    for (let at = start; at < start + BLOCK; at++) {
      const [x, y] = [a[at] ?? 0, b[at] ?? 0];
      dot += x * y;
      ofA += x * x;
      ofB += y * y;
    }
    sum += dot;
    if (counts(ofA > 0, ofB > 0)) cycles++;
  }
  return cycles === 0 ? 0 : Math.max(-1, Math.min(1, sum / cycles));
}

function dayShare(date: Date): number {
  return (
    (date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())) / DAY
  );
}

/** For each of the two positions. */
const POSITION_DIMENSIONS = 256;
/** The longest wavelength, in steps of 2π. */
const BASE = 10_000;
const FREQUENCIES = Float64Array.from(
  { length: POSITION_DIMENSIONS / 2 },
  (_, at) => BASE ** ((-2 * at) / POSITION_DIMENSIONS),
);

/**
 * E4: the position of a memory in its session and in the bank, by the sinusoids of Vaswani et al. (2017), 256 for
 * each. Neighbours are similar, and the more so the nearer they are. A query has no position, hence no code.
 * Computed, never stored.
 */
export function createPositionSpace(): Space<Float32Array> {
  return {
    name: 'position',
    id: 'mneme-sinusoids-1',
    dimensions: 2 * POSITION_DIMENSIONS,
    memory: ({ position, order }) => {
      const code = new Float32Array(2 * POSITION_DIMENSIONS);
      writeSinusoids(code.subarray(0, POSITION_DIMENSIONS), position);
      writeSinusoids(code.subarray(POSITION_DIMENSIONS), order);
      return code;
    },
    query: () => null,
    similarity: cosine,
    likeness: cosine,
  };
}

function writeSinusoids(block: Float32Array, at: number): void {
  for (let pair = 0; pair < FREQUENCIES.length; pair++) {
    const angle = at * (FREQUENCIES[pair] ?? 0);
    block[2 * pair] = Math.sin(angle);
    block[2 * pair + 1] = Math.cos(angle);
  }
}
