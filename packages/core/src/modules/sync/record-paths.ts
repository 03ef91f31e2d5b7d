import type { JournaledKind } from '../../domain/change.js';
import { canonical, isRecord } from '../../domain/well-formed.js';

/** A record as plain fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Lists that count as sets: each element is a path of its own. */
const SETS: ReadonlySet<string> = new Set(['tags', 'aliases', 'provenance']);
/** Bookkeeping that grows with each version: the higher one counts. */
const COUNTED: ReadonlySet<string> = new Set(['version', 'changedAt']);
/** Fields that only make sense together are one path, under the name of the first. */
const GROUPS: Partial<Record<JournaledKind, readonly (readonly [string, ...string[]])[]>> = {
  memory: [
    [
      'content',
      ...['contentHash', 'language', 'kind', 'dates', 'note'],
      ...['occurredFrom', 'occurredTo', 'occurredPrecision'],
    ],
    ['retractedAt', 'retraction', 'supersededBy', 'quarantine'],
  ],
  conflict: [['status', 'settlement', 'lowered']],
};

const groupOf = (kind: JournaledKind, field: string): readonly string[] =>
  GROUPS[kind]?.find((group) => group.includes(field)) ?? [field];

/**
 * The parts of a record that two machines may change independently, each with its value as JSON: `importance`, a group
 * of fields, `metadata.NAME`, and `tags=ELEMENT` for each element of a set.
 */
export function pathsOf(kind: JournaledKind, record: Fields): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const [field, value] of Object.entries(record)) {
    if (COUNTED.has(field) || value === undefined) continue;
    if (SETS.has(field) && Array.isArray(value))
      for (const element of value) paths.set(`${field}=${canonical(element)}`, 'true');
    else if (field === 'metadata' && isRecord(value))
      for (const [name, inner] of Object.entries(value))
        paths.set(`metadata.${name}`, canonical(inner));
    else {
      const group = groupOf(kind, field);
      const values = group.map((each) => record[each] ?? null);
      paths.set(group[0] ?? field, canonical(group.length === 1 ? value : values));
    }
  }
  return paths;
}

/** The paths at which two versions of a record differ. */
export function changedPaths(kind: JournaledKind, before: Fields, after: Fields): string[] {
  const [was, is] = [pathsOf(kind, before), pathsOf(kind, after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => was.get(path) !== is.get(path),
  );
}

/** The record with these paths as in another version of it. */
export function takePaths(
  kind: JournaledKind,
  record: Fields,
  from: Fields,
  paths: readonly string[],
): Fields {
  const taken: Record<string, unknown> = { ...record };
  const take = (into: Record<string, unknown>, of: Fields, field: string): void => {
    if (of[field] === undefined) Reflect.deleteProperty(into, field);
    else into[field] = of[field];
  };
  for (const path of paths) {
    const [field = '', element] = path.split(/=(.*)/s);
    if (element !== undefined && SETS.has(field)) {
      const isIt = (each: unknown): boolean => canonical(each) === element;
      taken[field] = [
        ...listOf(taken[field]).filter((each) => !isIt(each)),
        ...listOf(from[field]).filter(isIt),
      ];
    } else if (path.startsWith('metadata.')) {
      const metadata = { ...(taken['metadata'] as Fields | undefined) };
      take(metadata, (from['metadata'] ?? {}) as Fields, path.slice('metadata.'.length));
      taken['metadata'] = metadata;
    } else for (const member of groupOf(kind, path)) take(taken, from, member);
  }
  if (Array.isArray(taken['provenance'])) taken['provenance'] = bySaying(taken['provenance']);
  for (const field of COUNTED) {
    const [own, other] = [taken[field], from[field]];
    if (typeof own === 'number' && typeof other === 'number') taken[field] = Math.max(own, other);
  }
  return taken;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Evidence is kept earliest first. */
function bySaying(evidence: readonly unknown[]): unknown[] {
  const saidAt = (each: unknown): number => Number((each as Fields)['saidAt']);
  return evidence.toSorted(
    (a, b) => saidAt(a) - saidAt(b) || (canonical(a) < canonical(b) ? -1 : 1),
  );
}
