import { z } from 'zod';
import {
  type Change,
  type ChangeRecord,
  EMPTY_CHANGE,
  type LoggedChange,
  REVERSIBLE_FOR,
  Verb,
} from '../../domain/change.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import { withoutPastExpiry } from '../../domain/memory-times.js';
import { isOpenGoal, type Goal } from '../../domain/goal.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { isoSecond, Instant } from '../../domain/time.js';
import type { Clock } from '../../ports/system.js';
import type { PrincipalStanding } from '../../domain/access.js';
import type { Store } from '../../ports/store.js';
import { Ids, restore } from './forget.js';
import type { RecordParts } from '../../bank/records-as-change.js';
import { invert, Clash } from './diff.js';
import { reversalHash, sequenceOf } from '../../bank/bank-handle.js';
import { NOT_UNDONE, standingReversal } from '../inspect/index.js';
import { type Of, type SchemaOf, textUpTo, flag } from '../../domain/schema.js';

export interface UndoPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
  readonly standing?: PrincipalStanding;
}

export const UndoInput = z.strictObject({
  hash: textUpTo(100)
    .optional()
    .describe(
      'The reversal hash of the change, from its receipt or from `mneme log`; or the id of a memory that was forgotten.',
    ),
  ids: Ids.optional().describe('Forgotten memories to bring back, as in m_01h5k0c2x9w7a.'),
  reason: z.string().max(500).default('').describe('Why, for the journal.'),
  force: flag(
    'Also where later changes touched the same records; what those made of them is lost, until this is undone.',
  ),
});
export type UndoInput = z.input<typeof UndoInput>;

const undoReceiptShape = z.strictObject({
  /** The change that was undone; null if forgotten memories were restored. */
  undone: z
    .strictObject({
      sequence: z.number(),
      at: Instant,
      verb: Verb,
      actor: z.string(),
      reason: z.string(),
    })
    .nullable(),
  /** Memories restored to their previous state. */
  memories: z.array(MemoryId),
  /** Named memories that were already current. */
  unchanged: z.array(MemoryId),
  /** Number of restored records of every kind, including memories. */
  records: z.number(),
  /** Records that later changes had touched; only with `force`. */
  forced: z.array(Clash),
  sequence: z.number(),
});
export interface UndoReceipt extends Of<typeof undoReceiptShape> {}
export const UndoReceipt: SchemaOf<UndoReceipt, typeof undoReceiptShape> = undoReceiptShape;

/**
 * Applies the inverse of a change as a new change, which can be undone in turn, or restores forgotten memories.
 * Throws `not_found` for an unknown hash, `invalid_input` for one older than 30 days or without an inverse,
 * `conflict` if it is already undone, if later changes touched its records (naming them; `force` overrides this), or
 * if the goals would not form a tree.
 */
export async function undo(raw: unknown, bank: BankName, ports: UndoPorts): Promise<UndoReceipt> {
  const { hash, ids, reason, force } = parseInput(UndoInput, raw, 'undo');
  const first = MemoryId.safeParse(hash);
  if (hash === undefined || first.success)
    return bringBack(
      [...(first.data === undefined ? [] : [first.data]), ...(ids ?? [])],
      reason,
      bank,
      ports,
    );
  if (ids !== undefined)
    throw new MnemeError('invalid_input', 'undo: a change and memories are named.', {
      field: 'undo.ids',
      hint: 'Give the hash of a change, or ids of forgotten memories.',
    });
  return undoChange({ hash, reason, force }, bank, ports);
}

async function bringBack(
  ids: readonly MemoryId[],
  reason: string,
  bank: BankName,
  ports: UndoPorts,
): Promise<UndoReceipt> {
  if (ids.length === 0)
    throw new MnemeError('invalid_input', 'undo: name what is to be undone.', {
      field: 'undo.hash',
      hint: 'A reversal hash, as `mneme log` shows it, or ids of forgotten memories.',
    });
  const { changed, unchanged, sequence } = await restore(ids, reason, bank, ports);
  return {
    undone: null,
    memories: changed,
    unchanged,
    records: changed.length,
    forced: [],
    sequence,
  };
}

async function undoChange(
  {
    hash,
    reason,
    force,
  }: Pick<z.output<typeof UndoInput>, 'reason' | 'force'> & { readonly hash: string },
  bank: BankName,
  ports: UndoPorts,
): Promise<UndoReceipt> {
  const { store, clock, actor, standing } = ports;
  return retryOnConflict(async () => {
    const expectedSequence = (await store.bank(bank))?.sequence ?? 0;
    const at = clock.now();
    const record = await findChange(hash, bank, store, at);
    const { change, clashes } = await invert(record, at);
    if (change.settings !== null && standing === 'guest') throw notTheirs();
    if (clashes.length > 0 && !force) throw await clashError(record.change, clashes, bank, store);
    await assertGoalsFit(change.goals, bank, store);
    const { sequence: number, verb } = record.change;
    const inverse: Change = {
      ...EMPTY_CHANGE,
      ...change,
      // An expired tag is renewed: else the next read would retract it again.
      memories: change.memories.map((memory) => withoutPastExpiry(memory, at)),
      bank,
      at,
      verb: 'undo',
      actor,
      reason: `${verb} of ${isoSecond(record.change.at)}${reason === '' ? '' : `: ${reason}`}`,
      reverts: number,
    };
    const sequence = await store.commit(inverse, { expectedSequence });
    return {
      undone: told(record.change),
      memories: change.memories.map(({ id }) => id),
      unchanged: [],
      records: countOf(change),
      forced: clashes,
      sequence,
    };
  });
}

function notTheirs(): MnemeError {
  return new MnemeError('denied', 'How a bank is set up is changed by who administers it.', {
    field: 'undo.hash',
    hint: 'Undo it at the command line, or with a key that has the scope admin.',
  });
}

function told({ sequence, at, verb, actor, reason }: LoggedChange): UndoReceipt['undone'] {
  return { sequence, at, verb, actor, reason };
}

function countOf({ settings, ...lists }: RecordParts): number {
  return Object.values(lists).reduce((sum, list) => sum + list.length, settings === null ? 0 : 1);
}

async function findChange(
  hash: string,
  bank: BankName,
  store: Store,
  now: Instant,
): Promise<ChangeRecord> {
  const sequence = sequenceOf(bank, hash);
  const record = sequence === null ? null : await store.changeRecord(bank, sequence);
  if (record === null) {
    throw new MnemeError('not_found', `The bank ${bank} has no change with the hash ${hash}.`, {
      field: 'undo.hash',
      value: hash,
      hint: 'List the changes with `mneme log`; a hash holds for one bank only.',
    });
  }
  const { change } = record;
  const hint = NOT_UNDONE[change.verb];
  if (hint !== undefined)
    throw new MnemeError('invalid_input', `A change of the kind ${change.verb} is not undone.`, {
      field: 'undo.hash',
      value: hash,
      hint,
    });
  if (now - change.at > REVERSIBLE_FOR) {
    throw new MnemeError(
      'invalid_input',
      `The change of ${isoSecond(change.at)} can no longer be undone: 30 days are over.`,
      {
        field: 'undo.hash',
        value: hash,
        hint: '`mneme list --as-of` and `mneme diff` still show how it was.',
      },
    );
  }
  await assertStands(change, bank, store);
  return record;
}

/** A change whose undo is still in effect cannot be undone again. */
async function assertStands(change: LoggedChange, bank: BankName, store: Store): Promise<void> {
  const by = await standingReversal(change, bank, store);
  if (by === null) return;
  throw new MnemeError(
    'conflict',
    `The change of ${isoSecond(change.at)} was undone already, by ${by.actor} on ${isoSecond(by.at)}.`,
    {
      field: 'undo.hash',
      value: reversalHash(bank, change.sequence),
      hint: `To have it again, undo that: mneme undo ${reversalHash(bank, by.sequence)}.`,
      quoted: [by.actor],
    },
  );
}

const NAMED_AT_MOST = 5;

async function clashError(
  change: LoggedChange,
  clashes: readonly Clash[],
  bank: BankName,
  store: Store,
): Promise<MnemeError> {
  const sequences = [...new Set(clashes.flatMap(({ later }) => later))];
  const later: string[] = [];
  for (const entry of await store.journal(bank, { sequences }, sequences.length)) {
    if (later.length === NAMED_AT_MOST) break;
    // Changes already undone need no undo first: their undo restored the state before them.
    if (
      !((entry.reverts ?? 0) > change.sequence) &&
      (await standingReversal(entry, bank, store)) === null
    )
      later.push(`${entry.verb} of ${isoSecond(entry.at)} (${reversalHash(bank, entry.sequence)})`);
  }
  const records = clashes
    .slice(0, NAMED_AT_MOST)
    .map(({ kind, id }) => (kind === 'bank' ? 'the settings' : id));
  return new MnemeError(
    'conflict',
    `Later changes touched what the ${change.verb} of ${isoSecond(change.at)} changed: ${records.join(', ')}${clashes.length > records.length ? ` and ${clashes.length - records.length} more` : ''}.`,
    {
      field: 'undo.hash',
      value: reversalHash(bank, change.sequence),
      hint: `Undo those first, the newest at first: ${later.join(', ')}; or --force, and what they made of these records goes too.`,
    },
  );
}

/** Restored and removed goals must leave a tree: each active goal under an active one, and one north star. */
async function assertGoalsFit(put: readonly Goal[], bank: BankName, store: Store): Promise<void> {
  if (put.length === 0) return;
  const goals = new Map((await store.goals(bank)).map((goal) => [goal.id, goal]));
  for (const goal of put) goals.set(goal.id, goal);
  const standing = [...goals.values()].filter(isOpenGoal);
  const orphan = standing.find(
    ({ parent }) => parent !== null && !standing.some(({ id }) => id === parent),
  );
  const stars = standing.filter(({ level }) => level === 'north_star');
  if (orphan === undefined && stars.length <= 1) return;
  const why =
    orphan === undefined
      ? `there would be two north stars, ${stars.map(({ id }) => id).join(' and ')}`
      : `the goal ${orphan.id} “${orphan.description}” would serve one that does not stand`;
  throw new MnemeError('conflict', `The goals would no longer form a tree: ${why}.`, {
    field: 'undo.hash',
    hint: 'Remove or move the other goals first: `mneme goals --all`.',
  });
}
