import { withDefaults } from '../../../domain/bank.js';
import {
  type ChangeRecord,
  JOURNALED_KINDS,
  type JournaledKind,
  type JournaledRecords,
  type JournalEntry,
  type LoggedChange,
  type Touched,
  type Verb,
} from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type { ResultId } from '../../../domain/feedback.js';
import type { Edge } from '../../../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../../../domain/ids.js';
import type { Instant } from '../../../domain/time.js';
import type { JournalQuery, Page } from '../../../ports/store.js';
import {
  Conditions,
  edgeId,
  find,
  placed,
  type Query,
  raw,
  RECORD_KINDS,
  type RecordKind,
  rows,
} from './query.js';
import { type BankRow, type Dialect, pageOf, parseCursor, type StoredImage } from './dialect.js';

/** The row of a change in the journal. */
interface JournalRow {
  readonly sequence: number;
  readonly at: number;
  readonly verb: string;
  readonly actor: string;
  readonly reason: string;
  readonly reverts: number | null;
}

const LINE = 'SELECT sequence, at, verb, actor, reason, reverts FROM journal WHERE';

/** The journal rows that match a query, latest first. */
function findLines(
  bank: number,
  { sequences, before, from, to, verbs, memory }: JournalQuery,
  limit: number,
): Query<readonly JournalRow[]> {
  const { sql, values } = new Conditions()
    .require('bank = ?', bank)
    .require('sequence IN ?', sequences)
    .require('sequence < ?', before)
    .require('at >= ?', from)
    .require('at < ?', to)
    .require('verb IN ?', verbs)
    .require(
      `sequence IN (SELECT created FROM memory WHERE bank = ? AND id = ?
         UNION ALL SELECT sequence FROM journal_before b WHERE {ofBank} AND b.{kind} = 'memory' AND b.id = ?)`,
      ...[bank, memory, bank, memory],
    );
  const asked = `${LINE} ${sql} ORDER BY sequence DESC LIMIT ?`;
  return rows('journal', bank, asked, ...values, limit);
}

/** Changes after the one with this number, in order. */
export function* journalSince(
  dialect: Dialect,
  bank: BankRow,
  sequence: number,
  limit: number,
): Query<JournalEntry[]> {
  // Called before every recall, and usually there is nothing new.
  if (bank.sequence <= sequence) return [];
  const asked = `${LINE} bank = ? AND sequence > ? ORDER BY sequence LIMIT ?`;
  const lines = yield* rows<JournalRow>('journal', bank.num, asked, bank.num, sequence, limit);
  return yield* entriesOf(dialect, bank, lines);
}

interface Put {
  readonly kind: string;
  readonly sequence: number;
  readonly ids: string;
}

const NAMED = ['memory', 'entity', 'vote'] as const;
/** Ids by change, joined by spaces: created ones first, in recording order; then replaced ones. */
const PUT = `SELECT kind, sequence, string_agg(id, ' ' ORDER BY later, num, id) AS ids FROM (${[
  ...NAMED.map(
    (kind) =>
      `SELECT '${kind}' AS kind, created AS sequence, id, num, 0 AS later FROM ${kind} WHERE {unindexed}bank = ? AND created IN ?`,
  ),
  `SELECT b.{kind}, b.sequence, b.id, 0, 1 FROM journal_before b WHERE {ofBank} AND b.sequence IN ? AND b.{kind} IN ('${NAMED.join("', '")}')`,
].join(' UNION ALL ')}) AS p GROUP BY kind, sequence`;

function* entriesOf(
  dialect: Dialect,
  bank: BankRow,
  lines: readonly JournalRow[],
): Query<JournalEntry[]> {
  if (lines.length === 0) return [];
  const sequences = lines.map(({ sequence }) => sequence);
  const puts = yield* raw<Put>(PUT, ...[...NAMED, null].flatMap(() => [bank.num, sequences]));
  const named = new Map(puts.map(({ kind, sequence, ids }) => [`${kind} ${sequence}`, ids]));
  const idsOf = (kind: string, sequence: number): string[] =>
    named.get(`${kind} ${sequence}`)?.split(' ') ?? [];
  const edges = yield* edgesOf(dialect, bank.num, sequences);
  return lines.map(({ sequence, at, verb, actor, reason }) => ({
    sequence,
    bank: bank.name as BankName,
    at,
    verb: verb as Verb,
    actor,
    reason,
    memories: idsOf('memory', sequence) as MemoryId[],
    entities: idsOf('entity', sequence) as EntityId[],
    votes: idsOf('vote', sequence) as ResultId[],
    edges: listed(edges.put, sequence),
    removedEdges: listed(edges.removed, sequence),
  }));
}

function listed<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}

interface ImageRow extends StoredImage {
  readonly sequence: number;
}

/**
 * Edges that the changes created or replaced, and those they removed; the journal has only the previous state of the
 * latter two.
 */
function* edgesOf(
  { past }: Dialect,
  bank: number,
  sequences: readonly number[],
): Query<{ readonly put: Map<number, Edge[]>; readonly removed: Map<number, Edge[]> }> {
  const [put, removed] = [new Map<number, Edge[]>(), new Map<number, Edge[]>()];
  const founded = yield* placed(
    'edge',
    bank,
    'edge WHERE {unindexed}bank = ? AND created IN ? ORDER BY num',
    ...[bank, sequences],
  );
  for (const { created, record } of founded) if (record !== null) listed(put, created).push(record);
  const images = yield* raw<ImageRow>(
    `SELECT b.sequence, b.id, b.image FROM journal_before b
     WHERE {ofBank} AND b.sequence IN ? AND b.{kind} = 'edge' ORDER BY b.id`,
    ...[bank, sequences],
  );
  const present = yield* presentOf('edge', bank, images);
  for (const image of images) {
    const now = present.get(image.id);
    if (now === undefined) {
      const gone = past.ofImage(bank, 'edge', image);
      if (gone !== null && gone !== undefined) listed(removed, image.sequence).push(gone);
    } else if (now !== null) listed(put, image.sequence).push(now);
  }
  return { put, removed };
}

/** The current records by id; null for unreadable ones. */
function* presentOf<Kind extends RecordKind>(
  kind: Kind,
  bank: number,
  named: readonly { readonly id: string }[],
): Query<ReadonlyMap<string, JournaledRecords[Kind] | null>> {
  const found = yield* find(bank, new Map([[kind, new Set(named.map(({ id }) => id))]]));
  return new Map(found.map(({ id, record }) => [id, record as JournaledRecords[Kind] | null]));
}

export function* findChanges(
  dialect: Dialect,
  bank: BankRow,
  query: JournalQuery,
  limit: number,
): Query<LoggedChange[]> {
  const lines = yield* findLines(bank.num, query, limit);
  const entries = yield* entriesOf(dialect, bank, lines);
  const undoing = yield* raw<{ reverts: number; by: number }>(
    'SELECT reverts, max(sequence) AS "by" FROM journal WHERE {unindexed}bank = ? AND reverts IN ? GROUP BY reverts',
    ...[bank.num, lines.map(({ sequence }) => sequence)],
  );
  const undoneBy = new Map(undoing.map(({ reverts, by }) => [reverts, by]));
  return entries.map((entry, at) => ({
    ...entry,
    reverts: lines[at]?.reverts ?? null,
    revertedBy: undoneBy.get(entry.sequence) ?? null,
  }));
}

const nameOf = (kind: RecordKind): string => (kind === 'edge' ? '{edgeName}' : 'id');
const placeOf = (kind: RecordKind): string =>
  kind === 'session' || kind === 'context' ? '0' : 'num';

/** Records that the change created, replaced or removed, including those removed since. */
const TOUCHED = [
  ...RECORD_KINDS.map(
    (kind) =>
      `SELECT '${kind}' AS kind, ${nameOf(kind)} AS id, 0 AS later, ${placeOf(kind)} AS num FROM ${kind} WHERE {unindexed}bank = ? AND created = ?`,
  ),
  'SELECT {kind}, id, 1, 0 FROM removed WHERE {unindexed}bank = ? AND created = ?',
  'SELECT b.{kind}, b.id, 2, 0 FROM journal_before b WHERE {ofBank} AND b.sequence = ?',
].join(' UNION ALL ');

export function* readChangeRecord(
  dialect: Dialect,
  bank: BankRow,
  sequence: number,
): Query<ChangeRecord | null> {
  const [change] = yield* findChanges(dialect, bank, { sequences: [sequence] }, 1);
  if (change === undefined) return null;
  const marks = yield* raw<{ kind: JournaledKind; id: string }>(
    `SELECT kind, id FROM (${TOUCHED}) AS t GROUP BY kind, id ORDER BY min(later), min(num), id`,
    ...[...RECORD_KINDS, 1, 2].flatMap(() => [bank.num, sequence]),
  );
  const touched: Touched[] = [];
  for (const kind of JOURNALED_KINDS) {
    const ids = marks.filter((mark) => mark.kind === kind).map(({ id }) => id);
    if (ids.length > 0)
      touched.push(...(yield* touchedRecords(dialect, bank, kind, ids, sequence)));
  }
  return { change, touched };
}

function* touchedRecords(
  dialect: Dialect,
  bank: BankRow,
  kind: JournaledKind,
  ids: readonly string[],
  sequence: number,
): Query<Touched[]> {
  const images = yield* raw<ImageRow>(
    `SELECT b.sequence, b.id, b.image FROM journal_before b
     WHERE {ofBank} AND b.{kind} = ? AND b.id IN ? AND b.sequence >= ? ORDER BY b.sequence`,
    ...[bank.num, kind, ids, sequence],
  );
  const own = new Map<string, ImageRow[]>();
  for (const image of images) listed(own, image.id).push(image);
  const now = yield* recordsNow(bank, kind, ids);
  const told = (image: ImageRow) => {
    const state = dialect.past.ofImage(bank.num, kind, image);
    if (state === undefined) throw unreadable(`what ${kind} ${image.id} was before`);
    return state;
  };
  return ids.map((id) => {
    const [first, ...rest] = own.get(id) ?? [];
    const later = first?.sequence === sequence ? rest : (own.get(id) ?? []);
    const [next] = later;
    const before = first?.sequence === sequence ? told(first) : null;
    const after = next === undefined ? now(id) : told(next);
    // `kind` and the three states correspond; the compiler cannot verify that.
    return {
      kind,
      id: namedOf(kind, id, [before, after, now(id)]),
      before,
      after,
      now: now(id),
      later: later.map((image) => image.sequence),
    } as Touched;
  });
}

/** The table may shorten the id of an edge with a long label. */
function namedOf(kind: JournaledKind, id: string, states: readonly unknown[]): string {
  const known = kind === 'edge' ? states.find((state) => state !== null) : undefined;
  return known === undefined ? id : edgeId(known as Edge);
}

function* recordsNow(
  bank: BankRow,
  kind: JournaledKind,
  ids: readonly string[],
): Query<(id: string) => JournaledRecords[JournaledKind] | null> {
  if (kind === 'bank') return () => withDefaults(bank.settings);
  const present = yield* presentOf(
    kind,
    bank.num,
    ids.map((id) => ({ id })),
  );
  return (id) => {
    const record = present.get(id);
    if (record === null) throw unreadable(`${kind} ${id}`);
    return record ?? null;
  };
}

export function unreadable(what: string): MnemeError {
  return new MnemeError('corrupt', `The file is damaged: ${what} cannot be read.`, {
    hint: '`mneme doctor` names all that cannot be read; --rebuild mends it, or sets it aside.',
  });
}

/** Memories put or replaced by changes between two moments, in recording order. */
export function* findTouchedMemories(
  bank: number,
  [from, to]: readonly [Instant, Instant],
  limit: number,
  after?: string,
): Query<Page<MemoryId>> {
  const found = yield* rows<{ num: number; id: MemoryId }>(
    'memory',
    bank,
    `WITH changes AS (SELECT sequence FROM journal WHERE bank = ? AND at > ? AND at <= ?)
     SELECT m.num, m.id FROM memory m WHERE m.bank = ? AND m.num > ? AND (
       m.created IN (SELECT sequence FROM changes)
       OR m.id IN (SELECT b.id FROM changes c JOIN journal_before b ON b.sequence = c.sequence WHERE {ofBank} AND b.{kind} = 'memory'))
     ORDER BY m.num LIMIT ?`,
    ...[bank, from, to, bank, parseCursor(after), bank, limit + 1],
  );
  return pageOf(found, limit, ({ id }) => id);
}
