import type { Change, RemovedRecord } from '@mneme/core/domain/change.js';
import type { Vote } from '@mneme/core/domain/feedback.js';
import { namedAgain, type Removable } from '@mneme/core/adapters/store/named-again.js';
import type { ChangeDraft } from './change-draft.js';
import { recordOf, rowOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { keyOf, type RecordKind } from './stored-tables.js';

/** Records that the change puts, or names, and that may have been taken away before. */
export function* namedKeys(change: Change): Generator<readonly [Removable, string]> {
  for (const [kind, id] of namedAgain(change)) yield [kind, keyOf(id)];
}

interface Kept extends RawRow {
  readonly kind: Removable;
  readonly taken: number;
}

/** Rows that were taken away and that the change puts, or names, again: as they were, in their old place in every order. */
export async function bringBackAll(draft: ChangeDraft, change: Change): Promise<void> {
  const missing = [...namedKeys(change)].filter(([kind, id]) => draft.row(kind, id) === undefined);
  if (missing.length === 0) return;
  // The row that the undone change took away comes first, then the latest.
  const kept = await draft.session.all<Kept>(
    `SELECT DISTINCT ON (r.kind, r.id) r.* FROM removed r
     JOIN (SELECT * FROM unnest($2::text[], $3::text[])) AS w (kind, id) ON w.kind = r.kind AND w.id = r.id
     WHERE r.bank = $1 ORDER BY r.kind, r.id, (r.taken = $4) DESC, r.taken DESC`,
    [draft.bank, missing.map(([kind]) => kind), missing.map(([, id]) => id), change.reverts],
  );
  for (const row of kept) {
    draft.keep(row.kind, row.id, null);
    draft.place(row.kind, rowOf(row.kind, row));
    await draft.session.run(
      'DELETE FROM removed WHERE bank = $1 AND kind = $2 AND id = $3 AND taken = $4',
      [draft.bank, row.kind, row.id, row.taken],
    );
  }
}

const BY_EDGE =
  'EXISTS (SELECT 1 FROM edge e WHERE e.bank = $1 AND e.source = w.id) OR EXISTS (SELECT 1 FROM edge e WHERE e.bank = $1 AND e.target = w.id)';

/** Whether the memory `m` is what an undone change had put, as far as that stands. */
export const IS_UNDONE =
  '(m.undone AND EXISTS (SELECT 1 FROM journal j WHERE j.bank = m.bank AND j.reverts = m.created))';

/** Whether anything but what is already undone still names a shared record; each memory of a context has a link to it. */
const NAMED: Readonly<Record<RemovedRecord['kind'], string>> = {
  entity: BY_EDGE,
  context: BY_EDGE,
  session: `EXISTS (SELECT 1 FROM memory m WHERE m.bank = $1 AND m.session = w.id AND NOT ${IS_UNDONE})`,
  vote: 'false',
  conflict: 'false',
};

/** Takes records away, whole; an entity, context or session stays while anything else names it. */
export async function takeAway(
  draft: ChangeDraft,
  removed: readonly RemovedRecord[],
): Promise<void> {
  for (const kind of Object.keys(NAMED) as RemovedRecord['kind'][]) {
    const ids = removed.filter((each) => each.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const free = await draft.session.all<{ id: string }>(
      `SELECT w.id FROM unnest($2::text[]) AS w (id) WHERE NOT (${NAMED[kind]}) AND $1::integer IS NOT NULL`,
      [draft.bank, ids],
    );
    for (const { id } of free) {
      const row = draft.row(kind, id);
      if (row === undefined) continue;
      draft.keep(kind, id, row.record);
      draft.takenAway(kind, id, row);
      draft.drop(kind, id);
    }
  }
}

/** Votes that are gone from the bank, as they were last. */
export async function removedVotes(session: Session, bank: number): Promise<Vote[]> {
  const rows = await session.all<RawRow>(
    `SELECT DISTINCT ON (r.id) r.id, r.record FROM removed r WHERE r.bank = $1 AND r.kind = 'vote'
     AND NOT EXISTS (SELECT 1 FROM vote v WHERE v.bank = r.bank AND v.id = r.id) ORDER BY r.id, r.taken DESC`,
    [bank],
  );
  return rows.map((row) => recordOf('vote' satisfies RecordKind, row));
}
