import type { RecallRecord } from '../../../../domain/feedback.js';
import type { MemoryId, SessionId } from '../../../../domain/ids.js';
import { SOURCES, UNUSED } from '../../../../domain/memory.js';
import { retoldOf } from '../../../../domain/retellings.js';
import { PASSAGE_VECTORS } from '../../../../domain/space.js';
import { WORKING_BOUNDS, type KeptWorkingMemory } from '../../../../domain/working-memory.js';
import type { StoreDerived } from '../../../../ports/store-derived.js';
import type { IndexRow, StoredCode } from '../../../../ports/store.js';
import { vectorKey, type BankData, type MemoryRow } from '../bank-data.js';
import { putEmbedding, putReading } from '../commit.js';
import type { Opened } from '../opened.js';
import { own } from '../own.js';
import { pageAfter } from '../pages.js';
import { isOfUndone } from '../removed.js';

export function derivedPart(opened: Opened): StoreDerived {
  return {
    indexRows: (name, space, encoder, ids) =>
      pages(opened, opened.bank(name), ids, (bank, row) =>
        indexRow(bank, row, vectorKey(space, encoder)),
      ),
    codes: (name, space, encoder, ids) =>
      pages(opened, opened.bank(name), ids, (bank, row) =>
        storedCode(bank, row, vectorKey(space, encoder)),
      ),
    withoutVector: (name, space, encoder, limit, after) =>
      opened.readBank(name, (bank) =>
        pageAfter(
          bank.memory,
          limit,
          after,
          ({ record }) =>
            record.quarantine === null &&
            codeOf(bank, record.id, vectorKey(space, encoder)) === null,
          ({ record }) => record,
        ),
      ),
    dropVectors: (name, space, keep) =>
      opened.writeBank(name, (bank) => dropVectors(bank, space, keep)),
    putDerived: (name, embeddings, readings) =>
      opened.writeBank(name, (bank) => {
        for (const reading of readings) putReading(bank, reading);
        for (const embedding of embeddings) putEmbedding(bank, embedding);
        const waits = embeddings.every(
          ({ space, encoder }) =>
            (space === 'semantic' || space === PASSAGE_VECTORS) && encoder !== bank.head.encoder,
        );
        // A snapshot contains the words, the codes of other spaces, and the vectors of the bank's
        // own encoder.
        if (readings.length > 0 || !waits) bank.snapshot = null;
      }),
    ...snapshots(opened),
    ...uses(opened),
    ...notes(opened),
  };
}

/** Rows per page of a stream. */
const PAGE = 500;

/** The results of `read` for each memory, or for those asked for, in order of recording, page by page. */
async function* pages<Item>(
  opened: Opened,
  bank: BankData,
  ids: readonly MemoryId[] | undefined,
  read: (bank: BankData, row: MemoryRow) => Item | null,
): AsyncIterable<readonly Item[]> {
  const items = (rows: readonly MemoryRow[]): Item[] =>
    rows.flatMap((row) => read(bank, row) ?? []);
  const whole = <T>(work: () => T): Promise<T> => opened.readWhole(bank.name, work);
  if (ids !== undefined) {
    const ordered = await whole(() => {
      const rows = [...new Set(ids)].flatMap((id) => bank.memory.get(id) ?? []);
      return rows.sort((one, other) => one.num - other.num).map(({ record }) => record.id);
    });
    for (let at = 0; at < ordered.length || at === 0; at += PAGE)
      yield items(
        await whole(() => ordered.slice(at, at + PAGE).flatMap((id) => bank.memory.get(id) ?? [])),
      );
    return;
  }
  for (let last = 0; ;) {
    const rows = await whole(() => bank.memory.after(last, PAGE));
    if (rows.length === 0) return;
    yield items(rows);
    last = rows.at(-1)?.num ?? last;
  }
}

function codeOf(bank: BankData, memory: MemoryId, key: string): Int8Array | null {
  return bank.vectors.get(memory)?.get(key)?.slice() ?? null;
}

function storedCode(bank: BankData, { record }: MemoryRow, key: string): StoredCode | null {
  const code = codeOf(bank, record.id, key);
  return code === null ? null : { memory: record.id, code };
}

/** Null for what no index contains: quarantined memories, and what an undone change had put. */
function indexRow(bank: BankData, row: MemoryRow, key: string): IndexRow | null {
  const { record, terms, traits } = row;
  if (record.quarantine !== null || isOfUndone(bank, row)) return null;
  const sources = new Set(record.provenance.map(({ source }) => source));
  return {
    memory: {
      ...record,
      trust: SOURCES.find((source) => sources.has(source)) ?? 'web',
      ...retoldOf(record),
    },
    usage: bank.usage.get(record.id) ?? UNUSED,
    terms: terms ?? '',
    traits,
    vector: codeOf(bank, record.id, key),
  };
}

function dropVectors(bank: BankData, space: string, keep: string): number {
  let dropped = 0;
  for (const memory of bank.vectors.keys()) {
    const before = bank.vectors.get(memory) ?? new Map<string, Int8Array>();
    const kept = [...before].filter(
      ([key]) => !key.startsWith(`${space} `) || key === vectorKey(space, keep),
    );
    if (kept.length === before.size) continue;
    dropped += before.size - kept.length;
    bank.vectors.set(memory, new Map(kept));
  }
  return dropped;
}

function snapshots(
  opened: Opened,
): Pick<StoreDerived, 'snapshot' | 'snapshotParts' | 'putSnapshot'> {
  return {
    snapshot: (name) => opened.readBank(name, ({ snapshot }) => snapshot?.head ?? null),
    snapshotParts: async function* (name) {
      const parts = await opened.readBank(name, ({ snapshot }) => snapshot?.parts ?? new Map());
      for (const [part, data] of parts) yield [part, data.slice()] as const;
    },
    putSnapshot: (name, head, parts) =>
      opened.writeBank(name, (bank) => {
        const copies = new Map<string, Uint8Array>();
        for (const [part, data] of parts) copies.set(part, data.slice());
        bank.snapshot = { head: own(head), parts: copies };
      }),
  };
}

function uses(opened: Opened): Pick<StoreDerived, 'usage' | 'recordUsage' | 'recallRecord'> {
  return {
    usage: (name, ids) =>
      opened.readBank(
        name,
        ({ usage }) =>
          new Map(
            ids.flatMap((id) => {
              const found = usage.get(id);
              return found === undefined ? [] : [[id, found] as const];
            }),
          ),
      ),
    recordUsage: (name, used, at, noted) =>
      opened.writeBank(name, (bank) => {
        for (const id of used) {
          if (bank.memory.get(id) === undefined) continue;
          const { accessCount } = bank.usage.get(id) ?? UNUSED;
          bank.usage.set(id, { accessCount: accessCount + 1, lastAccessedAt: at });
        }
        if (noted !== undefined) noteRecalls(bank, noted.recalls, noted.keep);
      }),
    recallRecord: (name, id) => opened.readBank(name, (bank) => bank.recalls.get(id) ?? null),
  };
}

/** A recall stored again becomes the latest. */
function noteRecalls(bank: BankData, recalls: readonly RecallRecord[], keep: number): void {
  for (const recall of recalls) {
    bank.recalls.delete(recall.id);
    bank.recalls.set(recall.id, own(recall));
  }
  for (const id of bank.recalls.keys().slice(0, Math.max(0, bank.recalls.size - keep)))
    bank.recalls.delete(id);
}

function notes(
  opened: Opened,
): Pick<StoreDerived, 'workingMemory' | 'reviseWorkingMemory' | 'job' | 'reviseJob'> {
  return {
    workingMemory: (name, session) =>
      opened.readBank(name, ({ working }) => working.get(session) ?? null),
    reviseWorkingMemory: (name, session, revise) =>
      opened.writeBank(name, (bank) => reviseWorking(bank, session, revise)),
    job: (name, job) => opened.readBank(name, ({ jobs }) => jobs.get(job) ?? null),
    reviseJob: (name, job, revise) =>
      opened.writeBank(name, ({ jobs }) => {
        const after = revise(jobs.get(job) ?? null);
        if (after === null) jobs.delete(job);
        else jobs.set(job, own(after));
        return after;
      }),
  };
}

/** Only the latest sessions are kept, including the one just noted. */
function reviseWorking(
  { working }: BankData,
  session: SessionId,
  revise: (before: KeptWorkingMemory | null) => KeptWorkingMemory | null,
): KeptWorkingMemory | null {
  const after = revise(working.get(session) ?? null);
  if (after === null) {
    working.delete(session);
    return null;
  }
  working.set(session, own(after));
  const others = working
    .values()
    .filter((each) => each.session !== session)
    .sort(
      (one, other) => other.changedAt - one.changedAt || (one.session < other.session ? -1 : 1),
    );
  for (const each of others.slice(WORKING_BOUNDS.sessions - 1)) working.delete(each.session);
  return after;
}
