import { closingStream } from '@mneme/core/domain/streams.js';
import type { BankName, MemoryId } from '@mneme/core/domain/ids.js';
import {
  PORTABLE_TYPES,
  type BankExport,
  type PortableBank,
  type PortableRecord,
  type PortableType,
} from '@mneme/core/domain/import-export.js';
import type { JournaledKind } from '@mneme/core/domain/reversal.js';
import type { Removable } from '@mneme/core/adapters/store/named-again.js';
import {
  columnsOf,
  conflictFields,
  edgeFields,
  entityFields,
  imageFields,
  learnedFields,
  memoryFields,
  PORTABLE_VERSION,
} from '@mneme/core/adapters/store/portable-fields.js';
import type { Connection } from './connection.js';
import { codeFrom } from './derived-rows.js';
import { imageOf } from './journaled-records.js';
import { bankRow, settingsOf, type BankRow } from './read.js';
import { parsed, recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { readUsage } from '@mneme/core/adapters/store/sql/usage.js';
import { runQuery } from './run-query.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a row of any of the tables has of these is what its columns were asked for. */
interface Row extends RawRow {
  readonly kind: JournaledKind;
  readonly sequence: number;
  readonly taken: number;
  readonly changed: number;
  readonly image: string | null;
  readonly memory: string;
  readonly key: string;
  readonly claim: string;
  readonly session: string;
  readonly changed_at: number;
  readonly data: string;
}

/** Records read at once. */
const PAGE = 200;

/** How one type of record is told: what is read, in which order, and what becomes of a row. */
interface Telling {
  readonly from: string;
  readonly columns: string;
  readonly order: string;
  readonly fields: (row: Row) => Fields;
}

const RECORD = 'id, num, created, record';
const record = (from: string, fields: (row: RawRow) => Fields, order = 'num'): Telling => ({
  from,
  columns: RECORD,
  order,
  fields: (row) => ({ created: row.created, ...fields(row) }),
});
const asTold = (from: string, columns: string, order: string): Telling => ({
  from,
  columns,
  order,
  fields: (row) => ({ ...row }),
});

const TOLD: Readonly<Record<Exclude<PortableType, 'memory'>, Telling>> = {
  change: asTold('journal', 'sequence, at, verb, actor, reason, reverts', 'sequence'),
  session: record('session', (row) => ({ ...recordOf('session', row) }), 'created, id'),
  context: record('context', (row) => ({ ...recordOf('context', row) }), 'created, id'),
  entity: record('entity', (row) => entityFields(recordOf('entity', row))),
  goal: record('goal', (row) => ({ ...recordOf('goal', row) })),
  claim: {
    ...asTold('claim', 'key, memory, claim', 'key, memory, claim'),
    fields: ({ key, memory, claim }) => ({
      key,
      memory,
      claim: parsed(`a claim of ${memory}`, claim),
    }),
  },
  edge: record('edge', (row) => edgeFields(recordOf('edge', row))),
  conflict: record('conflict', (row) => conflictFields(recordOf('conflict', row))),
  vote: record('vote', (row) => ({ ...recordOf('vote', row) })),
  learned: {
    from: 'learned',
    columns: `${RECORD}, changed`,
    order: 'num',
    fields: (row) => ({
      created: row.created,
      changed: row.changed,
      ...learnedFields(recordOf('learned', row)),
    }),
  },
  before: {
    ...asTold('journal_before', 'sequence, kind, id, image', 'sequence, kind, id'),
    fields: ({ sequence, kind, id, image }) => ({
      sequence,
      kind,
      id,
      image: imageFields(
        kind,
        kind === 'bank' ? imageOfSettings(image) : imageOf(kind, { id, image }),
      ),
    }),
  },
  removed: {
    ...asTold('removed', `kind, taken, ${RECORD}`, 'kind, id, taken'),
    fields: (row) => {
      const kind = row.kind as Removable;
      const { id, taken, created } = row;
      return { kind, id, taken, created, row: columnsOf(kind, { ...recordOf(kind, row) }) };
    },
  },
  workingMemory: {
    ...asTold('working_memory', 'session, changed_at, data', 'session'),
    fields: ({ session, changed_at: changedAt, data }) => ({
      session,
      changedAt,
      data: parsed(`working memory of ${session}`, data),
    }),
  },
  sealed: asTold('vault', 'token, kind, print, sealed', 'token'),
  recall: {
    ...asTold('recall_log', 'id, record', 'num'),
    fields: ({ id, record: told }) => ({ ...(parsed(`recall ${id}`, told) as Fields) }),
  },
};

/** What was never set stays unset. */
function imageOfSettings(image: string | null): unknown {
  return image === null ? null : parsed('settings as they were', image);
}

/** Tells a bank as it is at this moment, while others write: one transaction holds the snapshot until the end. */
export async function exportBank(connection: Connection, name: BankName): Promise<BankExport> {
  const snapshot = await connection.openSnapshot();
  try {
    const { session } = snapshot;
    const bank = await bankRow(session, name);
    await session.enter(bank.num);
    const counts = {} as Record<PortableType, number>;
    for (const type of PORTABLE_TYPES) counts[type] = await countOf(session, type, bank.num);
    return {
      bank: portableBank(bank),
      fileVersion: PORTABLE_VERSION,
      counts,
      records: closingStream(recordsOf(session, bank.num), snapshot.close),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

function portableBank(bank: BankRow): PortableBank {
  return {
    name: bank.name,
    createdAt: bank.created_at,
    encoder: bank.encoder,
    sequence: bank.sequence,
    settings: settingsOf(bank) as PortableBank['settings'],
  };
}

async function countOf(session: Session, type: PortableType, bank: number): Promise<number> {
  const from = type === 'memory' ? 'memory' : TOLD[type].from;
  const row = await session.first<{ n: number }>(
    `SELECT count(*) AS n FROM ${from} WHERE bank = $1`,
    [bank],
  );
  return row?.n ?? 0;
}

async function* recordsOf(session: Session, bank: number): BankExport['records'] {
  for (const type of PORTABLE_TYPES) {
    const pages =
      type === 'memory' ? memoryPages(session, bank) : pagesOf(session, bank, TOLD[type]);
    for await (const page of pages)
      yield page.map((fields) => ({ type, ...fields }) as PortableRecord);
  }
}

/** By a cursor of the server: however much there is, a page of it is held. */
async function* pagesOf(
  session: Session,
  bank: number,
  { from, columns, order, fields }: Telling,
): AsyncGenerator<Fields[], void, undefined> {
  for await (const rows of cursor<Row>(
    session,
    `SELECT ${columns} FROM ${from} WHERE bank = ${bank} ORDER BY ${order}`,
  ))
    yield rows.map(fields);
}

async function* cursor<R>(
  session: Session,
  sql: string,
): AsyncGenerator<readonly R[], void, undefined> {
  await session.script(`DECLARE told NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const rows = await session.unprepared<R>(`FETCH ${PAGE} FROM told`);
    if (rows.length === 0) break;
    yield rows;
  }
  await session.script('CLOSE told');
}

interface MemorySource extends RawRow {
  readonly terms: string | null;
  readonly traits: number;
}

async function* memoryPages(
  session: Session,
  bank: number,
): AsyncGenerator<Fields[], void, undefined> {
  const sql = `SELECT ${RECORD}, terms, traits FROM memory WHERE bank = ${bank} ORDER BY num`;
  for await (const rows of cursor<MemorySource>(session, sql)) {
    const ids = rows.map(({ id }) => id as MemoryId);
    const usage = await runQuery(session, readUsage(bank, ids));
    const vectors = await session.all<{
      memory: number;
      space: string;
      encoder: string;
      vector: Uint8Array;
    }>(
      'SELECT memory, space, encoder, vector FROM embedding WHERE bank = $1 AND memory = ANY($2::bigint[]) ORDER BY memory, space COLLATE "C", encoder COLLATE "C"',
      [bank, rows.map(({ num }) => num)],
    );
    yield rows.map((row) => ({
      created: row.created,
      ...memoryFields(recordOf('memory', row), {
        terms: row.terms,
        traits: row.traits,
        vectors: vectors
          .filter(({ memory }) => memory === row.num)
          .map(({ space, encoder, vector }) => ({ space, encoder, code: codeFrom(vector) })),
        usage: usage.get(row.id as MemoryId) ?? null,
      }),
    }));
  }
}
