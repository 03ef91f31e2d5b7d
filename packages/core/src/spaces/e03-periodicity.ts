import { DAY, HOUR, type Instant } from '../domain/time.js';
import type { Space } from './space.js';

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
const DIMENSIONS = CYCLES.length * BLOCK;
/** Σ 1/k² over the harmonics: the sum of a block's squares before scaling. */
const ENERGY = Array.from({ length: HARMONICS }, (_, at) => 1 / (at + 1) ** 2).reduce(
  (sum, square) => sum + square,
  0,
);

/**
 * E3: at what hour, weekday, day of the month and time of year something happened, by Fourier features in
 * UTC: for each of the four cycles the sine and cosine of 64 harmonics, the k-th weighted 1/k, so that
 * similarity falls smoothly from 1 to -1/2 at the opposite side of the cycle. Something that lasted a month
 * has no hour: its block is zero. A query uses the times it names, else its `now`. Computed from the dates,
 * never stored.
 */
export function createPeriodicitySpace(): Space<Float32Array> {
  return {
    name: 'periodicity',
    id: 'mneme-fourier-1',
    dimensions: DIMENSIONS,
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
  const code = new Float32Array(DIMENSIONS);
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
  for (let start = 0; start < DIMENSIONS; start += BLOCK) {
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
