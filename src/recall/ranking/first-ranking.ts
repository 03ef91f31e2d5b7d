import { NONE } from '../../indexes/bank-index.js';
import { withTrusted } from '../standing/order-by-trust.js';
import type { CandidateView, PoolView, ReadFeature } from './candidate-view.js';
import { scoreRows, type FusionModel } from './fusion-model.js';

/** A pool is read closely up to this size; of a larger one as many. */
const READ_CLOSELY = 110;
/** And so many for each that will be loaded, so that an answer with many results has as much to choose from. */
const READ_PER_LOADED = 3;

/**
 * The first stage of a cascade ranker (Wang, Lin and Metzler 2011): scores candidates by the few features of `model`, which need no
 * look at a candidate's words, and gives those worth reading closely: the best, those of better sources that a crowd pushed out, and
 * whatever `always` holds. In their order; pure.
 */
export function firstRanking(
  candidates: readonly CandidateView[],
  pool: PoolView,
  readers: readonly ReadFeature[],
  model: FusionModel,
  loaded: number,
  always: ReadonlySet<number>,
): readonly CandidateView[] {
  const room = Math.max(READ_CLOSELY, loaded * READ_PER_LOADED);
  if (candidates.length <= room) return candidates;
  const scores = scoreRows(model, readRows(candidates, pool, readers), candidates.length, readers.length);
  const lowest = Float32Array.from(scores).sort()[scores.length - room] ?? 0;
  const best = (row: number): boolean => (scores[row] ?? 0) >= lowest;
  const saved = savedFrom(candidates, scores, pool, room);
  return candidates.filter(({ slot }, row) => best(row) || always.has(slot) || saved.has(row));
}

/** Rows of better sources that a crowd of a lesser one would push out. */
function savedFrom(candidates: readonly CandidateView[], scores: Float32Array, { index: { trust } }: PoolView, room: number): ReadonlySet<number> {
  const [first] = candidates;
  if (first === undefined || candidates.every(({ slot }) => trust.get(slot) === trust.get(first.slot))) return new Set();
  const order = candidates.map((_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return new Set(withTrusted(order, room, (row) => trust.get(candidates[row]?.slot ?? NONE)));
}

/** Rows read together: as many as the processor's nearest cache has room for. */
const BLOCK = 32;

/** What `readers` read off the candidates, row by row. */
export function readRows(candidates: readonly CandidateView[], pool: PoolView, readers: readonly ReadFeature[]): Float32Array {
  const width = readers.length;
  const values = new Float32Array(candidates.length * width);
  const called = readers.map((read) => read.when?.(pool) !== false);
  for (let first = 0; first < candidates.length; first += BLOCK) {
    const end = Math.min(candidates.length, first + BLOCK);
    // Feature by feature: the processor guesses a call right that goes to the same place as the one before.
    for (let column = 0; column < width; column++) {
      if (!called[column]) continue;
      const read = readers[column] as ReadFeature;
      for (let row = first; row < end; row++) values[row * width + column] = read(candidates[row] as CandidateView);
    }
  }
  return values;
}
