import { dropSnapshot } from './derived.js';
import type { Dialect } from './dialect.js';
import { find, put, type Query, raw, run } from './query.js';
import { removedRows } from './read.js';
import type { Need } from '../../../domain/feedback.js';
import type { Erasure } from '../../../domain/forgetting-and-merging.js';
import type { Context, Edge } from '../../../domain/graph.js';
import type { MemoryId } from '../../../domain/ids.js';
import { NameMatcher } from '../../../domain/name-matcher.js';

/**
 * Within the running transaction: removes records from every table, and names from every text, including the journal.
 */
export function* eraseAll(dialect: Dialect, bank: number, erasure: Erasure): Query<void> {
  const { memories, entities, learned } = erasure;
  const gone: string[] = [...memories, ...entities, ...learned];
  const left = yield* raw<{ context: string | null; session: string | null }>(
    'SELECT DISTINCT context, session FROM memory WHERE bank = ? AND id IN ?',
    ...[bank, memories],
  );
  // The reason for changing or retracting a record may quote it.
  yield* run(
    `UPDATE journal SET reason = '' WHERE bank = ? AND (
       sequence IN (SELECT b.sequence FROM journal_before b WHERE {ofBank} AND b.id IN ?)
       OR sequence IN (SELECT created FROM learned WHERE bank = ? AND id IN ?))`,
    ...[bank, bank, gone, bank, gone],
  );
  yield* dropMemories(dialect, bank, memories);
  for (const [table, columns] of LINKED)
    yield* run(
      `DELETE FROM ${table} WHERE bank = ? AND (${columns.map((column) => `${column} IN ?`).join(' OR ')})`,
      ...[bank, ...columns.map(() => gone)],
    );
  yield* rename(bank, erasure);
  yield* forgetPast(bank, ['memory'], erasure.past ?? []);
  yield* run('DELETE FROM journal_before AS b WHERE {ofBank} AND b.id IN ?', bank, gone);
  yield* run('DELETE FROM vault WHERE bank = ? AND token IN ?', bank, erasure.tokens);
  // Recorded queries contain scattered stems of names: usage data that may be lost.
  yield* run('DELETE FROM recall_log WHERE bank = ?', bank);
  for (const kind of ['context', 'session'] as const)
    yield* dropEmpty(bank, kind, [...new Set(left.flatMap((row) => row[kind] ?? []))]);
  yield* eraseRemovedEntities(dialect, bank, new Set(gone));
  yield* dropSnapshot(bank);
  yield { way: 'sweep', bank, erasure };
  yield* run(
    `INSERT INTO unfinished_erasure (bank, sequence, since)
     SELECT bank, sequence, at FROM journal WHERE bank = ? ORDER BY sequence DESC LIMIT 1
     ON CONFLICT (bank) DO UPDATE SET sequence = excluded.sequence, since = excluded.since`,
    bank,
  );
}

/** Tables whose rows are erased when one of these columns refers to an erased record. */
const LINKED: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['entity', ['id']],
  ['learned', ['id']],
  ['edge', ['source', 'target', 'evidence']],
  ['vote', ['memory']],
  ['conflict', ['older', 'newer']],
];

/** To be called before anything is put: removes what was derived from texts that change. */
export function* dropDerived(bank: number, rewritten: readonly MemoryId[]): Query<void> {
  yield* run(
    `DELETE FROM embedding WHERE space <> 'multimodal'
     AND ({usageKey}) IN (SELECT {usageOwner} FROM memory m WHERE m.bank = ? AND m.id IN ?)`,
    ...[bank, rewritten],
  );
  yield* run('DELETE FROM claim WHERE bank = ? AND memory IN ?', bank, rewritten);
}

function* dropMemories(
  { forgetWords }: Dialect,
  bank: number,
  memories: readonly MemoryId[],
): Query<void> {
  if (forgetWords !== undefined) yield* run(`${forgetWords} bank = ? AND id IN ?`, bank, memories);
  for (const table of ['embedding', 'usage'])
    yield* run(
      `DELETE FROM ${table} WHERE ({usageKey}) IN (SELECT {usageOwner} FROM memory m WHERE m.bank = ? AND m.id IN ?)`,
      ...[bank, memories],
    );
  yield* run('DELETE FROM memory WHERE bank = ? AND id IN ?', bank, memories);
  yield* run('DELETE FROM claim WHERE bank = ? AND memory IN ?', bank, memories);
}

/** Renames contexts whose names contained erased words, also in the journal. */
function* rename(bank: number, { contexts, renamed }: Erasure): Query<void> {
  const names = new Map<string, string>(contexts.map(({ id, name }) => [id, name]));
  const there = yield* find(bank, new Map([['context', new Set(names.keys())]]));
  const renames = there.flatMap((row) => {
    const name = names.get(row.id);
    return row.record === null || name === undefined
      ? []
      : [{ ...row, record: { ...(row.record as Context), name } }];
  });
  yield* put(bank, 'context', renames, 0);
  yield* forgetPast(bank, ['entity', 'context'], [...renamed, ...names.keys()]);
}

/** Removes contexts or sessions that only had erased memories, with their edges and history. */
function* dropEmpty(
  bank: number,
  kind: 'context' | 'session',
  ids: readonly string[],
): Query<void> {
  const borne = yield* raw<{ id: string }>(
    `SELECT DISTINCT ${kind} AS id FROM memory WHERE bank = ? AND ${kind} IN ?`,
    ...[bank, ids],
  );
  const stays = new Set(borne.map(({ id }) => id));
  const empty = ids.filter((id) => !stays.has(id));
  if (empty.length === 0) return;
  yield* run(`DELETE FROM ${kind} WHERE bank = ? AND id IN ?`, bank, empty);
  yield* run(
    'DELETE FROM edge WHERE bank = ? AND (source IN ? OR target IN ?)',
    ...[bank, empty, empty],
  );
  if (kind === 'session')
    yield* run('DELETE FROM working_memory WHERE bank = ? AND session IN ?', bank, empty);
  yield* forgetPast(bank, [kind], empty);
}

/** Erases entities that an undo had removed and that only erased memories mentioned, as their removed edges show. */
function* eraseRemovedEntities(
  dialect: Dialect,
  bank: number,
  gone: ReadonlySet<string>,
): Query<void> {
  const touched = new Set<string>();
  const borneOut = new Set<string>();
  for (const { record } of yield* removedRows(dialect, bank, `AND r.{kind} = 'edge'`)) {
    const { from, to, evidence } = record as Edge;
    const goes = [from, to, evidence].some((id) => gone.has(id ?? ''));
    for (const end of [from, to]) (goes ? touched : borneOut).add(end);
  }
  const entities = [...touched].filter((id) => id.startsWith('e_') && !borneOut.has(id));
  if (entities.length === 0) return;
  const named = yield* raw<{ id: string }>(
    `SELECT source AS id FROM edge WHERE bank = ? AND source IN ?
     UNION SELECT target FROM edge WHERE bank = ? AND target IN ?`,
    ...[bank, entities, bank, entities],
  );
  const stays = new Set(named.map(({ id }) => id));
  yield* forgetPast(
    bank,
    ['entity'],
    entities.filter((id) => !stays.has(id)),
  );
}

function* forgetPast(bank: number, kinds: readonly string[], ids: readonly string[]): Query<void> {
  yield* run(
    'DELETE FROM journal_before AS b WHERE {ofBank} AND b.{kind} IN ? AND b.id IN ?',
    ...[bank, kinds, ids],
  );
  yield* run('DELETE FROM removed WHERE bank = ? AND {kind} IN ? AND id IN ?', bank, kinds, ids);
}

const ID = /(?<![a-z0-9])[a-z]_[0-9a-z]{13}(?![a-z0-9])/g;

/** What an erasure removes from the remaining texts and records. */
export class Redaction {
  /** Ids of the erased records. */
  readonly gone: ReadonlySet<string>;
  readonly #matcher: NameMatcher;
  readonly #stems: ReadonlySet<string>;

  constructor({ memories, entities, learned, names, stems }: Erasure) {
    this.gone = new Set<string>([...memories, ...entities, ...learned]);
    this.#matcher = new NameMatcher(names);
    this.#stems = new Set(stems);
  }

  /** The value with the names removed; the same value if it contains none. */
  of<T>(value: T): T {
    return this.#matcher.redactAll(value);
  }

  /** Whether a note names the person or refers to an erased record. */
  isTold(note: unknown): boolean {
    if (this.of(note) !== note) return true;
    return this.names(JSON.stringify(note));
  }

  /** Whether a text contains the id of an erased record. */
  names(text: unknown): boolean {
    return typeof text === 'string' && (text.match(ID) ?? []).some((id) => this.gone.has(id));
  }

  /** Whether an image of an edge, a vote or a conflict refers to an erased record. */
  tellsOfGone(image: unknown): boolean {
    if (typeof image !== 'object' || image === null) return false;
    const record = image as Readonly<Record<string, unknown>>;
    return ['id', 'from', 'to', 'source', 'target', 'evidence', 'memory', 'older', 'newer'].some(
      (end) => this.gone.has(String(record[end])),
    );
  }

  /** The search terms of a vote, without the stems of the erased name. */
  withoutStems(need: Need): Need {
    const kept = (stems: readonly string[]): readonly string[] =>
      Array.isArray(stems) ? stems.filter((stem) => !this.#stems.has(stem)) : stems;
    return { ...need, terms: kept(need.terms), names: kept(need.names) };
  }
}
