import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parsePageRequest, storePageOf } from '../../bank/pages.js';
import type { RecordParts } from '../../bank/records-as-change.js';
import {
  type ChangeRecord,
  EMPTY_CHANGE,
  JOURNALED_KINDS,
  type JournaledKind,
  type JournaledRecords,
  type RemovableKind,
  type RemovedRecord,
  type Touched,
  type TouchedOf,
  UNDONE,
} from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { Edge } from '../../domain/graph.js';
import type { BankName } from '../../domain/ids.js';
import { BoundInput, parseInput } from '../../domain/input.js';
import { lastIn, startIn } from '../../domain/memory-times.js';
import { Memory } from '../../domain/memory.js';
import { TimeSlice } from '../../domain/pace.js';
import { type Of, OldCursor, OwnText, pageInput, type SchemaOf } from '../../domain/schema.js';
import { Instant, isoSecond } from '../../domain/time.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { Store } from '../../ports/store.js';

export const DiffInput = z.strictObject({
  from: BoundInput.describe('The earlier moment; a day is its beginning.'),
  to: BoundInput.describe('The later moment; a day is its end.'),
  ...pageInput('Memories looked at for a page.', 50, 500),
  after: OldCursor,
});
export type DiffInput = z.input<typeof DiffInput>;

const changedMemoryShape = z.strictObject({
  before: Memory,
  after: Memory,
  /** The fields that differ, except the version. */
  fields: z.array(z.string()),
});
export interface ChangedMemory extends Of<typeof changedMemoryShape> {}
export const ChangedMemory: SchemaOf<ChangedMemory, typeof changedMemoryShape> = changedMemoryShape;

const bankDiffShape = z.strictObject({
  from: Instant,
  to: Instant,
  /** Valid at the later moment, not at the earlier. */
  put: z.array(Memory),
  changed: z.array(ChangedMemory),
  /** Valid at the earlier moment, not at the later; in their earlier state. */
  retracted: z.array(Memory),
  /**
   * Pass it as the next call's `cursor`; null at the end. A page may contain fewer memories than were examined: some
   * existed only in between.
   */
  next: OwnText.nullable(),
});
export interface BankDiff extends Of<typeof bankDiffShape> {}
export const BankDiff: SchemaOf<BankDiff, typeof bankDiffShape> = bankDiffShape;

/** The difference between what a bank held at two moments. Throws `invalid_input` if the moments are not in order. */
export async function diffBank(raw: unknown, bank: BankName, store: Store): Promise<BankDiff> {
  const asked = parseInput(DiffInput, raw, 'diff');
  const offset = await bankOffset(bank, store);
  const { limit } = asked;
  const [from, to] = [startIn(asked.from, offset), lastIn(asked.to, offset)];
  if (from > to)
    throw new MnemeError('invalid_input', 'diff.to: the second moment lies before the first.', {
      field: 'diff.to',
      value: to,
      hint: 'Give the earlier moment first.',
    });
  const { items, next } = await storePageOf(parsePageRequest('diff', bank, asked), (behind) =>
    store.touchedMemories(bank, from, to, limit, behind),
  );
  const stood = async (at: Instant): Promise<readonly Memory[]> =>
    (await store.get(bank, items, at)).filter(({ retractedAt }) => retractedAt === null);
  const [before, now] = await Promise.all([stood(from), stood(to)]);
  const earlier = new Map(before.map((memory) => [memory.id, memory]));
  const later = new Map(now.map((memory) => [memory.id, memory]));
  return {
    from,
    to,
    put: now.filter(({ id }) => !earlier.has(id)),
    changed: now.flatMap((memory) => changedFrom(earlier.get(memory.id), memory)),
    retracted: before.filter(({ id }) => !later.has(id)),
    next,
  };
}

function changedFrom(before: Memory | undefined, after: Memory): ChangedMemory[] {
  if (before === undefined) return [];
  const fields = (Object.keys(after) as (keyof Memory)[]).filter(
    (field) => field !== 'version' && !isDeepStrictEqual(before[field], after[field]),
  );
  return fields.length === 0 ? [] : [{ before, after, fields }];
}

const clashShape = z.strictObject({
  kind: z.enum(JOURNALED_KINDS),
  id: z.string(),
  /** Later changes that touched it. */
  later: z.array(z.number()),
});
/** A record that is no longer as the change left it. */
export interface Clash extends Of<typeof clashShape> {}
export const Clash: SchemaOf<Clash, typeof clashShape> = clashShape;

interface Inversion {
  readonly change: RecordParts;
  readonly clashes: readonly Clash[];
}

type Draft = {
  -readonly [Part in keyof RecordParts]: RecordParts[Part] extends readonly (infer T)[]
    ? T[]
    : RecordParts[Part];
};

/** Records that later memories share: later additions stay, so undoing never removes what another memory stated. */
const SHARED = new Set<JournaledKind>(['entity', 'context', 'session', 'edge']);

/**
 * Restores the previous state of every record of a change. Created records are retracted if past states need them
 * (memories, goals, learned records), else removed.
 */
export async function invert({ change, touched }: ChangeRecord, at: Instant): Promise<Inversion> {
  const draft: Draft = {
    memories: [],
    entities: [],
    contexts: [],
    sessions: [],
    goals: [],
    votes: [],
    conflicts: [],
    learned: [],
    edges: [],
    removedEdges: [],
    removed: [],
    settings: EMPTY_CHANGE.settings,
  };
  const clashes: Clash[] = [];
  const pace = new TimeSlice();
  for (const each of touched) {
    await pace.rest();
    if (isDeepStrictEqual(each.now, each.before)) continue;
    const moved = !isDeepStrictEqual(each.now, each.after);
    if (moved && SHARED.has(each.kind)) continue;
    if (moved) clashes.push({ kind: each.kind, id: each.id, later: each.later });
    revert(each, { at, why: `${UNDONE}${change.verb} of ${isoSecond(change.at)}` }, draft);
  }
  return { change: draft, clashes };
}

interface Moment {
  readonly at: Instant;
  readonly why: string;
}

function revert(touched: Touched, { at, why }: Moment, draft: Draft): void {
  switch (touched.kind) {
    case 'memory':
      return put(touched, draft.memories, (now) => takenBack(now, { at, why }));
    case 'goal':
      return put(touched, draft.goals, (now) =>
        now.retractedAt === null
          ? { ...now, retractedAt: at, changedAt: at, version: now.version + 1 }
          : null,
      );
    case 'learned':
      return put(touched, draft.learned, (now) =>
        now.retractedAt === null
          ? { ...now, retractedAt: at, changedAt: at, version: now.version + 1 }
          : null,
      );
    case 'entity':
      return putOrTake(touched, draft.entities, draft.removed);
    case 'context':
      return putOrTake(touched, draft.contexts, draft.removed);
    case 'session':
      return putOrTake(touched, draft.sessions, draft.removed);
    case 'vote':
      return putOrTake(touched, draft.votes, draft.removed);
    case 'conflict':
      return putOrTake(touched, draft.conflicts, draft.removed);
    case 'edge':
      return revertEdge(touched, draft);
    case 'bank':
      draft.settings = touched.before;
  }
}

/** A quarantined memory is already retracted: it is only rejected, so that it no longer waits for review. */
function takenBack(now: Memory, { at, why }: Moment): Memory | null {
  if (now.quarantine === null && now.retractedAt !== null) return null;
  const quarantine =
    now.quarantine === null ? null : { ...now.quarantine, status: 'rejected' as const };
  return { ...now, retractedAt: at, retraction: why, quarantine, version: now.version + 1 };
}

function put<Kind extends JournaledKind>(
  { before, now }: TouchedOf<Kind>,
  into: JournaledRecords[Kind][],
  retracted: (now: JournaledRecords[Kind]) => JournaledRecords[Kind] | null,
): void {
  const next = before ?? (now === null ? null : retracted(now));
  if (next !== null) into.push(next);
}

function putOrTake<Kind extends RemovableKind>(
  { kind, id, before }: TouchedOf<Kind>,
  into: JournaledRecords[Kind][],
  removed: RemovedRecord[],
): void {
  if (before === null) removed.push({ kind, id });
  else into.push(before);
}

function revertEdge(
  { before, now }: TouchedOf<'edge'>,
  draft: { edges: Edge[]; removedEdges: Edge[] },
): void {
  if (before !== null) draft.edges.push(before);
  else if (now !== null) draft.removedEdges.push(now);
}
