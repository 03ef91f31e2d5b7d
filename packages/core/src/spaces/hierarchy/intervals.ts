/** A set of integers as sorted, disjoint, non-adjacent closed intervals, flat: `[from, to, from, to, …]`. */
export type Intervals = number[];

/** Whether the number is in the set: a binary search over the intervals. */
export function covers(intervals: Intervals, place: number): boolean {
  return within(intervals, place, place);
}

/** The union; the first set itself if it contains the second. */
export function union(a: Intervals, b: Intervals): Intervals {
  const merged: Intervals = [];
  let grown = false;
  for (let left = 0, right = 0; left < a.length || right < b.length;) {
    const fromLeft =
      right >= b.length || (left < a.length && (a[left] as number) <= (b[right] as number));
    const from = (fromLeft ? a[left] : b[right]) as number;
    const to = (fromLeft ? a[left + 1] : b[right + 1]) as number;
    if (fromLeft) left += 2;
    else right += 2;
    const last = merged.length - 1;
    const joins = last > 0 && from <= (merged[last] as number) + 1;
    if (!fromLeft && !grown) grown = !within(a, from, to);
    if (joins) merged[last] = Math.max(merged[last] as number, to);
    else merged.push(from, to);
  }
  return grown ? merged : a;
}

/** Whether one interval of the set contains all of `[from, to]`. */
function within(intervals: Intervals, from: number, to: number): boolean {
  let low = 0;
  let high = intervals.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (from < (intervals[2 * middle] as number)) high = middle - 1;
    else if (from > (intervals[2 * middle + 1] as number)) low = middle + 1;
    else return to <= (intervals[2 * middle + 1] as number);
  }
  return false;
}
