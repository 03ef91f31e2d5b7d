import type { BankIndex } from '../../../indexes/bank-index.js';
import { only, type ReadFeature } from '../candidate-view.js';

/** Whether the turn names an instance of what is asked for: a sport where sports are asked for. */
export const INSTANCE_FEATURES = {
  instance_named: only(
    (pool) => pool.speakers.length === 1,
    (c) => c.isNamed * c.pool.instances(c.slot),
  ),
  instance_list: only(
    (pool) => pool.wanted.list,
    (c) => c.pool.instances(c.slot),
  ),
} as const satisfies Record<string, ReadFeature>;

/** The rarity at which the score is one half: about one content word. */
const HALF = 6;

/**
 * Scores a slot by the rarities of the distinct instances it names of the kind asked for, bounded to 0..1;
 * linear in its words. 0 for a question that asks for no kind.
 */
export function instanceScorer(
  index: BankIndex,
  instances: ReadonlyMap<number, number>,
): (slot: number) => number {
  if (instances.size === 0) return () => 0;
  const { postings } = index;
  const { sequence } = postings;
  const rarity = new Float32Array(postings.vocabulary);
  for (const [number, weight] of instances) rarity[number] = weight;
  return (slot) => {
    const start = postings.start(slot);
    const end = start + postings.length(slot);
    let sum = 0;
    for (let at = start; at < end; at++) {
      const weight = rarity[sequence[at] ?? 0] ?? 0;
      if (weight > 0 && sequence.indexOf(sequence[at] ?? 0, start) === at) sum += weight;
    }
    return sum / (sum + HALF);
  };
}
