/** Nothing that an operation takes is nested deeper. */
const DEEPEST = 64;

/**
 * The same value with the replacement sign wherever a text holds half of a surrogate pair. No file can hold such a half: what is written
 * would not be what was hashed, and would never be found again as it was given.
 */
export function wellFormed<T>(value: T): T {
  return mended(value, 0) as T;
}

function mended(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    // A vector holds no text, and is long.
    if (typeof value[0] === 'number') return value;
    const parts = value.map((part) => mended(part, depth + 1));
    return parts.every((part, at) => part === value[at]) ? value : parts;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  const parts = entries.map(
    ([key, part]) => [mended(key, depth), mended(part, depth + 1)] as const,
  );
  return entries.every(([key, part], at) => parts[at]?.[0] === key && parts[at][1] === part)
    ? value
    : Object.fromEntries(parts);
}
