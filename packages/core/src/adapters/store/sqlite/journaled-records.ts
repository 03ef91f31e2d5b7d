import type { Conflict } from '../../../domain/conflict.js';
import type { Vote } from '../../../domain/feedback.js';
import type { Learned } from '../../../domain/learned/record.js';
import type { Memory } from '../../../domain/memory.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Goal } from '../../../domain/goal.js';
import { withDefaults, type BankSettings } from '../../../domain/bank.js';
import { fromRow } from './records.js';
import type { Connection } from './connection.js';
import { nameOfRow, soundRow } from './sound-rows.js';
import { unreadable } from './sqlite-errors.js';
import type { Raw } from '../stored-cells.js';

interface ImageOfEntity {
  readonly aliases: string;
}

type Decoder<Kind extends JournaledKind> = (value: unknown) => JournaledRecords[Kind];

/** Fields missing from images of memories stored before pictures and quarantine existed. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

/** Decodes an image of the journal: for entities and edges it is the row, for the others the record. */
const FROM_IMAGE: { readonly [Kind in JournaledKind]: Decoder<Kind> } = {
  memory: (image) => ({ ...LATER_FIELDS, ...(image as Memory) }),
  // The image of a row contains nested JSON.
  entity: (image) => fromRow('entity', rowOfImage(image as ImageOfEntity)),
  context: (image) => image as JournaledRecords['context'],
  session: (image) => image as JournaledRecords['session'],
  goal: (image) => image as Goal,
  vote: (image) => image as Vote,
  conflict: (image) => image as Conflict,
  learned: (image) => image as Learned,
  edge: (image) => fromRow('edge', image as object),
  bank: (image) => withDefaults(image as Partial<BankSettings>),
};

/** Throws `corrupt` for an unreadable row. */
export function decodeRow<Kind extends JournaledKind>(
  connection: Connection,
  bank: number,
  kind: Kind,
  stored: object,
): JournaledRecords[Kind] {
  const row = soundRow<object>(connection, kind, bank, { ...stored });
  if (row === undefined) throw unreadable(`${kind} ${nameOfRow(stored as Raw)}`);
  return fromRow(kind, row);
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
function rowOfImage(image: ImageOfEntity): object {
  return { ...image, aliases: JSON.parse(image.aliases) as unknown };
}
