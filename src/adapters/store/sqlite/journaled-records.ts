import type { Conflict } from '../../../domain/conflict.js';
import type { Vote } from '../../../domain/feedback.js';
import type { Learned } from '../../../domain/learned/record.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Goal } from '../../../domain/goal.js';
import {
  bankSettings,
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
import { voteFromRow, type VoteRow } from './vote-rows.js';

type Decoder<Kind extends JournaledKind> = (value: unknown) => JournaledRecords[Kind];

const record = <T>({ record: json }: { record: string }): T => JSON.parse(json) as T;

/** A table's row as a record. */
const FROM_ROW: { readonly [Kind in JournaledKind]: Decoder<Kind> } = {
  memory: (row) => memoryFromRow(row as MemoryRow),
  entity: (row) => entityFromRow(row as EntityRow),
  context: (row) => contextFromRow(row as Parameters<typeof contextFromRow>[0]),
  session: (row) => sessionFromRow(row as Parameters<typeof sessionFromRow>[0]),
  goal: (row) => goalFromRow(row as GoalRow),
  vote: (row) => voteFromRow(row as VoteRow),
  conflict: (row) => record<Conflict>(row as { record: string }),
  learned: (row) => record<Learned>(row as { record: string }),
  edge: (row) => edgeFromRow(row as EdgeRow),
  bank: (row) => bankSettings((row as { settings: string }).settings),
};

/** What images of memories lack that were kept before pictures and quarantine were known. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

/** A journal's image as a record: of entities and edges it keeps the row, of the others the record. */
const FROM_IMAGE: { readonly [Kind in JournaledKind]: Decoder<Kind> } = {
  memory: (image) => ({ ...LATER_FIELDS, ...(image as Memory) }),
  entity: FROM_ROW.entity,
  context: (image) => image as JournaledRecords['context'],
  session: (image) => image as JournaledRecords['session'],
  goal: (image) => image as Goal,
  vote: (image) => image as Vote,
  conflict: (image) => image as Conflict,
  learned: (image) => image as Learned,
  edge: FROM_ROW.edge,
  bank: (image) => bankSettings(JSON.stringify(image)),
};

export function decodeRow<Kind extends JournaledKind>(
  kind: Kind,
  row: unknown,
): JournaledRecords[Kind] {
  return FROM_ROW[kind](row);
}

/** Null for the image of what was not there. */
export function decodeImage<Kind extends JournaledKind>(
  kind: Kind,
  json: string,
): JournaledRecords[Kind] | null {
  const image = JSON.parse(json) as unknown;
  return image === null ? null : FROM_IMAGE[kind](image);
}
