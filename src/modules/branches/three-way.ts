import { isDeepStrictEqual } from 'node:util';

/** A record as plain fields. */
export type Fields = Readonly<Record<string, unknown>>;

export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  /** With ours where the two disagree. */
  readonly fields: Fields;
  readonly conflicts: readonly FieldConflict[];
}

/** Which version of a record it is, and when it was changed: told anew when it is put. */
const COUNTED = new Set(['version', 'changedAt']);
/** Lists in which each side adds and takes away. */
const LISTS = new Set(['tags', 'aliases', 'provenance', 'dates', 'images']);

/**
 * Two versions of one record that both come from `base`, field by field: what one side changed is taken, lists are joined, and a field
 * that both changed to different values is a conflict.
 */
export function threeWay(base: Fields | null, ours: Fields, theirs: Fields): Merged {
  const conflicts: FieldConflict[] = [];
  const fields: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [was, mine, their] = [base?.[field], ours[field], theirs[field]];
    fields[field] = mine;
    if (COUNTED.has(field) || isDeepStrictEqual(mine, their) || isDeepStrictEqual(their, was))
      continue;
    if (isDeepStrictEqual(mine, was)) fields[field] = their;
    else if (LISTS.has(field) && Array.isArray(mine) && Array.isArray(their))
      fields[field] = joined(Array.isArray(was) ? was : [], mine, their);
    else if (field === 'metadata' && isFields(mine) && isFields(their)) {
      const inner = threeWay(isFields(was) ? was : null, mine, their);
      fields[field] = inner.fields;
      conflicts.push(
        ...inner.conflicts.map((each) => ({ ...each, field: `${field}.${each.field}` })),
      );
    } else conflicts.push({ field, base: was, ours: mine, theirs: their });
  }
  return { fields, conflicts };
}

/** One side took it back while the other went on working with it: that is for somebody to decide. */
export function takenBackBeside(
  base: Fields | null,
  ours: Fields,
  theirs: Fields,
): FieldConflict[] {
  const field = 'retractedAt';
  const was = base?.[field];
  const one = [ours, theirs].filter((side) => !isDeepStrictEqual(side[field], was)).length === 1;
  return one ? [{ field, base: was, ours: ours[field], theirs: theirs[field] }] : [];
}

/** What either side has, without what either took away. */
function joined(
  was: readonly unknown[],
  mine: readonly unknown[],
  their: readonly unknown[],
): unknown[] {
  const has = (list: readonly unknown[], each: unknown): boolean =>
    list.some((other) => isDeepStrictEqual(other, each));
  return [
    ...mine.filter((each) => has(their, each) || !has(was, each)),
    ...their.filter((each) => !has(mine, each) && !has(was, each)),
  ];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
