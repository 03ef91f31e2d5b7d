import { MnemeError } from '../../../../domain/errors.js';
import { EDGE_FAMILIES, EDGE_ROLES, type EdgeFamily } from '../../../../domain/graph.js';
import {
  PORTABLE_TYPES,
  type BankExport,
  type PortableRecord,
} from '../../../../domain/portable.js';
import type { Problem, StoreCare, StoreCounts } from '../../../../ports/store-care.js';
import type { BankData } from '../bank-data.js';
import { forkBank } from '../fork-bank.js';
import { isThere, loadBank } from '../load-bank.js';
import type { Opened } from '../opened.js';
import { PORTABLE_VERSION } from '../../portable-fields.js';
import { portableBank, portableRecords } from '../portable.js';

export function carePart(opened: Opened): StoreCare {
  return {
    counts: (name) => opened.readBank(name, countsOf),
    unreadable: (name) => opened.readBank(name, () => []),
    check: () => opened.read(() => opened.banks.values().flatMap(problemsOf)),
    copyTo: () =>
      Promise.reject(
        new MnemeError('unavailable', 'This store lives in memory: there is no file to copy.', {
          field: 'path',
          hint: 'Export its banks, one by one, with `memory.care.export(path)`.',
        }),
      ),
    exportBank: (name) => opened.readBank(name, exported),
    loadBank: (name, head) => opened.write(() => loadBank(opened, name, head)),
    forkBank: (name, change, options = {}) =>
      opened.write(() => forkBank(opened, name, change, options)),
    dropBank: (name) =>
      opened.write(() => {
        const there = opened.banks.has(name);
        opened.banks.delete(name);
        return there;
      }),
    missing: (name, records) =>
      opened.readBank(
        name,
        (bank) => records.filter((record) => isThere(bank, record) === false).length,
      ),
    // What is erased is gone with the change: there is no free space and no log.
    scrub: () => opened.read(() => true),
    unfinishedErasure: (name) => opened.readBank(name, () => null),
    findBytes: () => opened.read(() => ({ searched: 0, found: 0, partsOfOthers: 0 })),
    mend: () => opened.read(() => []),
    rebuild: () =>
      opened.write(() => {
        for (const { memory, texts } of opened.banks.values())
          for (const { record, terms } of memory.all()) texts.put(record.id, terms);
      }),
    displaced: () => opened.read(() => null),
  };
}

function countsOf({ memory, plain, edge, journal }: BankData): StoreCounts {
  const edges = Object.fromEntries(EDGE_FAMILIES.map((family) => [family, 0])) as Record<
    EdgeFamily,
    number
  >;
  for (const { record } of edge.all()) edges[EDGE_ROLES[record.role]]++;
  const retracted = memory.all().filter(({ record }) => record.retractedAt !== null).length;
  return {
    memories: memory.size - retracted,
    retracted,
    entities: plain.entity.size,
    contexts: plain.context.size,
    sessions: plain.session.size,
    edges,
    changes: journal.size,
    // It has no file.
    bytes: 0,
  };
}

const REBUILD = 'Run `mneme doctor --rebuild`.';

function problemsOf({ memory, vectors, head }: BankData): Problem[] {
  const rows = memory.all();
  const unread = rows.filter(({ terms }) => terms === null).length;
  const blank = rows.filter(
    ({ record }) =>
      record.quarantine === null &&
      ![...(vectors.get(record.id)?.keys() ?? [])].some((key) => key.endsWith(` ${head.encoder}`)),
  ).length;
  return [
    ...(unread === 0
      ? []
      : [{ what: `${unread} memories are missing from the full-text index.`, mend: REBUILD }]),
    ...(blank === 0
      ? []
      : [
          {
            what: `${blank} memories have no vector.`,
            mend: `${REBUILD.slice(0, -1)}; where a learned embedder fills the bank, \`mneme reindex\`.`,
          },
        ]),
  ];
}

/** Records per page of an export. */
const PAGE = 200;

/** Read completely before anything else can happen, and returned page by page, each of one type. */
function exported(bank: BankData): BankExport {
  const records = PORTABLE_TYPES.map((type) => [type, portableRecords(bank, type)] as const);
  const counts = Object.fromEntries(records.map(([type, { length }]) => [type, length]));
  return {
    bank: portableBank(bank),
    fileVersion: PORTABLE_VERSION,
    counts: counts as BankExport['counts'],
    records: inPages(records.map(([, ofType]) => ofType)),
  };
}

async function* inPages(types: readonly (readonly PortableRecord[])[]): BankExport['records'] {
  for (const records of types)
    for (let at = 0; at < records.length; at += PAGE) yield records.slice(at, at + PAGE);
}
