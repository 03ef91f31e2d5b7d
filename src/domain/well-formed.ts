/** Maximum nesting depth of any operation's input. */
const DEEPEST = 64;

/**
 * The same value with unpaired surrogates replaced by the replacement character. No file can store them:
 * what is written would differ from what was hashed, and would never be found again as given.
 */
export function wellFormed<T>(value: T): T {
  return mended(value, 0) as T;
}

function mended(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    // A vector contains no text, and is long.
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
