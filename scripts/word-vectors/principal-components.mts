/** Vectors in the `width` directions in which they differ most: eigenvectors of their second moments (Jacobi's rotations), the longest first. */
export function principalComponents(
  vectors: readonly Float64Array[],
  width: number,
): (vector: Float64Array) => Float64Array {
  const size = vectors[0]?.length ?? 0;
  const moments = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors)
    for (let row = 0; row < size; row++) {
      const line = moments[row] as Float64Array;
      const own = vector[row] ?? 0;
      for (let column = 0; column < size; column++)
        line[column] = (line[column] ?? 0) + own * (vector[column] ?? 0);
    }
  const { values, directions } = eigen(moments);
  const kept = values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => b.value - a.value)
    .slice(0, width)
    .map(({ at }) => directions.map((line) => line[at] ?? 0));
  return (vector) =>
    Float64Array.from(kept, (direction) =>
      direction.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
    );
}

export function unit(vector: Float64Array): Float64Array {
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

/** Vectors without their mean (by weight), in which common words have most (Mu and Viswanath 2018). */
export function centred(
  vectors: readonly Float64Array[],
  weight: (at: number) => number = () => 1,
): Float64Array[] {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  let total = 0;
  for (const [at, vector] of vectors.entries()) {
    total += weight(at);
    vector.forEach((value, column) => (mean[column] = (mean[column] ?? 0) + weight(at) * value));
  }
  return vectors.map((vector) => vector.map((value, at) => value - (mean[at] ?? 0) / total));
}

function eigen(matrix: Float64Array[]): { values: number[]; directions: number[][] } {
  const size = matrix.length;
  const directions = matrix.map((_, row) => matrix.map((_each, column) => Number(row === column)));
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  const rotate = (
    lines: { [at: number]: number }[],
    p: number,
    q: number,
    c: number,
    s: number,
  ) => {
    for (const line of lines) {
      const [left, right] = [line[p] ?? 0, line[q] ?? 0];
      line[p] = c * left - s * right;
      line[q] = s * left + c * right;
    }
  };
  for (let sweep = 0; sweep < 15; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(at(p, q)) < 1e-12) continue;
        const angle = 0.5 * Math.atan2(2 * at(p, q), at(q, q) - at(p, p));
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        rotate(matrix, p, q, c, s);
        const [first, second] = [matrix[p] as Float64Array, matrix[q] as Float64Array];
        for (let column = 0; column < size; column++) {
          const [upper, lower] = [first[column] ?? 0, second[column] ?? 0];
          first[column] = c * upper - s * lower;
          second[column] = s * upper + c * lower;
        }
        rotate(directions, p, q, c, s);
      }
  return { values: matrix.map((line, row) => line[row] ?? 0), directions };
}
