/** Why an answer cannot be used; null if it can. */
export type Fault = string;

/**
 * Checks a model's output for `texts` texts and scales it to length 1: as many vectors as texts, each with
 * `dimensions` finite numbers, none of length 0. Returns a sentence without its full stop if something is
 * wrong.
 */
export function unitVectors(
  vectors: readonly unknown[],
  texts: number,
  dimensions: number,
): readonly Float32Array[] | Fault {
  if (vectors.length !== texts) return `${vectors.length} vectors for ${texts} texts`;
  const units: Float32Array[] = [];
  for (const [at, vector] of vectors.entries()) {
    const unit = isNumbers(vector) ? unitVector(vector, dimensions) : 'is not a list of numbers';
    if (typeof unit === 'string') return `vector ${at + 1} of ${texts} ${unit}`;
    units.push(unit);
  }
  return units;
}

function unitVector(vector: ArrayLike<number>, dimensions: number): Float32Array | Fault {
  if (vector.length !== dimensions)
    return `has ${vector.length} numbers where ${dimensions} were expected`;
  let squares = 0;
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at];
    // JSON has no NaN: servers send null for it.
    if (typeof value !== 'number' || !Number.isFinite(value))
      return `holds ${String(value)}, which is no number`;
    squares += value * value;
  }
  if (squares === 0) return 'is zero';
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / length);
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || value instanceof Float32Array;
}
