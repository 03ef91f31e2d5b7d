import { z } from 'zod';
import { isDeepStrictEqual } from 'node:util';
import {
  EMPTY_CHANGE,
  type Change,
  type RemovableKind,
  type RemovedRecord,
} from '../../domain/change.js';
import type { Edge } from '../../domain/graph.js';
import type { Memory } from '../../domain/memory.js';
import {
  UNDONE,
  type ChangeRecord,
  type JournaledKind,
  type JournaledRecords,
  type Touched,
  type TouchedOf,
  JOURNALED_KINDS,
} from '../../domain/reversal.js';
import { isoSecond, type Instant } from '../../domain/time.js';
import { TimeSlice } from '../../domain/pace.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const clashShape = z.strictObject({
  kind: z.enum(JOURNALED_KINDS),
  id: z.string(),
  /** Later changes that touched it. */
  later: z.array(z.number()),
});
/** A record that is no longer as the change left it. */
export interface Clash extends Of<typeof clashShape> {}
export const Clash: SchemaOf<Clash, typeof clashShape> = clashShape;

export type Inverse = Pick<
  Change,
  | 'memories'
  | 'entities'
  | 'contexts'
  | 'sessions'
  | 'goals'
  | 'votes'
  | 'conflicts'
  | 'learned'
  | 'edges'
  | 'removedEdges'
  | 'removed'
  | 'settings'
>;

export interface Inversion {
  readonly change: Inverse;
  readonly clashes: readonly Clash[];
}

type Draft = {
  -readonly [Part in keyof Inverse]: Inverse[Part] extends readonly (infer T)[]
    ? T[]
    : Inverse[Part];
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
