/**
 * If the cosine of u and v is at least `a` and that of v and w at least `b`, the cosine of u and w is at
 * least this: in the worst case the angles add up, cos(α + β) = ab − √((1 − a²)(1 − b²)). Exact: some
 * vectors attain it. It holds for raw cosines of one space, never across spaces and not for calibrated
 * alignments. -1 if the angles may add up to a half turn.
 */
export function transitiveBound(a: number, b: number): number {
  return a + b <= 0 ? -1 : a * b - Math.sqrt(Math.max(0, (1 - a * a) * (1 - b * b)));
}

/** The bound in its usual form, 2ab − 1: never above the exact one, and equal to it where a = b. -1 where it says nothing. */
export function looseTransitiveBound(a: number, b: number): number {
  return a + b <= 0 ? -1 : Math.max(-1, 2 * a * b - 1);
}
