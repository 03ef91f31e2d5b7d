import type { Metadata } from '../../domain/memory.js';

/** The first of these fields with a non-empty text, case-insensitive; with its actual name. */
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

/** Field names in the form that {@link fieldOf} compares. */
export function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
