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
