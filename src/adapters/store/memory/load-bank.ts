import type { RecallRecord, Vote } from '../../../domain/feedback.js';
import { MnemeError } from '../../../domain/errors.js';
import type { Goal } from '../../../domain/goal.js';
import type { Context, Session } from '../../../domain/graph.js';
import type { BankName } from '../../../domain/ids.js';
import type { Learned } from '../../../domain/learned/record.js';
import type { Accesses, Memory } from '../../../domain/memory.js';
import type { Conflict } from '../../../domain/conflict.js';
import type {
  BankLoader,
  Json,
  PortableBank,
  PortableRecord,
  PortableType,
  RefusedRecord,
} from '../../../domain/portable.js';
import type { SealedValue } from '../../../domain/privacy.js';
import type { KeptWorkingMemory } from '../../../domain/working-memory.js';
import { BankData, vectorKey, type ChangeLine } from './bank-data.js';
import type { Removable } from '../named-again.js';
import { edgeId } from '../edge-id.js';
import { mendReferences } from './mend-references.js';
import type { Opened } from './opened.js';
import { own } from './own.js';
import type { Before } from './past.js';
import {
  edgeFrom,
  entityFrom,
  fromColumns,
  imageFrom,
  memoryFrom,
  settingsFrom,
  vectorsFrom,
} from '../portable-fields.js';
import type { Row } from './rows.js';

type Fields = Readonly<Record<string, Json>>;

/** A record that cannot be imported; the reason is for people. */
class Refused extends Error {}

/** Imports a bank beside the others, record by record; it becomes one of them at the end. */
export function loadBank(opened: Opened, name: BankName, head: PortableBank): BankLoader {
  assertEmpty(opened, name);
  const loading = new BankData(opened.ledger, name, head.createdAt, {
    encoder: head.encoder,
    sequence: head.sequence,
    settings: own(settingsFrom(head.settings)),
  });
  opened.loads.set(name, loading);
  const assertOurs = (): void => {
    if (opened.loads.get(name) === loading) return;
    throw new MnemeError('conflict', `Another import into bank ${name} was begun meanwhile.`, {
      field: 'bank',
      value: name,
      hint: 'Let one of them end.',
    });
  };
  return {
    put: (records) =>
      opened.write(() => {
        assertOurs();
        return records.flatMap((record, at) => putOne(opened, loading, record, at));
      }),
    finish: ({ mend, by }) =>
      opened.write(() => {
        assertOurs();
        assertEmpty(opened, name);
        if (mend) mendReferences(loading);
        if (by !== null) {
          const sequence = loading.head.sequence + 1;
          const reason = 'an exported bank was put back';
          const line = { sequence, at: by.at, verb: 'import', actor: by.actor, reason } as const;
          loading.journal.set(sequence, { ...line, reverts: null });
          loading.head = { ...loading.head, sequence };
        }
        opened.banks.set(name, loading);
        opened.loads.delete(name);
      }),
    abandon: () =>
      opened.write(() => {
        if (opened.loads.get(name) === loading) opened.loads.delete(name);
      }),
  };
}

export function assertEmpty({ banks }: Opened, name: BankName): void {
  if ((banks.get(name)?.head.sequence ?? 0) === 0) return;
  throw new MnemeError('conflict', `Bank ${name} holds memories already.`, {
    field: 'bank',
    value: name,
    hint: 'Take the export into a bank of its own, with --bank.',
  });
}

/** Takes one record in; what was refused, and why. */
export function putOne(
  opened: Opened,
  bank: BankData,
  record: PortableRecord,
  at: number,
): RefusedRecord[] {
  try {
    const { type, ...fields } = record;
    if (isThere(bank, record)) throw new Refused('a record of that key is there already');
    for (const field of CHANGE_FIELDS) assertChange(bank, field, fields[field]);
    TAKEN[type](bank, own(fields), opened);
    return [];
  } catch (error) {
    if (error instanceof Refused) return [{ at, message: error.message }];
    throw error;
  }
}

/** Fields that contain the number of a change. */
const CHANGE_FIELDS = ['created', 'changed', 'sequence', 'taken', 'reverts'] as const;

function assertChange(bank: BankData, field: string, value: Json | undefined): void {
  if (value === undefined || value === null) return;
  const { sequence } = bank.head;
  if (typeof value !== 'number' || value < 1 || value > sequence)
    throw new Refused(`${field} is no change of this bank: it had ${sequence}`);
}

/** What identifies a record in another bank; null for a record without an id. */
export function isThere(bank: BankData, record: PortableRecord): boolean | null {
  const { type, id, token } = record;
  if (type === 'edge') return bank.edge.get(edgeId(edgeFrom(record))) !== undefined;
  if (type === 'sealed') return bank.sealed.has(String(token));
  if (!NAMED.has(type)) return null;
  return bank.rowOf(type as 'memory', String(id)) !== undefined;
}

const NAMED: ReadonlySet<PortableType> = new Set<PortableType>([
  'session',
  'context',
  'entity',
  'goal',
  'memory',
  'conflict',
  'vote',
  'learned',
]);

const withoutChange = ({ created: _created, ...record }: Fields): Fields => record;

function rowFor<Entry>(bank: BankData, { created }: Fields, record: unknown): Row<Entry> {
  return { num: bank.nextNum(), created: Number(created), record: record as Entry };
}

/** How each type of record is imported. Its content was validated before; here it is put in its place. */
const TAKEN: Readonly<
  Record<PortableType, (bank: BankData, fields: Fields, opened: Opened) => void>
> = {
  change: (bank, fields) => {
    const line = { reverts: null, ...fields } as unknown as ChangeLine;
    if (bank.journal.has(line.sequence)) throw new Refused('a record of that key is there already');
    bank.journal.set(line.sequence, line);
    if (line.reverts !== null) bank.revertedBy.add(line.reverts, line.sequence);
  },
  session: (bank, fields) =>
    place(bank, 'session', fields, withoutChange(fields) as unknown as Session),
  context: (bank, fields) =>
    place(bank, 'context', fields, withoutChange(fields) as unknown as Context),
  entity: (bank, fields) => place(bank, 'entity', fields, entityFrom(withoutChange(fields))),
  goal: (bank, fields) => place(bank, 'goal', fields, withoutChange(fields) as unknown as Goal),
  memory: (bank, fields, opened) => takeMemory(bank, fields, opened),
  claim: (bank, { key, memory, claim }) =>
    bank.putClaim({ key, memory, claim: JSON.stringify(claim) } as Parameters<
      BankData['putClaim']
    >[0]),
  edge: (bank, fields) => {
    const edge = edgeFrom(fields);
    bank.edge.put(edgeId(edge), rowFor(bank, fields, edge));
    found(bank, fields, 'edge', edgeId(edge));
  },
  conflict: (bank, fields) =>
    place(bank, 'conflict', fields, fields['record'] as unknown as Conflict),
  vote: (bank, fields) => place(bank, 'vote', fields, withoutChange(fields) as unknown as Vote),
  learned: (bank, fields) => {
    const record = fields['record'] as unknown as Learned;
    const row = rowFor<Learned>(bank, fields, record);
    bank.learned.put(record.id, { ...row, changed: Number(fields['changed']) });
    found(bank, fields, 'learned', record.id);
  },
  before: (bank, { sequence, kind, id, image }) => {
    const before = { sequence, kind, id } as unknown as Before;
    bank.past.keep({
      ...before,
      image: own(imageFrom(before.kind, image ?? null)) as Before['image'],
    });
  },
  removed: (bank, { kind, id, taken, created, row }) => {
    const record = own(fromColumns(kind as Removable, row as Fields));
    bank.removed.set(`${String(kind)} ${String(id)} ${String(taken)}`, {
      kind,
      id,
      taken,
      row: { num: bank.nextNum(), created, record },
    } as never);
  },
  workingMemory: (bank, { data }) => {
    const working = data as unknown as KeptWorkingMemory;
    bank.working.set(working.session, working);
  },
  sealed: (bank, fields) => {
    const value = fields as unknown as SealedValue;
    bank.sealed.set(value.token, value);
  },
  recall: (bank, fields) => {
    const recall = fields as unknown as RecallRecord;
    bank.recalls.set(recall.id, recall);
  },
};

/** The journal lists it among what its change created. */
function found(bank: BankData, { created }: Fields, kind: string, id: string): void {
  bank.founded.add(Number(created), `${kind} ${id}`);
}

function place(
  bank: BankData,
  kind: keyof BankData['plain'],
  fields: Fields,
  record: { readonly id: string },
): void {
  const table = bank.plain[kind] as { put(id: string, row: Row<unknown>): void };
  table.put(record.id, rowFor(bank, fields, record));
  found(bank, fields, kind, record.id);
}

function takeMemory(bank: BankData, fields: Fields, { fitsSpace }: Opened): void {
  const { terms, traits, usage } = fields;
  const record = memoryFrom(fields);
  const codes = vectorsFrom(fields['vectors']).map(({ space, encoder, code }) => {
    if (!fitsSpace(space, encoder, code))
      throw new Refused(
        `vectors: ${code.length} bytes are nothing that ${encoder} makes for ${space}`,
      );
    return [vectorKey(space, encoder), code] as const;
  });
  const text = typeof terms === 'string' ? terms : null;
  const row = rowFor<Memory>(bank, fields, record);
  bank.memory.put(record.id, { ...row, terms: text, traits: Number(traits ?? 0) });
  found(bank, fields, 'memory', record.id);
  if (text !== null) bank.texts.put(record.id, text);
  bank.vectors.set(record.id, new Map(codes));
  if (usage !== undefined && usage !== null)
    bank.usage.set(record.id, usage as unknown as Accesses);
}
