import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '../../domain/graph.js';
import type { BankName } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { JournaledKind, Touched } from '../../domain/change.js';
import { normaliseName } from '../../language/entity-names.js';
import { type ForkPoint, KEY } from './branches.js';
import type { Store } from '../../ports/store.js';
import { journalAfter } from '../../bank/pages.js';
import { isRecord } from '../../domain/well-formed.js';

/** A record as plain fields. */
type Fields = Readonly<Record<string, unknown>>;

interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

interface Merged {
  /** Ours wins where the two disagree. */
  readonly fields: Fields;
  readonly conflicts: readonly FieldConflict[];
}

/** Bookkeeping fields that are set anew when the record is written. */
const COUNTED = new Set(['version', 'changedAt']);
/** Lists that both sides may add to and remove from. */
const LISTS = new Set(['tags', 'aliases', 'provenance', 'dates', 'images']);

/**
 * Three-way merge of two versions of a record with common `base`, field by field: a change by one side is taken,
 * lists are merged, and a field that both changed to different values is a conflict.
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
    else if (field === 'metadata' && isRecord(mine) && isRecord(their)) {
      const inner = threeWay(isRecord(was) ? was : null, mine, their);
      fields[field] = inner.fields;
      conflicts.push(
        ...inner.conflicts.map((each) => ({ ...each, field: `${field}.${each.field}` })),
      );
    } else conflicts.push({ field, base: was, ours: mine, theirs: their });
  }
  return { fields, conflicts };
}

/** A conflict if one side retracted the record while the other kept changing it: the caller decides. */
function retractionConflict(base: Fields | null, ours: Fields, theirs: Fields): FieldConflict[] {
  const field = 'retractedAt';
  const was = base?.[field];
  const one = [ours, theirs].filter((side) => !isDeepStrictEqual(side[field], was)).length === 1;
  return one ? [{ field, base: was, ours: ours[field], theirs: theirs[field] }] : [];
}

/** Three-way merge of lists: all that either side has, without what either removed. */
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

/** A record that changed since two banks diverged: then and now. */
export interface Moved {
  readonly kind: JournaledKind;
  readonly id: string;
  readonly base: Touched['before'];
  readonly now: Touched['now'];
}

const keyOf = ({ kind, id }: Pick<Moved, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Every record touched after a change, by kind and id, except the branch's own origin record. */
async function touchedSince(
  bank: BankName,
  sequence: number,
  store: Pick<Store, 'since' | 'changeRecord'>,
): Promise<ReadonlyMap<string, Moved>> {
  const moved = new Map<string, Moved>();
  for await (const { sequence: number } of journalAfter(bank, sequence, store)) {
    const record = await store.changeRecord(bank, number);
    for (const { kind, id, before, now } of record?.touched ?? []) {
      if (kind === 'learned' && (now ?? before)?.key === KEY) continue;
      const key = keyOf({ kind, id });
      const known = moved.get(key);
      moved.set(key, { kind, id, base: known === undefined ? before : known.base, now });
    }
  }
  return moved;
}

/** A record that both sides changed differently. */
interface RecordConflict {
  readonly kind: Moved['kind'];
  readonly id: string;
  /** A memory's content; of other records the name. */
  readonly what: string;
  readonly fields: readonly FieldConflict[];
}

/** What a merge would write to the bank. */
export interface MergePlan {
  /** Records to write, as they would be; null means removal. */
  readonly put: readonly { readonly moved: Moved; readonly record: Fields | null }[];
  readonly conflicts: readonly RecordConflict[];
  readonly ours: ReadonlyMap<string, Moved>;
  readonly theirs: ReadonlyMap<string, Moved>;
}

type Preference = 'bank' | 'branch';

/** Links, and names that many memories share: additions by both sides never conflict. */
const SHARED = new Set<Moved['kind']>(['edge', 'context', 'session', 'entity']);
/** Bank settings that refer to the bank's own journal. */
const OF_ITS_JOURNAL = ['reflectedUpTo'];

/** Plans how a bank takes over its branch's changes; `prefer` decides fields that both changed. */
export async function planMerge(
  branch: BankName,
  bank: BankName,
  since: ForkPoint,
  store: Pick<Store, 'since' | 'changeRecord'>,
  prefer: Preference,
): Promise<MergePlan> {
  const [ours, theirs] = [
    await touchedSince(bank, since.inBank, store),
    await touchedSince(branch, since.inBranch, store),
  ];
  const same = sameRecords(ours, theirs);
  const put: { moved: Moved; record: Fields | null }[] = [];
  const conflicts: RecordConflict[] = [];
  const renamed = renaming(same);
  for (const branched of theirs.values()) {
    if (isDeepStrictEqual(branched.base, branched.now) || same.has(branched.id)) continue;
    const moved = renamed(branched);
    const own = ours.get(keyOf(moved));
    const theirNow = asFields(moved.now);
    if (own === undefined || isDeepStrictEqual(own.now, own.base)) {
      put.push({ moved, record: theirNow });
      continue;
    }
    if (isDeepStrictEqual(own.now, moved.now)) continue;
    const ourNow = asFields(own.now);
    if (ourNow === null || theirNow === null) {
      conflicts.push({
        kind: moved.kind,
        id: moved.id,
        what: wordsOf(own.now ?? moved.now),
        fields: [{ field: 'whole', base: moved.base, ours: own.now, theirs: moved.now }],
      });
      if (prefer === 'branch') put.push({ moved, record: theirNow });
      continue;
    }
    const merged = threeWay(asFields(moved.base), ourNow, theirNow);
    const told = [
      ...merged.conflicts.filter(({ field }) => !OF_ITS_JOURNAL.includes(field)),
      ...retractionConflict(asFields(moved.base), ourNow, theirNow),
    ];
    if (told.length > 0 && !SHARED.has(moved.kind))
      conflicts.push({ kind: moved.kind, id: moved.id, what: wordsOf(own.now), fields: told });
    const record = prefer === 'branch' ? withTheirs(merged.fields, told) : merged.fields;
    if (!isDeepStrictEqual(record, ourNow))
      put.push({ moved, record: { ...record, ...counted(ourNow, theirNow) } });
  }
  return { put, conflicts, ours, theirs };
}

/** The next version number of a record that both sides changed. */
function counted(ours: Fields, theirs: Fields): Fields {
  return typeof ours['version'] === 'number' && typeof theirs['version'] === 'number'
    ? { version: Math.max(ours['version'], theirs['version']) + 1 }
    : {};
}

function withTheirs(fields: Fields, conflicts: readonly FieldConflict[]): Fields {
  return conflicts.reduce<Fields>((all, { field, theirs }) => {
    const [outer = '', inner] = field.split(/\.(.*)/s);
    return {
      ...all,
      [outer]: inner === undefined ? theirs : { ...(all[outer] as Fields), [inner]: theirs },
    };
  }, fields);
}

/**
 * Entities and texts that both sides created independently: "Tom" is one Tom, and a text stored twice is one memory.
 */
function sameRecords(
  ours: ReadonlyMap<string, Moved>,
  theirs: ReadonlyMap<string, Moved>,
): ReadonlyMap<string, string> {
  const mine = new Map<string, string>();
  for (const moved of ours.values()) {
    const identity = identityOf(moved);
    if (identity !== null && !mine.has(identity)) mine.set(identity, moved.id);
  }
  const same = new Map<string, string>();
  for (const moved of theirs.values()) {
    const own = mine.get(identityOf(moved) ?? '');
    if (own !== undefined && own !== moved.id) same.set(moved.id, own);
  }
  return same;
}

function identityOf({ kind, base, now }: Moved): string | null {
  if (base !== null || now === null) return null;
  if (kind === 'entity') {
    const { name, type } = now as Entity;
    return `entity ${type} ${normaliseName(name)}`;
  }
  if (kind !== 'memory') return null;
  const { contentHash, retractedAt } = now as Memory;
  return retractedAt === null ? `memory ${contentHash}` : null;
}

/** Replaces ids of the branch by the bank's own where both created the same record. */
function renaming(same: ReadonlyMap<string, string>): (moved: Moved) => Moved {
  const ids = /\b[me]_[0-9a-z]{13}\b/g;
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(ids, (id) => same.get(id) ?? id);
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(part)]));
  };
  return (moved) => (same.size === 0 ? moved : (renamed(moved) as Moved));
}

const asFields = (record: Moved['now']): Fields | null => record as Fields | null;

function wordsOf(record: Moved['now']): string {
  const fields = asFields(record) ?? {};
  const words =
    fields['content'] ??
    fields['description'] ??
    fields['name'] ??
    fields['key'] ??
    fields['slot'] ??
    '';
  return String(words).slice(0, 200);
}
