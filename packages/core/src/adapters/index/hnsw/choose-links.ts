import type { Scored } from './beam-search.js';
import type { Graph } from './graph.js';
import { AREAS, LIST_LENGTH } from './node-layout.js';

/**
 * Selects a node's links from candidates, best first (Malkov and Yashunin 2018, algorithm 4): a candidate
 * that is nearer to one already chosen than to the node itself is reached through that one and left out, so
 * that links point in all directions. Each chosen one is compared with all remaining at once.
 */
export function chooseLinks(graph: Graph, { ids, scores }: Scored, most: number): Int32Array {
  const { kernel, layout } = graph;
  const chosen = new Int32Array(most);
  let count = 0;
  // The list's capacity; the candidates beyond it are the farthest.
  let remaining = Math.min(ids.length, LIST_LENGTH);
  const left = ids.slice();
  const leftScores = scores.slice();
  for (let at = 0; at < remaining && count < most;) {
    const next = left[at++] as number;
    chosen[count++] = next;
    if (at >= remaining || count === most) break;
    kernel.views.int32.set(left.subarray(at, remaining), layout.list / 4);
    kernel.scores(AREAS.chosen, graph.widen(next, AREAS.chosen), remaining - at);
    const { float32 } = kernel.views;
    let kept = at;
    for (let i = at; i < remaining; i++) {
      const score = leftScores[i] as number;
      if ((float32[layout.scores / 4 + i - at] as number) > score) continue;
      left[kept] = left[i] as number;
      leftScores[kept++] = score;
    }
    remaining = kept;
  }
  return chosen.subarray(0, count);
}
