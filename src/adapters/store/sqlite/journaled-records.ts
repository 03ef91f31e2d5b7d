import type { Conflict } from '../../../domain/conflict.js';
import type { Vote } from '../../../domain/feedback.js';
import type { Learned } from '../../../domain/learned/record.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Goal } from '../../../domain/goal.js';
import { withDefaults, type BankSettings } from '../../../domain/bank.js';
import {
  contextFromRow,
  edgeFromRow,
  entityFromRow,
  goalFromRow,
  memoryFromRow,
  sessionFromRow,
  type EdgeRow,
  type EntityRow,
  type GoalRow,
  type MemoryRow,
} from './rows.js';
import type { Connection } from './connection.js';
import { nameOfRow, soundRow } from './sound-rows.js';
import { unreadable } from './sqlite-errors.js';
import type { Raw } from '../stored-cells.js';
import { voteFromRow, type VoteRow } from './vote-rows.js';

type Decoder<Kind extends JournaledKind> = (value: unknown) => JournaledRecords[Kind];

const record = <T>({ record: value }: { record: T }): T => value;

/** Decodes a readable row of a table into a record. */
const FROM_ROW: { readonly [Kind in JournaledKind]: Decoder<Kind> } = {
  memory: (row) => memoryFromRow(row as MemoryRow),
  entity: (row) => entityFromRow(row as EntityRow),
  context: (row) => contextFromRow(row as Parameters<typeof contextFromRow>[0]),
  session: (row) => sessionFromRow(row as Parameters<typeof sessionFromRow>[0]),
  goal: (row) => goalFromRow(row as GoalRow),
  vote: (row) => voteFromRow(row as VoteRow),
  conflict: (row) => record(row as { record: Conflict }),
  learned: (row) => record(row as { record: Learned }),
  edge: (row) => edgeFromRow(row as EdgeRow),
  bank: (row) => withDefaults((row as { settings: Partial<BankSettings> }).settings),
};

/** Fields missing from images of memories stored before pictures and quarantine existed. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

/** Decodes an image of the journal: for entities and edges it is the row, for the others the record. */
const FROM_IMAGE: { readonly [Kind in JournaledKind]: Decoder<Kind> } = {
  memory: (image) => ({ ...LATER_FIELDS, ...(image as Memory) }),
  // The image of a row contains nested JSON.
  entity: (image) => entityFromRow(rowOfImage(image as EntityRow)),
  context: (image) => image as JournaledRecords['context'],
  session: (image) => image as JournaledRecords['session'],
  goal: (image) => image as Goal,
  vote: (image) => image as Vote,
  conflict: (image) => image as Conflict,
  learned: (image) => image as Learned,
  edge: FROM_ROW.edge,
  bank: (image) => withDefaults(image as Partial<BankSettings>),
};

/** A row that was read, as a record. */
export function recordOf<Kind extends JournaledKind>(
  kind: Kind,
  row: object,
): JournaledRecords[Kind] {
  return FROM_ROW[kind](row);
}

/** Throws `corrupt` for an unreadable row. */
export function decodeRow<Kind extends JournaledKind>(
  connection: Connection,
  bank: number,
  kind: Kind,
  stored: object,
): JournaledRecords[Kind] {
  const row = soundRow(connection, kind, bank, { ...stored });
  if (row === undefined) throw unreadable(`${kind} ${nameOfRow(stored as Raw)}`);
  return FROM_ROW[kind](row);
}

/** Null for the image of what did not exist. Throws `corrupt` for an unreadable one. */
export function decodeImage<Kind extends JournaledKind>(
  connection: Connection,
  bank: number,
  kind: Kind,
  stored: { readonly id: string; readonly image: string },
): JournaledRecords[Kind] | null {
  const image = soundRow<{ image: unknown }>(connection, 'journal_before', bank, {
    ...stored,
    type: kind,
  })?.image;
  if (image === undefined) throw unreadable(`what ${kind} ${stored.id} was before`);
  return image === null ? null : FROM_IMAGE[kind](image);
}

/** The row in an image has nested JSON, which was parsed with it. */
function rowOfImage(image: EntityRow): EntityRow {
  return { ...image, aliases: JSON.parse(String(image.aliases)) as EntityRow['aliases'] };
}
