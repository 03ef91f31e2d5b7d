import type { TransE, Triple } from '../packages/core/src/spaces/e11-entity.js';
import type { Hierarchy } from '../packages/core/src/spaces/hierarchy.js';

export interface HierarchyScores {
  /** Cone containment against what was told, over all ordered pairs. */
  readonly f1: number;
  /** Mean average precision of related nodes among all nodes by distance in the ball: how well it reconstructs the hierarchy. */
  readonly meanAveragePrecision: number;
}

export function scoreHierarchy(hierarchy: Hierarchy): HierarchyScores {
  let [hits, wrong, missed, precision, asked] = [0, 0, 0, 0, 0];
  const { nodes } = hierarchy;
  for (const a of nodes) {
    const near = nodes
      .filter((b) => b !== a)
      .map((b) => ({
        related: hierarchy.isBelow(a, b) || hierarchy.isBelow(b, a),
        distance: hierarchy.distance(a, b) ?? Infinity,
      }))
      .sort((left, right) => left.distance - right.distance);
    let found = 0;
    let sum = 0;
    for (const [at, { related }] of near.entries()) if (related) sum += ++found / (at + 1);
    if (found > 0) [precision, asked] = [precision + sum / found, asked + 1];
    for (const b of nodes) {
      if (a === b) continue;
      const told = hierarchy.isBelow(a, b);
      const held = hierarchy.contains(a, b) === true;
      if (told && held) hits++;
      else if (told) missed++;
      else if (held) wrong++;
    }
  }
  return { f1: (2 * hits) / (2 * hits + wrong + missed), meanAveragePrecision: precision / asked };
}

/** Share of held-out triples whose tail is among the first ten, other true tails set aside (the filtered setting). */
export function hitsAt10(
  model: TransE,
  all: readonly Triple[],
  heldOut: readonly Triple[],
): number {
  const hits = heldOut.filter(({ head, relation, tail }) => {
    const others = new Set(
      all
        .filter((each) => each.head === head && each.relation === relation && each.tail !== tail)
        .map((each) => each.tail),
    );
    const ranked = model
      .predictTail(head, relation, model.entities.length)
      .filter(({ entity }) => !others.has(entity));
    return ranked.slice(0, 10).some(({ entity }) => entity === tail);
  });
  return hits.length / heldOut.length;
}
