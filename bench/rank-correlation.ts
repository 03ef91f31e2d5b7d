/** Spearman's rank correlation, -1..1, of two lists of one length; equals share their mean rank. 0 when either list is constant. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranksOf(a), ranksOf(b));
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((x, y) => (values[x] ?? 0) - (values[y] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    for (let at = start; at < end; at++) ranks[order[at] ?? 0] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let both = 0;
  let squaresA = 0;
  let squaresB = 0;
  a.forEach((value, at) => {
    const x = value - meanA;
    const y = (b[at] ?? 0) - meanB;
    both += x * y;
    squaresA += x * x;
    squaresB += y * y;
  });
  return squaresA === 0 || squaresB === 0 ? 0 : both / Math.sqrt(squaresA * squaresB);
}
