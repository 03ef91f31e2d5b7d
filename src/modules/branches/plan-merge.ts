import { isDeepStrictEqual } from 'node:util';
import type { BankName } from '../../domain/ids.js';
import type { Entity } from '../../domain/graph.js';
import type { Memory } from '../../domain/memory.js';
import { normaliseName } from '../../language/entity-names.js';
import type { Store } from '../../ports/store.js';
import type { ForkPoint } from './branch-record.js';
import { takenBackBeside, threeWay, type FieldConflict, type Fields } from './three-way.js';
import { keyOf, touchedSince, type Moved } from './touched-since.js';

/** A record that both sides changed, each to something else. */
export interface RecordConflict {
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

export type Preference = 'bank' | 'branch';

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
