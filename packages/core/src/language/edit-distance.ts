/** Scratch rows, concatenated; grown for longer words. */
let rows = new Int32Array(3 * 64);

/**
 * The number of letters to insert, delete, replace or transpose with their neighbour to turn one word into
 * the other (Damerau 1964), editing no substring twice: optimal string alignment. Returns `limit` + 1 as
 * soon as it must exceed `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  return align(a, b, limit)
    ? Math.min(limit + 1, rows[(a.length % 3) * width + b.length] ?? 0)
    : limit + 1;
}

/** The same between `a` and the closest prefix of `b`. */
export function editDistanceToPrefix(a: string, b: string, limit: number): number {
  if (a.length > b.length + limit || !align(a, b, limit)) return limit + 1;
  const width = b.length + 1;
  const last = (a.length % 3) * width;
  let least = limit + 1;
  for (let column = 0; column < width; column++) least = Math.min(least, rows[last + column] ?? 0);
  return least;
}

/** Fills the rows; row r of the matrix is stored at r modulo 3. False as soon as the distance must exceed the limit. */
function align(a: string, b: string, limit: number): boolean {
  const width = b.length + 1;
  if (3 * width > rows.length) rows = new Int32Array(6 * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  for (let row = 1; row <= a.length; row++) {
    const at = (row % 3) * width;
    const before = ((row + 2) % 3) * width;
    const older = ((row + 1) % 3) * width;
    const letter = a.charCodeAt(row - 1);
    const last = a.charCodeAt(row - 2);
    rows[at] = row;
    let least = row;
    for (let column = 1; column < width; column++) {
      const other = b.charCodeAt(column - 1);
      let cost = (rows[before + column - 1] ?? 0) + (letter === other ? 0 : 1);
      cost = Math.min(cost, (rows[before + column] ?? 0) + 1, (rows[at + column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && last === other && letter === b.charCodeAt(column - 2))
        cost = Math.min(cost, (rows[older + column - 2] ?? 0) + 1);
      rows[at + column] = cost;
      if (cost < least) least = cost;
    }
    // A transposition reaches back two rows, so a good row before a bad one may still matter.
    if (least > limit + 1) return false;
  }
  return true;
}
