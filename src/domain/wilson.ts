const Z95 = 1.959963984540054;

/** The 95 % score interval of a share of `n` (Wilson 1927); [0, 1] before the first. */
export function wilson(hits: number, n: number): readonly [number, number] {
  if (n === 0) return [0, 1];
  const share = hits / n;
  const squared = Z95 * Z95;
  const centre = (share + squared / (2 * n)) / (1 + squared / n);
  const half =
    (Z95 / (1 + squared / n)) * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
