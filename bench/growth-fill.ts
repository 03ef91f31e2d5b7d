import { createHash } from 'node:crypto';
import { makeId } from '../packages/core/src/domain/ids.js';
import { openDatabase } from '../packages/core/src/adapters/store/sqlite/open-database.js';
import type { SqliteDatabase } from '../packages/core/src/adapters/store/sqlite/sqlite-database.js';
import { wordReaders } from '../packages/core/src/spaces/registry.js';
import { composedTurns, type ComposedTurn } from './composed-turns.js';
import { ENCODER_INSIDE } from './encoder-inside.js';
import { seeded } from './synthetic-text.js';

/** Memories to a transaction. */
const AT_ONCE = 5_000;
/** Share of memories with a link to another of their session, as the seed has them. */
const ALIKE = 0.1;
/** Longest name, in words, that is looked up in a text. */
const NAME_WORDS = 2;

type Bind = string | number | null | Uint8Array;

/**
 * Writes a bank's further turns straight into the tables of its file: remembering a million one by one takes hours.
 * They are composed of sentences that were read once, other rare words in them; what no recall reads (dates, claims,
 * new names, conflicts) is left out.
 */
export async function fillFile(
  file: string,
  wanted: number,
  seed: number,
  log: (line: string) => void,
): Promise<void> {
  const database = openDatabase(file, false);
  try {
    const { there } = database.prepare('SELECT count(*) AS there FROM memory').get() as {
      there: number;
    };
    if (there >= wanted) return;
    // A bench's file need not outlive a power cut, and its keys come in no order.
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
    const turns = await composedTurns(seed, there);
    log('sentences read');
    const writer = new RowWriter(database, seed + there);
    for (let done = there; done < wanted;) {
      database.exec('BEGIN');
      const until = Math.min(wanted, done + AT_ONCE);
      for (; done < until; done++) writer.write(turns.next().value);
      database.exec('COMMIT');
      if (done % 50_000 === 0) log(`${done} of ${wanted} memories`);
    }
    writer.finish();
  } finally {
    database.close();
  }
}

class RowWriter {
  readonly #random: () => number;
  readonly #names: ReadonlyMap<string, string>;
  readonly #change: number;
  readonly #bank: number;
  readonly #encoder: string;
  readonly #firstNum: number;
  readonly #words = wordReaders();
  /** Of the present session: its name, its context, and its memories so far. */
  #session = { name: '', context: '', ids: [] as string[] };

  constructor(
    private readonly database: SqliteDatabase,
    seed: number,
  ) {
    this.#random = seeded(seed);
    const bank = this.#get('SELECT num, encoder FROM bank') as { num: number; encoder: string };
    this.#bank = bank.num;
    this.#encoder = bank.encoder;
    if (bank.encoder !== ENCODER_INSIDE.id)
      throw new RangeError(`the bank is filled by ${bank.encoder}`);
    this.#firstNum = (this.#get('SELECT max(num) AS num FROM memory') as { num: number }).num + 1;
    const entities = database.prepare('SELECT id, name FROM entity').all() as {
      id: string;
      name: string;
    }[];
    this.#names = new Map(entities.map(({ id, name }) => [name, id]));
    this.#insert('journal', {
      bank: this.#bank,
      at: Date.UTC(2026, 0, 1),
      verb: 'import',
      actor: 'bench',
      reason: '',
    });
    this.#change = (
      this.#get('SELECT max(sequence) AS sequence FROM journal') as { sequence: number }
    ).sequence;
  }

  write(turn: ComposedTurn): void {
    const { content, speaker, session, position, saidAt: said } = turn;
    const id = this.#id('m');
    if (session !== this.#session.name) this.#begin(session, said);
    this.#insert('memory', {
      bank: this.#bank,
      id,
      created: this.#change,
      kind: 'experience',
      content,
      hash: createHash('sha256').update(content).digest('base64url').slice(0, 22),
      language: 'en',
      speaker,
      session,
      position,
      said_at: said,
      occurred_from: said,
      occurred_to: said + 1,
      occurred_precision: 'minute',
      recorded_at: said,
      confidence: 0.9,
      importance: Math.round(400 + 400 * this.#random()) / 1_000,
      version: 1,
      context: this.#session.context,
      tags: '[]',
      metadata: '{}',
      provenance: JSON.stringify([
        {
          source: 'user',
          saidAt: said,
          speaker,
          session,
          turn: `${session}:${position + 1}`,
          origin: null,
        },
      ]),
      dates: '[]',
      terms: turn.terms.join(' '),
      traits: turn.traits,
    });
    const { num } = this.#get('SELECT last_insert_rowid() AS num') as { num: number };
    this.#embed(num, 'semantic', this.#encoder, turn.vector);
    if (turn.causal !== null) this.#embed(num, 'causal', this.#words.causal.id, turn.causal);
    this.#link(id, content, speaker);
    this.#session.ids.push(id);
  }

  /** The words for searching in the store, and the change as the bank's last. */
  finish(): void {
    this.database.exec('BEGIN');
    this.database
      .prepare(
        'INSERT INTO memory_text (rowid, terms) SELECT num, terms FROM memory WHERE num >= ? ORDER BY num',
      )
      .run(this.#firstNum);
    this.database.exec('DELETE FROM snapshot_part');
    this.database.exec('DELETE FROM snapshot');
    this.database.prepare('UPDATE bank SET sequence = ?').run(this.#change);
    this.database.exec('COMMIT');
  }

  #begin(name: string, startedAt: number): void {
    const context = this.#id('c');
    this.#session = { name, context, ids: [] };
    const made = { bank: this.#bank, created: this.#change };
    this.#insert('context', { ...made, id: context, name, created_at: startedAt });
    this.#insert(
      'session',
      { ...made, id: name, origin: null, started_at: startedAt },
      'OR IGNORE ',
    );
  }

  #link(id: string, content: string, speaker: string): void {
    const { context, ids } = this.#session;
    const before = ids.at(-1);
    const mentioned = new Set(this.#mentioned(content));
    for (const entity of mentioned) this.#edge(id, 'mentions', entity, 'relational', 0.88);
    const by = this.#names.get(speaker);
    if (by !== undefined) this.#edge(id, 'said_by', by, 'relational', 0.3);
    this.#edge(id, 'belongs_to', context, 'hierarchical', 1);
    if (before !== undefined) this.#edge(id, 'follows', before, 'temporal', 0.6);
    const like = ids[Math.floor(this.#random() * ids.length)];
    if (like !== undefined && this.#random() < ALIKE)
      this.#edge(id, 'similar_to', like, 'semantic', 0.45 + 0.3 * this.#random());
  }

  *#mentioned(content: string): Iterable<string> {
    const words = content.split(/[^\p{L}\p{N}]+/u);
    for (const [at, word] of words.entries())
      for (let length = 1; length <= NAME_WORDS; length++) {
        const name = length === 1 ? word : words.slice(at, at + length).join(' ');
        const id = /^[\p{Lu}\p{N}]/u.test(name) ? this.#names.get(name) : undefined;
        if (id !== undefined) yield id;
      }
  }

  #edge(source: string, role: string, target: string, family: string, weight: number): void {
    this.#insert('edge', {
      bank: this.#bank,
      source,
      role,
      target,
      label: '',
      created: this.#change,
      family,
      weight,
      confidence: weight,
      status: 'resolved',
      evidence: source,
    });
  }

  #embed(memory: number, space: string, encoder: string, vector: Int8Array): void {
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    this.#insert('embedding', { memory, space, encoder, vector: bytes });
  }

  readonly #statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();

  #get(sql: string): unknown {
    return this.#prepared(sql).get();
  }

  #insert(table: string, row: Readonly<Record<string, Bind>>, or = ''): void {
    const names = Object.keys(row);
    this.#prepared(
      `INSERT ${or}INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ).run(...Object.values(row));
  }

  #prepared(sql: string): ReturnType<SqliteDatabase['prepare']> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #id(prefix: 'm' | 'c'): string {
    return makeId(prefix, () => Math.floor(this.#random() * 2 ** 32));
  }
}
