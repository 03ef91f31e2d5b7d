import type { Metadata } from '../../domain/memory.js';

/** The value of the first of these fields that is there as text and not empty, whatever its case; with the name it goes by. */
export function fieldOf(
  metadata: Metadata,
  names: ReadonlySet<string>,
): { readonly name: string; readonly value: string } | null {
  for (const [name, value] of Object.entries(metadata)) {
    if (
      typeof value === 'string' &&
      value.trim() !== '' &&
      names.has(name.toLowerCase().replace(/[-_ ]/g, ''))
    )
      return { name, value: value.trim() };
  }
  return null;
}

/** Names of fields, as {@link fieldOf} compares them. */
export function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
