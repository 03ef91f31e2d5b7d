/** The mean of a text's tokens, or the vector of the first one: models are trained for one of the two. */
export type Pooling = 'mean' | 'cls';

/**
 * One vector per text. `data` is (texts × dimensions), returned as it is, or (texts × tokens × dimensions);
 * `mask` is (texts × tokens), 1 for a token and 0 for padding.
 */
export function pool(
  { data, dims }: { readonly data: Float32Array; readonly dims: readonly number[] },
  mask: BigInt64Array,
  pooling: Pooling,
): Float32Array[] {
  const [texts = 0, second = 0, third] = dims;
  if (third === undefined)
    return Array.from({ length: texts }, (_, row) => data.slice(row * second, (row + 1) * second));
  return Array.from({ length: texts }, (_, row) => {
    const start = row * second * third;
    if (pooling === 'cls') return data.slice(start, start + third);
    const mean = new Float32Array(third);
    let tokens = 0;
    for (let at = 0; at < second; at++) {
      if (mask[row * second + at] === 0n) continue;
      tokens++;
      for (let place = 0; place < third; place++)
        mean[place] = (mean[place] ?? 0) + (data[start + at * third + place] ?? 0);
    }
    return mean.map((value) => value / Math.max(1, tokens));
  });
}
