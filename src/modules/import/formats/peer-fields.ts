import { isRecord } from '../../../language/json/parse-json.js';
import { readTime } from '../read-time.js';
import type { NamedPlace } from '../to-item.js';
import { malformed } from '../to-item.js';
import type { MalformedItem } from '../item.js';

export type Json = Record<string, unknown>;

/** The objects of a list; nothing for what is no list. */
export const recordsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** A text that fits a field of 200 characters; undefined for none. */
export function shortText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 200);
}

/** Tags of a list that fit. */
export function tagsIn(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : [];
  return [...new Set(listed.flatMap((tag: unknown) => shortText(tag) ?? []))].slice(0, 50);
}

/** The first of these fields that has a time which cannot be read, as what is wrong at a place. */
export function badTimeAt(
  place: NamedPlace,
  record: Json,
  fields: readonly string[],
): MalformedItem | null {
  const field = fields.find(
    (each) => (record[each] ?? null) !== null && readTime(record[each]) === undefined,
  );
  return field === undefined
    ? null
    : malformed(place, {
        problem: `${field} cannot be read`,
        hint: 'Write it as 2025-02-03T18:12:00Z.',
        field,
        value: record[field],
      });
}

/** From when to when something held, where both are known and in order. */
export function heldBetween(
  from: unknown,
  to: unknown,
): { occurredFrom?: number; occurredTo?: number } {
  const [began, ended] = [readTime(from), readTime(to)];
  if (began === undefined) return {};
  return {
    occurredFrom: began,
    ...(ended !== undefined && ended > began ? { occurredTo: ended } : {}),
  };
}
