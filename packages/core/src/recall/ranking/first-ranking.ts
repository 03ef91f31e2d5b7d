import { NONE } from '../../indexes/bank-index.js';
import { withTrusted } from './with-trusted.js';
import { CandidateView, type PoolView, type ReadFeature } from './candidate-view.js';
import { scoreRows, type FusionModel } from './fusion-model.js';

/** Candidates read closely per memory loaded. */
const READ_PER_LOADED = 2.5;

/** Row numbers of candidates in the pool. */
type Rows = readonly number[];

/**
 * The first stage of a cascade ranker (Wang, Lin and Metzler 2011): scores candidates by the few features
 * of `model`, which need no look at a candidate's words, and returns those worth reading closely: the best,
 * those of more trusted sources that a crowd pushed out, and whatever `always` marks. In their order; pure.
 */
export function firstRanking(
  slots: readonly number[],
  { pool, views }: Reading,
  readers: readonly ReadFeature[],
  model: FusionModel,
  loaded: number,
  always: Uint8Array,
): Rows {
  const all = slots.map((_, row) => row);
  const room = Math.ceil(loaded * READ_PER_LOADED);
  if (all.length <= room) return all;
  const scores = scoreRows(
    model,
    readRows(all, slots, { pool, views }, readers),
    all.length,
    readers.length,
  );
  const lowest = Float32Array.from(scores).sort()[scores.length - room] ?? 0;
  const saved = savedFrom(slots, scores, pool, room);
  return all.filter((row) => (scores[row] ?? 0) >= lowest || always[row] === 1 || saved.has(row));
}

/** Rows of more trusted sources that a crowd of a less trusted one would push out. */
function savedFrom(
  slots: readonly number[],
  scores: Float32Array,
  { index: { trust } }: PoolView,
  room: number,
): ReadonlySet<number> {
  const first = trust.get(slots[0] ?? 0);
  if (slots.every((slot) => trust.get(slot) === first)) return new Set();
  const order = slots
    .map((_, row) => row)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return new Set(withTrusted(order, room, (row) => trust.get(slots[row] ?? NONE)));
}

/** Rows read together: as many as fit the processor's L1 cache. */
const BLOCK = 32;

/** A pool and the views that serve all its rows, one block after another. */
export interface Reading {
  readonly pool: PoolView;
  readonly views: readonly CandidateView[];
}

export const startReading = (pool: PoolView): Reading => ({
  pool,
  views: Array.from({ length: BLOCK }, () => new CandidateView(pool)),
});

/** The values that `readers` compute for the candidates, row by row. */
export function readRows(
  rows: Rows,
  slots: readonly number[],
  { pool, views }: Reading,
  readers: readonly ReadFeature[],
): Float32Array {
  const width = readers.length;
  const values = new Float32Array(rows.length * width);
  const called = readers.map((read) => read.when?.(pool) !== false);
  for (let first = 0; first < rows.length; first += BLOCK) {
    const count = Math.min(BLOCK, rows.length - first);
    for (let at = 0; at < count; at++) {
      const row = rows[first + at] ?? 0;
      views[at]?.at(slots[row] ?? NONE, row);
    }
    // Column by column: branch prediction works best when consecutive calls have the same target.
    for (let column = 0; column < width; column++) {
      if (!called[column]) continue;
      const read = readers[column] as ReadFeature;
      for (let at = 0; at < count; at++)
        values[(first + at) * width + column] = read(views[at] as CandidateView);
    }
  }
  return values;
}
