import type { Erasure } from '../../../domain/erasure.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { BankData } from './bank-data.js';
import { edgeId } from '../edge-id.js';
import { Redaction } from '../redaction.js';
import type { Opened } from './opened.js';
import { own } from './own.js';
import type { Before } from './past.js';
import type { Row } from './rows.js';

/** Removes records from every table, and names from every text, including everything the journal has of them. */
export function eraseAll(bank: BankData, erasure: Erasure, opened: Opened): void {
  const redaction = new Redaction(erasure);
  const { gone } = redaction;
  const left = belongings(bank, erasure.memories);
  const lostReasons = changesOf(bank, erasure, gone);
  for (const memory of erasure.memories) dropMemory(bank, memory);
  for (const id of erasure.entities) bank.plain.entity.delete(id);
  dropLinked(bank, gone);
  for (const sequence of lostReasons) {
    const line = bank.journal.get(sequence);
    if (line !== undefined) bank.journal.set(sequence, { ...line, reason: '' });
  }
  for (const id of erasure.learned) bank.learned.delete(id);
  rename(bank, erasure);
  dropPast(bank, ({ id }) => gone.has(id));
  for (const token of erasure.tokens) bank.sealed.delete(token);
  // Recorded questions name people by scattered stems: they are usage records, so they are
  // expendable.
  bank.recalls.clear();
  dropEmpty(bank, left);
  dropTakenAway(bank, gone);
  bank.snapshot = null;
  new Sweeper(bank, redaction).sweep(opened);
}

/** Before anything is put: removes what was derived from a text that changes. */
export function dropDerived(bank: BankData, rewritten: readonly MemoryId[]): void {
  for (const memory of rewritten) {
    const kept = [...(bank.vectors.get(memory) ?? [])].filter(([key]) =>
      key.startsWith('multimodal '),
    );
    bank.vectors.set(memory, new Map(kept));
    bank.dropClaimsOf(memory);
  }
}

interface Belongings {
  readonly contexts: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
}

function belongings(bank: BankData, memories: readonly MemoryId[]): Belongings {
  const records = memories.flatMap((id) => bank.memory.get(id)?.record ?? []);
  return {
    contexts: new Set(records.flatMap(({ context }) => context ?? [])),
    sessions: new Set(records.flatMap(({ session }) => session ?? [])),
  };
}

/** The reason for changing or retracting a record may quote it. */
function changesOf(bank: BankData, { learned }: Erasure, gone: ReadonlySet<string>): Set<number> {
  return new Set([
    ...bank.past
      .all()
      .filter(({ id }) => gone.has(id))
      .map(({ sequence }) => sequence),
    ...learned.flatMap((id) => bank.learned.get(id)?.created ?? []),
  ]);
}

function dropMemory(bank: BankData, memory: MemoryId): void {
  bank.texts.put(memory, null);
  bank.vectors.delete(memory);
  bank.usage.delete(memory);
  bank.memory.delete(memory);
  bank.dropClaimsOf(memory);
}

/** Links, votes and conflicts that involve one of them. */
function dropLinked(bank: BankData, gone: ReadonlySet<string>): void {
  for (const { record: edge } of [...bank.edge.all()])
    if ([edge.from, edge.to, edge.evidence].some((id) => gone.has(id ?? '')))
      bank.edge.delete(edgeId(edge));
  for (const { record: vote } of [...bank.plain.vote.all()])
    if (gone.has(vote.memory)) bank.plain.vote.delete(vote.id);
  for (const { record: conflict } of [...bank.plain.conflict.all()])
    if (gone.has(conflict.older) || gone.has(conflict.newer))
      bank.plain.conflict.delete(conflict.id);
}

/** Renames what was named by erased words, including everything the journal has of the old names. */
function rename(bank: BankData, { contexts, renamed }: Erasure): void {
  for (const { id, name } of contexts) {
    const row = bank.plain.context.get(id);
    if (row !== undefined)
      bank.plain.context.put(id, { ...row, record: own({ ...row.record, name }) });
  }
  forgetPast(bank, ['entity', 'context'], new Set([...renamed, ...contexts.map(({ id }) => id)]));
}

/** Removes what only erased memories belonged to, with its links and its past. */
function dropEmpty(bank: BankData, { contexts, sessions }: Belongings): void {
  const standing = bank.memory.all().map(({ record }) => record);
  for (const [kind, ids] of [
    ['context', contexts],
    ['session', sessions],
  ] as const) {
    const named = new Set<string | null>(standing.map((memory) => memory[kind]));
    const empty = new Set([...ids].filter((id) => !named.has(id)));
    for (const id of empty) {
      bank.plain[kind].delete(id);
      for (const { record } of [...bank.edge.all()])
        if (record.from === id || record.to === id) bank.edge.delete(edgeId(record));
      if (kind === 'session') bank.working.delete(id as never);
    }
    forgetPast(bank, [kind], empty);
  }
}

/** Erases entities that an undo had removed and only the erased memories mentioned; their removed edges show which. */
function dropTakenAway(bank: BankData, gone: ReadonlySet<string>): void {
  const touched = new Set<string>();
  const borneOut = new Set<string>();
  for (const { kind, row } of bank.removed.values()) {
    if (kind !== 'edge') continue;
    const { from, to, evidence } = row.record as { from: string; to: string; evidence: string };
    const goes = [from, to, evidence].some((id) => gone.has(id));
    for (const end of [from, to]) (goes ? touched : borneOut).add(end);
  }
  const unknown = [...touched].filter(
    (id) => id.startsWith('e_') && !borneOut.has(id) && !bank.edge.names(id),
  );
  forgetPast(bank, ['entity'], new Set(unknown));
}

function forgetPast(bank: BankData, kinds: readonly string[], ids: ReadonlySet<string>): void {
  dropPast(bank, ({ kind, id }) => kinds.includes(kind) && ids.has(id));
  for (const { kind, id, taken } of bank.removed.values())
    if (kinds.includes(kind) && ids.has(id)) bank.removed.delete(`${kind} ${id} ${taken}`);
}

function dropPast(bank: BankData, meant: (before: Before) => boolean): void {
  for (const before of bank.past.all()) if (meant(before)) bank.past.drop(before);
}

/** Removes the names from all remaining text, and what mentions an erased record. */
class Sweeper {
  constructor(
    private readonly bank: BankData,
    private readonly redaction: Redaction,
  ) {}

  sweep(opened: Opened): void {
    this.#records();
    this.#links();
    this.#past();
    this.#notes();
    for (const key of opened.keys.values()) opened.keys.set(key.id, this.#redacted(key));
    for (const reply of opened.replies.values())
      if (this.redaction.isTold(reply))
        opened.replies.delete(JSON.stringify([reply.owner, reply.key]));
  }

  #records(): void {
    const { memory, learned, plain } = this.bank;
    for (const row of [...memory.all()]) memory.put(row.record.id, this.#row(row));
    for (const row of [...learned.all()]) learned.put(row.record.id, this.#row(row));
    for (const table of [plain.entity, plain.context, plain.session, plain.goal, plain.conflict])
      this.#table(table as PlainTable);
    for (const row of [...plain.vote.all()]) {
      const { need, ...rest } = row.record;
      const record = own({ ...this.#redacted(rest), need: this.redaction.withoutStems(need) });
      plain.vote.put(record.id, { ...row, record });
    }
  }

  #table(table: PlainTable): void {
    for (const row of [...table.all()]) table.put(row.record.id, this.#row(row));
  }

  #links(): void {
    const { edge, claims } = this.bank;
    for (const row of [...edge.all()]) {
      const after = this.#row(row);
      if (after === row) continue;
      edge.delete(edgeId(row.record));
      edge.put(edgeId(after.record), after);
    }
    for (const claim of claims.values()) {
      const after = this.#redacted(claim);
      if (after === claim) continue;
      const others = [...this.bank.claimsOf.of(claim.memory)].flatMap(
        (key) => claims.get(key) ?? [],
      );
      this.bank.dropClaimsOf(claim.memory);
      for (const each of others) this.bank.putClaim(this.#redacted(each));
    }
  }

  #past(): void {
    const { past, removed, journal } = this.bank;
    for (const before of past.all()) {
      if (this.redaction.tellsOfGone(before.image)) past.drop(before);
      else past.rewrite({ ...before, image: this.#redacted(before.image) });
    }
    for (const each of removed.values()) {
      const key = `${each.kind} ${each.id} ${each.taken}`;
      if (this.redaction.tellsOfGone(each.row.record)) removed.delete(key);
      else removed.set(key, { ...each, row: this.#row(each.row as Row<unknown>) } as typeof each);
    }
    for (const line of journal.values()) journal.set(line.sequence, this.#redacted(line));
  }

  /** Notes that mention them are deleted. */
  #notes(): void {
    const { working, sealed } = this.bank;
    for (const each of working.values())
      if (this.redaction.isTold(each)) working.delete(each.session);
    for (const value of sealed.values()) sealed.set(value.token, this.#redacted(value));
  }

  #redacted<T>(value: T): T {
    const after = this.redaction.of(value);
    return after === value ? value : own(after);
  }

  #row<R extends Row<unknown>>(row: R): R {
    const record = this.#redacted(row.record);
    return record === row.record ? row : { ...row, record };
  }
}

interface PlainTable {
  all(): readonly Row<{ readonly id: string }>[];
  put(id: string, row: Row<{ readonly id: string }>): void;
}
