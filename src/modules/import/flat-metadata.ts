/** Metadata holds plain values; what is nested stays as JSON text, what is null goes. */
export function flatMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(metadata).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  );
}
