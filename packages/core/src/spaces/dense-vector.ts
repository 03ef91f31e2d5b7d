/** Scaled to length 1; a zero vector is unchanged. */
export function normalise(vector: Float32Array): Float32Array {
  const length = norm(vector);
  if (length === 0) return vector;
  const scaled = new Float32Array(vector.length);
  for (let at = 0; at < scaled.length; at++) scaled[at] = (vector[at] ?? 0) / length;
  return scaled;
}

/** Signed bytes, the largest entry at ±127. Cosine needs no scale. */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  // By index: Int8Array.from is ten times slower.
  if (largest > 0)
    for (let at = 0; at < bytes.length; at++)
      bytes[at] = Math.round(((vector[at] ?? 0) * 127) / largest);
  return bytes;
}

/** Cosine of two vectors of equal length, at any scale; 0 when either is zero. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return squaresA === 0 || squaresB === 0 ? 0 : dot / Math.sqrt(squaresA * squaresB);
}

function norm(vector: Float32Array): number {
  let total = 0;
  // By index: an iterator boxes every number.
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] ?? 0;
    total += value * value;
  }
  return Math.sqrt(total);
}
