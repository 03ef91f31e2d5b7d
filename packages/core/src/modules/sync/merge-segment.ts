import { createHash } from 'node:crypto';
import { recordsAsChange } from '../../bank/records-as-change.js';
import { derive } from '../../bank/derive.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { type Change, EMPTY_CHANGE } from '../../domain/change.js';
import { mergedInto } from '../../domain/forgetting-and-merging.js';
import { type NodeId, nodeKind } from '../../domain/graph.js';
import { type ConflictId, makeId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { type Conflict, UNSETTLED } from '../../domain/validity.js';
import { canonical } from '../../domain/well-formed.js';
import { conflictEdges } from '../validity/index.js';
import { type FieldStamps, isLater, keyOf, type Stamp, stampOf } from './field-stamps.js';
import { presentRecords } from './present-records.js';
import { type Fields, pathsOf, takePaths } from './record-paths.js';
import { atHome } from './sealed-tokens.js';
import type { RecordChange, Segment } from './segment.js';

/** What both machines changed differently: one is kept, the other is told. */
export interface Overruled {
  readonly kind: RecordChange['kind'];
  readonly id: string;
  readonly field: string;
  readonly kept: string;
  readonly other: string;
}

/** What taking in a segment would write. */
export interface SegmentPlan {
  readonly change: Omit<Change, 'actor' | 'reason'>;
  /** Records that are written. */
  readonly records: number;
  readonly conflicts: readonly Conflict[];
  readonly overruled: readonly Overruled[];
}

interface Merging {
  readonly put: RecordChange[];
  readonly conflicts: Conflict[];
  readonly overruled: Overruled[];
}

/**
 * Merges a segment into a bank: each field is as whoever wrote it last left it, by the stamps of {@link FieldStamps},
 * so that all machines come to the same, in whatever order they read. What was erased does not come back.
 */
export async function planSegment(
  segment: Segment,
  { stamps, erased, device }: Known,
  bank: OpenBank,
  parts: EngineParts,
): Promise<SegmentPlan> {
  const { store } = parts;
  const changes = atHome(segment.body.records, device).filter(({ id }) => !erased.has(id));
  const present = await presentRecords(changes, bank.name, store);
  const merging: Merging = { put: [], conflicts: [], overruled: [] };
  for (const change of changes)
    mergeRecord(change, present.get(keyOf(change)), { segment, stamps, merging });
  const { memories } = recordsAsChange(merging.put);
  const conflicts = await standing(merging.conflicts, memories, bank, parts);
  return {
    change: await changeOf(merging.put, { present, conflicts }, bank, parts),
    records: merging.put.length,
    conflicts,
    overruled: merging.overruled,
  };
}

/** What is known beside the segment itself. */
interface Known {
  readonly stamps: FieldStamps;
  readonly erased: ReadonlySet<string>;
  /** This machine. */
  readonly device: string;
}

async function changeOf(
  put: readonly RecordChange[],
  around: {
    readonly present: ReadonlyMap<string, Fields>;
    readonly conflicts: readonly Conflict[];
  },
  bank: OpenBank,
  parts: EngineParts,
): Promise<SegmentPlan['change']> {
  const records = recordsAsChange(put);
  const edges = [
    ...records.edges,
    ...around.conflicts.flatMap((each) =>
      each.verdict === 'actual' ? conflictEdges(each, null) : [],
    ),
  ];
  const nodeOf = (id: NodeId) => ({ kind: nodeKind(id), id });
  const ends = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].map(nodeOf);
  const there = new Set((await presentRecords(ends, bank.name, parts.store)).keys());
  for (const each of put) if (each.record !== null) there.add(keyOf(each));
  const isThere = (id: NodeId): boolean => there.has(keyOf(nodeOf(id)));
  const textOf = (record: Fields | null | undefined): string | undefined =>
    pathsOf('memory', record ?? {}).get('content');
  const told = put.filter(
    ({ kind, id, record }) =>
      kind === 'memory' && textOf(around.present.get(`memory ${id}`)) !== textOf(record),
  );
  const ids = new Set(told.map(({ id }) => id));
  const read = records.memories.filter(({ id, quarantine }) => ids.has(id) && quarantine === null);
  return {
    ...EMPTY_CHANGE,
    ...records,
    bank: bank.name,
    at: parts.clock.now(),
    verb: 'sync',
    conflicts: [...records.conflicts, ...around.conflicts],
    edges: edges.filter(({ from, to }) => isThere(from) && isThere(to)),
    settings: parts.standing === 'guest' ? null : records.settings,
    ...(await derive(read, bank.state.encoder, parts)),
    claims: told.flatMap(({ claims = [] }) => claims),
  };
}

interface Around {
  readonly segment: Segment;
  readonly stamps: FieldStamps;
  readonly merging: Merging;
}

function mergeRecord(change: RecordChange, own: Fields | undefined, around: Around): void {
  const { segment, stamps, merging } = around;
  const { put } = merging;
  const { kind, record, paths } = change;
  const key = keyOf(change);
  const stamp = stampOf(change, segment.head);
  const loses = (known: Stamp | undefined): boolean => known !== undefined && isLater(known, stamp);
  if (record === null) {
    // Who changed it later had a use for it. The links of what is forgotten are there, and are not seen.
    if ((own !== undefined || kind === 'edge') && !loses(stamps.latest(key))) put.push(change);
    return;
  }
  if (own === undefined) {
    if (!loses(kind === 'edge' ? stamps.latest(key) : stamps.of(key))) put.push(change);
    return;
  }
  const won: string[] = [];
  const [mine, theirs] = [pathsOf(kind, own), pathsOf(kind, record)];
  for (const path of paths ?? theirs.keys()) {
    if (mine.get(path) === theirs.get(path)) continue;
    const known = stamps.of(key, path);
    const keeps = loses(known);
    if (!keeps) won.push(path);
    // Only what its writer had not seen is a disagreement.
    if (known !== undefined && known.number > (segment.head.seen[known.device] ?? 0))
      disagree(change, own, { path, keeps }, merging);
  }
  const merged = takePaths(kind, own, record, won);
  if (canonical(merged) !== canonical(own)) put.push({ ...change, record: merged });
}

/** Values that people set, and that are worth telling. */
const TOLD: Partial<Record<RecordChange['kind'], readonly string[]>> = {
  memory: ['content', 'retractedAt'],
  entity: ['name', 'type'],
  goal: ['title', 'description', 'status', 'deadline', 'priority'],
  conflict: ['status'],
};

function disagree(
  { kind, id, record }: RecordChange,
  own: Fields,
  { path, keeps }: { readonly path: string; readonly keeps: boolean },
  { conflicts, overruled }: Merging,
): void {
  if (kind === 'memory' && path === 'retractedAt') {
    const conflict = conflictOf(own as unknown as Memory, record as unknown as Memory);
    if (conflict !== null) return void conflicts.push(conflict);
  }
  if (kind !== 'bank' && TOLD[kind]?.includes(path) !== true && !path.startsWith('metadata.'))
    return;
  const shown = (of: Fields | null): string =>
    JSON.stringify(valueAt(of ?? {}, path) ?? null).slice(0, 200);
  const [kept, other] = keeps ? [own, record] : [record, own];
  overruled.push({ kind, id, field: path, kept: shown(kept), other: shown(other) });
}

function valueAt(record: Fields, path: string): unknown {
  const [field = '', inner] = path.split(/\.(.*)/s);
  return inner === undefined ? record[field] : (record[field] as Fields | undefined)?.[inner];
}

/**
 * One memory that was replaced here and otherwise there, or replaced on one machine and forgotten on the other: both
 * stand until somebody settles it. Each machine finds it for itself, so that it has the same id on all of them.
 */
function conflictOf(own: Memory, theirs: Memory): Conflict | null {
  if (own.retractedAt === null || theirs.retractedAt === null) return null;
  // One of several that were told on several machines, joined with another of them.
  if (
    [own, theirs].every(
      ({ retraction, supersededBy: by }) => by !== null && retraction === mergedInto(by),
    )
  )
    return null;
  const successors = new Set([own.supersededBy, theirs.supersededBy].flatMap((id) => id ?? []));
  const forgotten = own.supersededBy === null || theirs.supersededBy === null;
  const [older, newer] = [...(forgotten ? [own.id] : []), ...[...successors].sort()];
  if (older === undefined || newer === undefined) return null;
  return {
    id: idFrom(`mneme conflict ${older} ${newer}`),
    older,
    newer,
    subject: own.note?.about ?? 'text',
    slot: own.note?.aspect ?? 'content',
    olderValue: '',
    newerValue: '',
    verdict: forgotten ? 'review' : 'actual',
    reason: forgotten
      ? 'forgotten on one machine, and changed on another'
      : 'changed on two machines, before either knew of the other',
    ...UNSETTLED,
    foundAt: Math.max(own.retractedAt, theirs.retractedAt),
    version: 1,
  };
}

function idFrom(seed: string): ConflictId {
  const bytes = createHash('sha256').update(seed).digest();
  let at = 0;
  return makeId('k', () => bytes.readUInt32BE(4 * at++)) as ConflictId;
}

/** With the words of both sides, as far as both are known; those that are on record already stay as they are. */
async function standing(
  found: readonly Conflict[],
  arrived: readonly Memory[],
  bank: OpenBank,
  { store }: EngineParts,
): Promise<Conflict[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const known = new Set(
    (await store.conflicts(bank.name, { ids }, ids.length)).items.map(({ id }) => id),
  );
  const sides = found.flatMap(({ older, newer }) => [older, newer]);
  const memories = new Map(
    [...(await store.get(bank.name, sides)), ...arrived].map((each) => [each.id, each]),
  );
  return found.flatMap((conflict) => {
    const [older, newer] = [memories.get(conflict.older), memories.get(conflict.newer)];
    if (known.has(conflict.id) || older === undefined || newer === undefined) return [];
    const valueOf = ({ note, content }: Memory): string => note?.value ?? content.slice(0, 200);
    return [{ ...conflict, olderValue: valueOf(older), newerValue: valueOf(newer) }];
  });
}
