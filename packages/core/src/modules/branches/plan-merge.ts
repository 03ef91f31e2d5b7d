import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '../../domain/graph.js';
import type { BankName } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { JournaledKind, Touched } from '../../domain/reversal.js';
import { normaliseName } from '../../language/entity-names.js';
import { type ForkPoint, KEY } from './branches.js';
import type { Store } from '../../ports/store.js';

/** A record as plain fields. */
type Fields = Readonly<Record<string, unknown>>;

interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

interface Merged {
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
function takenBackBeside(base: Fields | null, ours: Fields, theirs: Fields): FieldConflict[] {
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

/** A record that changed since two banks parted: as it was then, and as it is now. */
export interface Moved {
  readonly kind: JournaledKind;
  readonly id: string;
  readonly base: Touched['before'];
  readonly now: Touched['now'];
}

const PAGE = 200;

const keyOf = ({ kind, id }: Pick<Moved, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Every record that changes after this one touched, by kind and id. What a branch says of its own origin is no part of it. */
async function touchedSince(
  bank: BankName,
  sequence: number,
  store: Pick<Store, 'since' | 'changeRecord'>,
): Promise<ReadonlyMap<string, Moved>> {
  const moved = new Map<string, Moved>();
  for (let after = sequence; ;) {
    const entries = await store.since(bank, after, PAGE);
    for (const { sequence: number } of entries) {
      const record = await store.changeRecord(bank, number);
      for (const { kind, id, before, now } of record?.touched ?? []) {
        if (kind === 'learned' && (now ?? before)?.key === KEY) continue;
        const key = keyOf({ kind, id });
        const known = moved.get(key);
        moved.set(key, { kind, id, base: known === undefined ? before : known.base, now });
      }
    }
    const last = entries.at(-1);
    if (last === undefined) return moved;
    after = last.sequence;
  }
}

/** A record that both sides changed, each to something else. */
interface RecordConflict {
  readonly kind: Moved['kind'];
  readonly id: string;
  /** Of a memory, its words; else what it is called. */
  readonly what: string;
  readonly fields: readonly FieldConflict[];
}

/** What a merge would do to the bank. */
export interface MergePlan {
  /** Records to be put, as they would be; null for one to be taken away. */
  readonly put: readonly { readonly moved: Moved; readonly record: Fields | null }[];
  readonly conflicts: readonly RecordConflict[];
  readonly ours: ReadonlyMap<string, Moved>;
  readonly theirs: ReadonlyMap<string, Moved>;
}

type Preference = 'bank' | 'branch';

/** Links and names that many memories share: what one side adds to them is no contradiction of what the other adds. */
const SHARED = new Set<Moved['kind']>(['edge', 'context', 'session', 'entity']);
/** Of a bank's settings, what tells of its own journal. */
const OF_ITS_JOURNAL = ['reflectedUpTo'];

/** What is to be done so that a bank holds what its branch changed; `prefer` says whose word goes where both changed one field. */
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
      ...takenBackBeside(asFields(moved.base), ourNow, theirNow),
    ];
    if (told.length > 0 && !SHARED.has(moved.kind))
      conflicts.push({ kind: moved.kind, id: moved.id, what: wordsOf(own.now), fields: told });
    const record = prefer === 'branch' ? withTheirs(merged.fields, told) : merged.fields;
    if (!isDeepStrictEqual(record, ourNow))
      put.push({ moved, record: { ...record, ...counted(ourNow, theirNow) } });
  }
  return { put, conflicts, ours, theirs };
}

/** The next version of what both have changed. */
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

/** Names and texts that both sides founded apart: "Tom" is one Tom, and what was said twice is one memory. */
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

/** Puts the bank's own ids where the branch founded the same under others. */
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
