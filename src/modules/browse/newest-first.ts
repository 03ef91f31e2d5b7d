/** The last of a page: what comes after it is older, or as old and of a lower slot. */
export interface Cursor {
  readonly at: number;
  readonly slot: number;
}

/** Bins of the first look; of the items, only those of the newest bins are put in order. */
const BINS = 1_024;

/** The `limit` newest of some slots after a cursor, newest first; of equal moments the higher slot. Takes time linear in their number. */
export function newestFirst(
  slots: readonly number[],
  at: (slot: number) => number,
  limit: number,
  after: Cursor | null,
): number[] {
  const wanted =
    after === null
      ? slots
      : slots.filter((slot) => at(slot) < after.at || (at(slot) === after.at && slot < after.slot));
  const floor = wanted.length <= limit ? -Infinity : lowestWanted(wanted, at, limit);
  return wanted
    .filter((slot) => at(slot) >= floor)
    .sort((a, b) => at(b) - at(a) || b - a)
    .slice(0, limit);
}

/** A moment from which on there are at least `limit` of them, and mostly few more. */
function lowestWanted(
  slots: readonly number[],
  at: (slot: number) => number,
  limit: number,
): number {
  let [first, last] = [Infinity, -Infinity];
  for (const slot of slots) {
    first = Math.min(first, at(slot));
    last = Math.max(last, at(slot));
  }
  const width = (last - first) / BINS || 1;
  const counts = new Int32Array(BINS + 1);
  for (const slot of slots) {
    const bin = Math.floor((at(slot) - first) / width);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let bin = BINS;
  for (let seen = counts[bin] ?? 0; bin > 0 && seen < limit; seen += counts[bin] ?? 0) bin--;
  return first + bin * width - width;
}
