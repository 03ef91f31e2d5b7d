/** So many candidates of better sources are weighed beside those that a crowd of a lesser one has left no place for. */
const MAX_SAVED = 8;

/**
 * The best of what was found, and the best of each better source that a crowd of lesser ones pushed out: a flood must not decide what is
 * weighed at all. `found` is best first, and so is the result.
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
