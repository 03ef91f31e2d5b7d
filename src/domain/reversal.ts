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
import type { SchemaOf } from './schema.js';
import { OwnText } from './texts.js';

/** How long a change can be undone. */
export const REVERSIBLE_FOR = 30 * DAY;

/** How the reason begins for which undoing takes a memory back that the undone change had put. */
export const UNDONE = 'undone: ';

/** Whether undoing took it back: it counts as never said, and comes back by undoing that undoing alone. */
export function isUndone({
  retractedAt,
  retraction,
}: Pick<Memory, 'retractedAt' | 'retraction'>): boolean {
  return retractedAt !== null && retraction?.startsWith(UNDONE) === true;
}

/** What `undo` takes; null where nothing changed. */
export const Reversal = OwnText.nullable();

/** A receipt with what undoes its change; null when it changed nothing. */
export type Reversible<Receipt> = Receipt & { readonly reversal: string | null };
/** A schema of its own at each call: what two operations answer is made once. */
export const reversible = <Value, Shape extends z.ZodObject>({ shape }: SchemaOf<Value, Shape>) =>
  z.strictObject({ ...shape, reversal: Reversal }) as unknown as z.ZodType<Reversible<Value>>;

/** Every kind of record that the journal keeps the former states of. */
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

/** What became of one record in a change and since. */
export interface TouchedOf<Kind extends JournaledKind> {
  readonly kind: Kind;
  readonly id: string;
  /** Before the change; null when the change founded it. */
  readonly before: JournaledRecords[Kind] | null;
  /** As the change left it; null when it took it away. */
  readonly after: JournaledRecords[Kind] | null;
  readonly now: JournaledRecords[Kind] | null;
  /** Later changes that touched it, in order. */
  readonly later: readonly number[];
}
export type Touched = { readonly [Kind in JournaledKind]: TouchedOf<Kind> }[JournaledKind];

/** A change as the journal tells of it, and what was undone by it or undid it. */
export interface LoggedChange extends JournalEntry {
  readonly reverts: number | null;
  /** The latest change that undid it; null while none did. */
  readonly revertedBy: number | null;
}

/** Everything that undoing a change has to know. */
export interface ChangeRecord {
  readonly change: LoggedChange;
  readonly touched: readonly Touched[];
}
