import type { BankIndex } from '../../../indexes/bank-index.js';
import { only, type ReadFeature } from '../candidate-view.js';

/** Whether the turn names one of the things asked for: a sport where sports are asked for. */
export const INSTANCE_FEATURES = {
  instance_named: only((pool) => pool.speakers.length === 1, (c) => c.isNamed * (c.pool.instances[c.row] ?? 0)),
  instance_list: only((pool) => pool.wanted.list, (c) => c.pool.instances[c.row] ?? 0),
} as const satisfies Record<string, ReadFeature>;

/** The rarity of about one telling word, at which the score is a half. */
const HALF = 6;

/** By row: the rarities of the distinct things named, bounded to 0..1. Linear in the candidates' words; nothing for a question that asks for no kind. */
export function instanceScores(index: BankIndex, instances: ReadonlyMap<number, number>, slots: readonly number[]): Float32Array {
  const scores = new Float32Array(slots.length);
  if (instances.size === 0) return scores;
  const { postings } = index;
  const { sequence } = postings;
  const rarity = new Float32Array(postings.vocabulary);
  for (const [number, weight] of instances) rarity[number] = weight;
  for (let row = 0; row < slots.length; row++) {
    const start = postings.start(slots[row] ?? 0);
    const end = start + postings.length(slots[row] ?? 0);
    let sum = 0;
    for (let at = start; at < end; at++) {
      const weight = rarity[sequence[at] ?? 0] ?? 0;
      if (weight > 0 && sequence.indexOf(sequence[at] ?? 0, start) === at) sum += weight;
    }
    scores[row] = sum / (sum + HALF);
  }
  return scores;
}
