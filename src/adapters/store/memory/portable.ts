import type { Json, PortableBank, PortableRecord, PortableType } from '../../../domain/portable.js';
import type { BankData, MemoryRow } from './bank-data.js';
import {
  columnsOf,
  conflictFields,
  edgeFields,
  entityFields,
  imageFields,
  learnedFields,
  memoryFields,
} from '../portable-fields.js';
import type { Row } from './rows.js';

type Fields = Readonly<Record<string, unknown>>;

/** What an export says about its bank. */
export function portableBank({ name, createdAt, head }: BankData): PortableBank {
  const { encoder, sequence, settings } = head;
  return { name, createdAt, encoder, sequence, settings: settings as PortableBank['settings'] };
}

/** The records of one type as in an export (docs/export.md). */
export function portableRecords(bank: BankData, type: PortableType): PortableRecord[] {
  return TOLD[type](bank).map((fields) => ({ type, ...fields }) as PortableRecord);
}

const founded = <Entry extends object>({ created, record }: Row<Entry>): Fields => ({
  created,
  ...record,
});

const byCreated = (one: Row<{ id: string }>, other: Row<{ id: string }>): number =>
  one.created - other.created || (one.record.id < other.record.id ? -1 : 1);

const TOLD: Readonly<Record<PortableType, (bank: BankData) => Fields[]>> = {
  change: ({ journal }) => journal.values().map((line) => ({ ...line })),
  session: ({ plain }) => [...plain.session.all()].sort(byCreated).map(founded),
  context: ({ plain }) => [...plain.context.all()].sort(byCreated).map(founded),
  entity: ({ plain }) =>
    plain.entity.all().map(({ created, record }) => ({ created, ...entityFields(record) })),
  goal: ({ plain }) => plain.goal.all().map(founded),
  memory: (bank) => bank.memory.all().map((row) => memoryOf(bank, row)),
  claim: ({ claims }) =>
    claims.values().map(({ claim, ...rest }) => ({ ...rest, claim: JSON.parse(claim) as Json })),
  edge: ({ edge }) => edge.all().map(({ created, record }) => ({ created, ...edgeFields(record) })),
  conflict: ({ plain }) =>
    plain.conflict.all().map(({ created, record }) => ({ created, ...conflictFields(record) })),
  vote: ({ plain }) => plain.vote.all().map(founded),
  learned: ({ learned }) =>
    learned
      .all()
      .map(({ created, changed, record }) => ({ created, changed, ...learnedFields(record) })),
  before: ({ past }) =>
    past.all().map(({ sequence, kind, id, image }) => ({
      sequence,
      kind,
      id,
      image: imageFields(kind, image),
    })),
  removed: ({ removed }) =>
    removed.values().map(({ kind, id, taken, row }) => ({
      kind,
      id,
      taken,
      created: row.created,
      row: columnsOf(kind, row.record as unknown as Fields),
    })),
  workingMemory: ({ working }) =>
    working.values().map((data) => ({ session: data.session, changedAt: data.changedAt, data })),
  sealed: ({ sealed }) => sealed.values().map((value) => ({ ...value })),
  recall: ({ recalls }) => recalls.values().map((recall) => ({ ...recall })),
};

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function memoryOf(bank: BankData, { created, record, terms, traits }: MemoryRow): Fields {
  const vectors = [...(bank.vectors.get(record.id) ?? [])].sort(byKey).map(([key, code]) => {
    const [space = '', ...encoder] = key.split(' ');
    return { space, encoder: encoder.join(' '), code };
  });
  const usage = bank.usage.get(record.id) ?? null;
  return { created, ...memoryFields(record, { terms, traits, vectors, usage }) };
}
