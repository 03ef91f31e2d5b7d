import type { Embedding, Reading } from '@mneme/core/domain/change.js';
import type { RecallRecord } from '@mneme/core/domain/feedback.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Accesses } from '@mneme/core/domain/memory.js';
import type { Json, PortableRecord, PortableType } from '@mneme/core/domain/import-export.js';
import type { SealedValue } from '@mneme/core/domain/privacy.js';
import type { StoredClaim } from '@mneme/core/domain/conflict.js';
import type { JournaledKind } from '@mneme/core/domain/reversal.js';
import type { FitsSpace } from '@mneme/core/ports/store.js';
import type { Removable } from '@mneme/core/adapters/store/named-again.js';
import {
  edgeFrom,
  entityFrom,
  fromColumns,
  imageFrom,
  memoryFrom,
  vectorsFrom,
} from '@mneme/core/adapters/store/portable-fields.js';
import { putClaims } from './claims.js';
import { putEmbeddings, putReadings } from './derived-rows.js';
import { writeRecalls } from '@mneme/core/adapters/store/sql/recalls.js';
import { RECALLS } from './dialect.js';
import { runQuery } from './run-query.js';
import { assertFits, keyOfPortable, Refused } from './portable-record.js';
import type { PgValue } from './postgres-database.js';
import type { BankRow } from './read.js';
import { putRows } from './rows.js';
import type { Session } from './session.js';
import { keyOf, RECORD_KINDS, type RecordKind, type StoredRow } from './stored-tables.js';
import { putSealed } from './vault.js';

type Fields = Readonly<Record<string, Json>>;

/** A batch of an export's records on their way into a bank: each is taken or refused, and all that were taken are written at once. */
export class LoadedRecords {
  readonly #rows = new Map<RecordKind, (StoredRow & { readonly changed?: number })[]>();
  readonly #lines: Fields[] = [];
  readonly #claims: StoredClaim[] = [];
  readonly #readings: Reading[] = [];
  readonly #embeddings: Embedding[] = [];
  readonly #usage: (Accesses & { readonly memory: string })[] = [];
  readonly #images: Fields[] = [];
  readonly #removed: Fields[] = [];
  readonly #working: Fields[] = [];
  readonly #sealed: SealedValue[] = [];
  readonly #recalls: RecallRecord[] = [];
  #nums: number;

  constructor(
    private readonly bank: BankRow,
    private readonly fitsSpace: FitsSpace,
    /** What is there already, as kind and name. */
    private readonly there: Set<string>,
    private readonly lines: Set<number>,
  ) {
    this.#nums = bank.nums;
  }

  /** Throws {@link Refused}. */
  take(record: PortableRecord): void {
    const { type, ...fields } = record;
    assertFits(record, this.bank.sequence);
    const key = keyOfPortable(record);
    if (key !== null) this.#assertFree(`${key[0]} ${key[1]}`);
    this.#taken[type](fields);
    if (key !== null) this.there.add(`${key[0]} ${key[1]}`);
  }

  #assertFree(key: string): void {
    if (this.there.has(key)) throw new Refused('a record of that key is there already');
  }

  #row(kind: RecordKind, created: Json | undefined, record: unknown, changed?: Json): void {
    const row = { num: ++this.#nums, created: Number(created), record };
    const rows = this.#rows.get(kind) ?? [];
    rows.push(changed === undefined ? row : { ...row, changed: Number(changed) });
    this.#rows.set(kind, rows);
  }

  /** Sessions, contexts, goals and votes are told as they are. */
  #plain(kind: RecordKind): (fields: Fields) => void {
    return ({ created, ...record }) => this.#row(kind, created, record);
  }

  readonly #taken: Readonly<Record<PortableType, (fields: Fields) => void>> = {
    change: (fields) => {
      const sequence = Number(fields['sequence']);
      if (this.lines.has(sequence)) throw new Refused('a record of that key is there already');
      this.lines.add(sequence);
      this.#lines.push(fields);
    },
    session: this.#plain('session'),
    context: this.#plain('context'),
    goal: this.#plain('goal'),
    vote: this.#plain('vote'),
    entity: ({ created, ...fields }) => this.#row('entity', created, entityFrom(fields)),
    memory: (fields) => this.#memory(fields),
    claim: ({ key, memory, claim }) =>
      this.#claims.push({ key, memory, claim: JSON.stringify(claim) } as StoredClaim),
    edge: (fields) => this.#row('edge', fields['created'], edgeFrom(fields)),
    conflict: ({ created, record }) => this.#row('conflict', created, record),
    learned: ({ created, changed, record }) => this.#row('learned', created, record, changed),
    before: (fields) => this.#images.push(fields),
    removed: (fields) => this.#removed.push(fields),
    workingMemory: (fields) => this.#working.push(fields),
    sealed: (fields) => {
      const value = fields as unknown as SealedValue;
      this.#assertFree(`sealed ${value.token}`);
      this.there.add(`sealed ${value.token}`);
      this.#sealed.push(value);
    },
    recall: (fields) => this.#recalls.push(fields as unknown as RecallRecord),
  };

  #memory(fields: Fields): void {
    const record = memoryFrom(fields);
    const vectors = vectorsFrom(fields['vectors']);
    for (const { space, encoder, code } of vectors)
      if (!this.fitsSpace(space, encoder, code))
        throw new Refused(
          `vectors: ${code.length} bytes are nothing that ${encoder} makes for ${space}`,
        );
    this.#row('memory', fields['created'], record);
    const memory: MemoryId = record.id;
    const { terms, traits, usage } = fields;
    if (typeof terms === 'string')
      this.#readings.push({ memory, terms, traits: Number(traits ?? 0) });
    for (const { space, encoder, code } of vectors)
      this.#embeddings.push({ memory, space, encoder, vector: code });
    if (usage !== undefined && usage !== null)
      this.#usage.push({ memory, ...(usage as unknown as Accesses) });
  }

  async write(session: Session): Promise<void> {
    const { num, sequence } = this.bank;
    for (const kind of RECORD_KINDS)
      await putRows(session, num, kind, this.#rows.get(kind) ?? [], sequence);
    await session.run('UPDATE bank SET nums = $2 WHERE num = $1', [num, this.#nums]);
    await this.#writeJournal(session);
    await putClaims(session, num, this.#claims);
    await putReadings(session, num, this.#readings);
    await putEmbeddings(session, num, this.#embeddings);
    await putSealed(session, num, this.#sealed);
    if (this.#recalls.length > 0)
      await runQuery(session, writeRecalls(num, this.#recalls, Number.MAX_SAFE_INTEGER, RECALLS));
    await this.#writeNotes(session);
  }

  async #writeJournal(session: Session): Promise<void> {
    const list = (rows: readonly Fields[], field: string): PgValue =>
      rows.map((row) => (row[field] ?? null) as string | number | null);
    const { num } = this.bank;
    if (this.#lines.length > 0)
      await session.run(
        `INSERT INTO journal (bank, sequence, at, verb, actor, reason, reverts)
         SELECT $1::integer, t.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS t`,
        [
          num,
          ...['sequence', 'at', 'verb', 'actor', 'reason', 'reverts'].map((field) =>
            list(this.#lines, field),
          ),
        ],
      );
    if (this.#images.length > 0)
      await session.run(
        `INSERT INTO journal_before (bank, sequence, kind, id, image)
         SELECT $1::integer, t.* FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS t ON CONFLICT DO NOTHING`,
        [
          num,
          list(this.#images, 'sequence'),
          list(this.#images, 'kind'),
          this.#images.map(({ id }) => keyOf(String(id))),
          this.#images.map(({ kind, image }) => imageJson(kind as JournaledKind, image ?? null)),
        ],
      );
    if (this.#removed.length > 0)
      await session.run(
        `INSERT INTO removed (bank, kind, id, taken, num, created, record)
         SELECT $1::integer, t.* FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) AS t ON CONFLICT DO NOTHING`,
        [
          num,
          list(this.#removed, 'kind'),
          this.#removed.map(({ id }) => keyOf(String(id))),
          list(this.#removed, 'taken'),
          this.#removed.map(() => 0),
          list(this.#removed, 'created'),
          this.#removed.map(({ kind, row }) =>
            JSON.stringify(fromColumns(kind as Removable, row as Fields)),
          ),
        ],
      );
  }

  async #writeNotes(session: Session): Promise<void> {
    const { num } = this.bank;
    for (const { session: id, changedAt, data } of this.#working)
      await session.run(
        `INSERT INTO working_memory (bank, session, changed_at, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [num, String(id), Number(changedAt), JSON.stringify(data)],
      );
    for (const { memory, accessCount, lastAccessedAt } of this.#usage)
      await session.run(
        `INSERT INTO usage (bank, memory, access_count, last_accessed_at)
         SELECT bank, num, $3, $4 FROM memory WHERE bank = $1 AND id = $2 ON CONFLICT DO NOTHING`,
        [num, memory, accessCount, lastAccessedAt],
      );
  }
}

function imageJson(kind: JournaledKind, image: Json): string | null {
  const record = imageFrom(kind, image);
  return record === null ? null : JSON.stringify(record);
}
