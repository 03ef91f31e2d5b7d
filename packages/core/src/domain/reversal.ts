import { z } from 'zod';
import type { BankSettings } from './bank.js';
import type { JournalEntry } from './change.js';
import type { Conflict } from './conflict.js';
import type { Vote } from './feedback.js';
import type { Goal } from './goal.js';
import type { Context, Edge, Entity, Session } from './graph.js';
import type { Learned } from './learned/record.js';
import type { Memory } from './memory.js';
import { DAY } from './time.js';
import { OwnText, type SchemaOf } from './schema.js';

/** How long a change can be undone. */
export const REVERSIBLE_FOR = 30 * DAY;

/** Prefix of the retraction reason when undoing a change retracts a memory that the change had put. */
export const UNDONE = 'undone: ';

/** Whether an undo retracted it: it counts as never stated, and only undoing that undo restores it. */
export function isUndone({
  retractedAt,
  retraction,
}: Pick<Memory, 'retractedAt' | 'retraction'>): boolean {
  return retractedAt !== null && retraction?.startsWith(UNDONE) === true;
}

/** The argument of `undo`; null if nothing changed. */
export const Reversal = OwnText.nullable();

/** A receipt with the reversal hash of its change; null if it changed nothing. */
export type Reversible<Receipt> = Receipt & { readonly reversal: string | null };
/** A new schema per call, so that each operation has its own. */
export const reversible = <Value, Shape extends z.ZodObject>({ shape }: SchemaOf<Value, Shape>) =>
  z.strictObject({ ...shape, reversal: Reversal }) as unknown as z.ZodType<Reversible<Value>>;

/** Every kind of record whose previous versions the journal stores. */
export interface JournaledRecords {
  readonly memory: Memory;
  readonly entity: Entity;
  readonly context: Context;
  readonly session: Session;
  readonly goal: Goal;
  readonly vote: Vote;
  readonly conflict: Conflict;
  readonly learned: Learned;
  readonly edge: Edge;
  /** The bank's settings, under the bank's name. */
  readonly bank: BankSettings;
}
export const JOURNALED_KINDS = [
  'memory',
  'entity',
  'context',
  'session',
  'goal',
  'vote',
  'conflict',
  'learned',
  'edge',
  'bank',
] as const satisfies readonly (keyof JournaledRecords)[];
export type JournaledKind = (typeof JOURNALED_KINDS)[number];

/** The versions of one record before, in and after a change. */
export interface TouchedOf<Kind extends JournaledKind> {
  readonly kind: Kind;
  readonly id: string;
  /** Before the change; null when the change created it. */
  readonly before: JournaledRecords[Kind] | null;
  /** As the change left it; null when it removed it. */
  readonly after: JournaledRecords[Kind] | null;
  readonly now: JournaledRecords[Kind] | null;
  /** Later changes that touched it, in order. */
  readonly later: readonly number[];
}
export type Touched = { readonly [Kind in JournaledKind]: TouchedOf<Kind> }[JournaledKind];

/** A change in the journal, with what it undid and what undid it. */
export interface LoggedChange extends JournalEntry {
  readonly reverts: number | null;
  /** The latest change that undid it; null if none did. */
  readonly revertedBy: number | null;
}

/** Everything needed to undo a change. */
export interface ChangeRecord {
  readonly change: LoggedChange;
  readonly touched: readonly Touched[];
}
