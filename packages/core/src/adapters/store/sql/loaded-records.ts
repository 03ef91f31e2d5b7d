import type { Embedding, JournaledKind, StoredTerms } from '../../../domain/change.js';
import type { StoredClaim } from '../../../domain/validity.js';
import type { RecallRecord } from '../../../domain/feedback.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Json, PortableRecord, PortableType } from '../../../domain/import-export.js';
import type { Accesses } from '../../../domain/memory.js';
import type { SealedValue } from '../../../domain/privacy.js';
import {
  assertFits,
  edgeFrom,
  entityFrom,
  fromColumns,
  imageFrom,
  memoryFrom,
  RefusedRecordError,
  vectorsFrom,
} from '../portable-fields.js';
import {
  type Columns,
  insert,
  put,
  type Query,
  RECORD_KINDS,
  type RecordKind,
  type Removable,
  run,
  type StoredRow,
} from './query.js';
import { idOf, putClaims, putDerived, putSealed } from './commit.js';
import { writeRecalls } from './derived.js';
import type { BankRow, Dialect } from './dialect.js';

/** Where a bank is imported: under a hidden name. */
export interface ImportTarget {
  readonly unseen: string;
  /** Offset added to the numbers of the export's changes. */
  readonly shift: number;
  /** The number of the export's last change. */
  readonly sequence: number;
}

const NAMED: ReadonlySet<string> = new Set<string>(RECORD_KINDS);

/** The kind and id that identify a record; null for records without an id. */
export function keyOf(
  dialect: Dialect,
  record: PortableRecord,
): readonly [RecordKind | 'sealed', string] | null {
  const { type } = record;
  if (type === 'sealed') return [type, String(record['token'])];
  if (!NAMED.has(type)) return null;
  const kind = type as RecordKind;
  const named = kind === 'edge' ? edgeFrom(record) : { id: String(record['id']) };
  return [kind, idOf(dialect, kind, named)];
}

type Fields = Readonly<Record<string, Json>>;

/**
 * A batch of records being imported into a bank: each is accepted or refused, and all accepted ones are written
 * together.
 */
export class ImportBatch {
  readonly #rows = new Map<RecordKind, StoredRow[]>();
  readonly #tables = new Map<string, Columns[]>();
  readonly #claims: StoredClaim[] = [];
  readonly #readings: StoredTerms[] = [];
  readonly #embeddings: Embedding[] = [];
  readonly #usage: (Accesses & { readonly memory: string })[] = [];
  readonly #sealed: SealedValue[] = [];
  readonly #recalls: RecallRecord[] = [];
  readonly #bank: number;
  #nums: number | null;

  constructor(
    private readonly dialect: Dialect,
    bank: BankRow,
    private readonly place: ImportTarget,
    /** Records that already exist, as kind and id. */
    private readonly there: Set<string>,
  ) {
    this.#bank = bank.num;
    this.#nums = bank.nums ?? null;
  }

  /** Accepts a record. Throws {@link RefusedRecordError}. */
  take(record: PortableRecord): void {
    const { type, ...fields } = record;
    assertFits(record, this.place.sequence);
    const key =
      type === 'change'
        ? `change ${String(record['sequence'])}`
        : keyOf(this.dialect, record)?.join(' ');
    if (key !== undefined && this.there.has(key))
      throw new RefusedRecordError('a record of that key is there already');
    this.#taken[type](fields);
    if (key !== undefined) this.there.add(key);
  }

  #shifted(change: Json | undefined): number {
    return Number(change) + this.place.shift;
  }

  #row(kind: RecordKind, created: Json | undefined, record: unknown, changed?: Json): void {
    if (this.#nums !== null) this.#nums++;
    const row = { num: this.#nums, created: this.#shifted(created), record };
    const rows = this.#rows.get(kind) ?? [];
    rows.push(changed === undefined ? row : { ...row, changed: this.#shifted(changed) });
    this.#rows.set(kind, rows);
  }

  #columns(table: string, columns: Columns): void {
    const rows = this.#tables.get(table) ?? [];
    rows.push(columns);
    this.#tables.set(table, rows);
  }

  /** Sessions, contexts, goals and votes are exported unchanged. */
  #plain(kind: RecordKind): (fields: Fields) => void {
    return ({ created, ...record }) => this.#row(kind, created, record);
  }

  readonly #taken: Readonly<Record<PortableType, (fields: Fields) => void>> = {
    change: (fields) => {
      const { sequence, at, verb, actor, reason, reverts } = fields as Readonly<
        Record<string, string | number | null>
      >;
      this.#columns('journal', {
        bank: this.#bank,
        sequence: this.#shifted(sequence),
        ...{ at: at ?? 0, verb: verb ?? '', actor: actor ?? '', reason: reason ?? '' },
        reverts: typeof reverts === 'number' ? this.#shifted(reverts) : null,
      });
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
    before: ({ sequence, kind, id, image }) => {
      const type = kind as JournaledKind;
      const record = imageFrom(type, image ?? null);
      const name = type === 'edge' ? this.dialect.keyOf(String(id)) : String(id);
      const state = [type, name, record] as const;
      const { image: imaged } = this.dialect.past;
      this.#columns('journal_before', imaged(this.#bank, this.#shifted(sequence), state));
    },
    removed: ({ kind: type, id, taken, created, row }) => {
      const kind = type as Removable;
      const removed = {
        ...{ kind, id: kind === 'edge' ? this.dialect.keyOf(String(id)) : String(id) },
        ...{ taken: this.#shifted(taken), created: this.#shifted(created) },
        ...{ num: this.#nums === null ? null : 0, record: fromColumns(kind, row as Fields) },
      };
      this.#columns('removed', this.dialect.past.removed(this.#bank, removed));
    },
    workingMemory: ({ session, changedAt, data }) =>
      this.#columns('working_memory', {
        ...{ bank: this.#bank, session: String(session), changed_at: Number(changedAt) },
        data: JSON.stringify(data),
      }),
    sealed: (fields) => this.#sealed.push(fields as unknown as SealedValue),
    recall: (fields) => this.#recalls.push(fields as unknown as RecallRecord),
  };

  #memory(fields: Fields): void {
    const record = memoryFrom(fields);
    const memory: MemoryId = record.id;
    const vectors = vectorsFrom(fields['vectors']);
    for (const { space, encoder, code } of vectors)
      if (!this.dialect.fitsSpace(space, encoder, code))
        throw new RefusedRecordError(
          `vectors: ${code.length} bytes are nothing that ${encoder} makes for ${space}`,
        );
    const { terms, traits, usage } = fields;
    const used = (usage ?? null) as unknown as Accesses | null;
    const counts = [used?.accessCount ?? 0, used?.lastAccessedAt ?? 0];
    if (!counts.every(Number.isSafeInteger))
      throw new RefusedRecordError('usage must be { accessCount, lastAccessedAt }');
    this.#row('memory', fields['created'], record);
    if (typeof terms === 'string')
      this.#readings.push({ memory, terms, traits: Number(traits ?? 0) });
    for (const { space, encoder, code } of vectors)
      this.#embeddings.push({ memory, space, encoder, vector: code });
    if (used !== null) this.#usage.push({ memory, ...used });
  }

  *write(): Query<void> {
    const bank = this.#bank;
    // Images and removed records refer to changes.
    yield* insert('journal', this.#tables.get('journal') ?? []);
    for (const kind of RECORD_KINDS) yield* put(bank, kind, this.#rows.get(kind) ?? [], 0);
    if (this.#nums !== null) yield* run('UPDATE bank SET nums = ? WHERE num = ?', this.#nums, bank);
    for (const table of ['journal_before', 'removed', 'working_memory'])
      yield* insert(table, this.#tables.get(table) ?? []);
    yield* putClaims(this.dialect, bank, this.#claims);
    yield* putDerived(bank, { readings: this.#readings, embeddings: this.#embeddings });
    yield* putSealed(bank, this.#sealed);
    if (this.#recalls.length > 0)
      yield* writeRecalls(bank, this.#recalls, Number.MAX_SAFE_INTEGER, this.dialect.recalls);
    for (const { memory, accessCount, lastAccessedAt } of this.#usage)
      yield* run(
        `INSERT INTO usage ({usageKey}, access_count, last_accessed_at)
         SELECT {usageOwner}, CAST(? AS bigint), CAST(? AS bigint) FROM memory m WHERE m.bank = ? AND m.id = ? ON CONFLICT DO NOTHING`,
        ...[accessCount, lastAccessedAt, bank, memory],
      );
  }
}
