/** Minimum share of letters that a mistyped name has in common with the intended one. */
const ALIKE = 0.7;

/** The name most likely meant; undefined if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, likeness: likeness(name, given) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness >= ALIKE ? best.name : undefined;
}

function likeness(name: string, other: string): number {
  const [own, others] = [new Set(name.toLowerCase()), new Set(other.toLowerCase())];
  return [...own].filter((letter) => others.has(letter)).length / new Set([...own, ...others]).size;
}
