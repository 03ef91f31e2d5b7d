/** Scratch rows, concatenated; grown for longer words. */
let rows = new Int32Array(3 * 64);

/**
 * The number of letters to insert, delete, replace or transpose with their neighbour to turn one word into the other
 * (Damerau 1964), editing no substring twice: optimal string alignment. Returns `limit` + 1 as soon as it must exceed
 * `limit`.
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

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 3;

/** The names that `wanted` may have been meant for, nearest first: a few letters different, or containing it. */
export function nearNames(wanted: string, names: Iterable<string>): string[] {
  const asked = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(asked.length / 3));
  return [...new Set(names)]
    .map((name) => {
      const known = name.toLowerCase();
      const within =
        Math.min(asked.length, known.length) >= 3 &&
        (known.includes(asked) || asked.includes(known));
      return { name, distance: within ? Math.min(1, limit) : editDistance(asked, known, limit) };
    })
    .filter(({ name, distance }) => name !== wanted && distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** "Did you mean work or works?"; empty if nothing is similar. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const near = nearNames(wanted, names);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}?`;
}

const PREFIX_WEIGHT = 0.1;
const PREFIX_MAX = 4;

/**
 * Jaro–Winkler similarity of two strings, 0..1 (Winkler 1990, prefix scale 0.1 over at most four characters).
 * Symmetric; 1 exactly for equal strings.
 */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity(a, b);
  let prefix = 0;
  while (prefix < PREFIX_MAX && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const [short, long] = a.length < b.length || (a.length === b.length && a < b) ? [a, b] : [b, a];
  const { inShort, inLong } = matching(short, long);
  const matches = inShort.length;
  if (matches === 0) return 0;
  let moved = 0;
  for (let index = 0; index < matches; index++) if (inShort[index] !== inLong[index]) moved++;
  return (matches / a.length + matches / b.length + (matches - moved / 2) / matches) / 3;
}

/** The matching characters of both strings, each list in its own string's order. */
function matching(short: string, long: string): { inShort: string[]; inLong: string[] } {
  const window = Math.max(0, Math.floor(long.length / 2) - 1);
  const taken = new Array<boolean>(long.length).fill(false);
  const inShort: string[] = [];
  for (let index = 0; index < short.length; index++) {
    const to = Math.min(long.length - 1, index + window);
    for (let at = Math.max(0, index - window); at <= to; at++) {
      if (taken[at] || short[index] !== long[at]) continue;
      taken[at] = true;
      inShort.push(short[index] as string);
      break;
    }
  }
  return { inShort, inLong: long.split('').filter((_, at) => taken[at]) };
}
