/** Of which a model has one. */
const PLACES = ['url', 'folder', 'package'] as const;

/** Later fields win, and a later place takes that of an earlier one; null forgets what came before it. */
export function joined(values: readonly unknown[]): unknown {
  const given = values.slice(values.lastIndexOf(null) + 1).filter((value) => value !== undefined);
  const odd = given.find((value) => typeof value !== 'object' || Array.isArray(value));
  if (given.length === 0 || odd !== undefined) return odd;
  return (given as Record<string, unknown>[]).reduce((sum, own) =>
    PLACES.some((place) => own[place] !== undefined)
      ? { ...sum, ...Object.fromEntries(PLACES.map((place) => [place, undefined])), ...own }
      : { ...sum, ...own },
  );
}
