/**
 * Maximum number of candidates of more trusted sources that are added when a crowd of a less trusted one
 * pushed them out.
 */
const MAX_SAVED = 8;

/**
 * The best of what was found, and the best of each more trusted source that a crowd of less trusted ones
 * pushed out: flooding must not decide what is considered at all. `found` is best first, and so is the
 * result.
 */
export function withTrusted<T>(
  found: readonly T[],
  count: number,
  trust: (each: T) => number,
): readonly T[] {
  const top = found.slice(0, count);
  const least = top.reduce((lowest, each) => Math.min(lowest, trust(each)), Infinity);
  const crowded = top.filter((each) => trust(each) === least).length * 2 >= count;
  return crowded
    ? [
        ...top,
        ...found
          .slice(count)
          .filter((each) => trust(each) > least)
          .slice(0, MAX_SAVED),
      ]
    : top;
}
