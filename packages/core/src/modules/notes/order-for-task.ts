import type { Ordered } from '../../kernel/module.js';
import { isErrand } from '../../language/instructions.js';
import { constrained, type Ranked } from '../../recall/ranking/score.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { cosine } from '../../spaces/dense-vectors.js';

/** Maximum gain by likeness to the best few, in logits; decision 348. */
const KIN = 13;
const BEST_FEW = 8;
/** Logits by which one of the best few must fit better to count e times as much. */
const SHARPNESS = 7.9;

/**
 * A task names one thing and takes many: notes that matter for the same undertakings as the best few move up. Scores
 * stay with the positions: what else a task takes does not make its answer more certain.
 */
export function orderForTask(
  results: readonly Ranked[],
  { state: { notes }, understanding: { query } }: QuestionContext,
): Ordered<Ranked> {
  if (notes.size === 0 || query === '' || !isErrand(query)) return { results };
  const candidates = results.map((result) => {
    const known = notes.of(result.slot);
    return { result, matters: known?.vectors.slice(known.note.asks.length) ?? [] };
  });
  const best = candidates.filter(({ matters }) => matters.length > 0).slice(0, BEST_FEW);
  const most = best[0]?.result.logit ?? 0;
  const kinship = ({ result, matters }: (typeof candidates)[number]): number => {
    let [near, all] = [0, 0];
    for (const other of best) {
      if (other.result === result) continue;
      const weight = Math.exp((other.result.logit - most) / SHARPNESS);
      near += weight * nearest(matters, other.matters);
      all += weight;
    }
    return all === 0 ? 0 : near / all;
  };
  const order = candidates
    .map((each) => ({ result: each.result, fit: each.result.logit + KIN * kinship(each) }))
    .toSorted((a, b) => b.fit - a.fit || a.result.slot - b.result.slot);
  return {
    results: constrained(
      order.map(({ result }) => result),
      'task_order',
    ),
  };
}

/** Highest cosine between any two of them. */
const nearest = (some: readonly Int8Array[], others: readonly Int8Array[]): number =>
  some.reduce((most, one) => others.reduce((top, o) => Math.max(top, cosine(one, o)), most), 0);
