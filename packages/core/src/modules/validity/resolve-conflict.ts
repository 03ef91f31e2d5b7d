import { z } from 'zod';
import { EMPTY_CHANGE, type Change, type Verb } from '../../domain/change.js';
import {
  KEPT,
  ConflictSettling,
  Conflict,
  type Kept,
  type ParsedConflictSettling,
} from '../../domain/validity.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import type { Edge } from '../../domain/graph.js';
import { type ConflictId, type BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/input.js';
import { isoSecond, type Instant } from '../../domain/time.js';
import type { Clock } from '../../ports/system.js';
import type { Store } from '../../ports/store.js';
import { conflictEdges, lowering, takenFrom } from './record-conflict.js';
import { closesCircle, moreReliable } from './succession.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { Stemmer } from '../../language/stem.js';
import { noteConflict, type NotesOfBank } from './list-conflicts.js';

export interface ResolveParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
  readonly stemmer: Stemmer;
}

const conflictReceiptShape = z.strictObject({
  conflict: Conflict,
  /** The memory that is valid now; null if both are, or if the conflict is open again. */
  holds: MemoryId.nullable(),
  /** The memory superseded by it; null for none. */
  superseded: MemoryId.nullable(),
  sequence: z.number(),
});
export interface ConflictReceipt extends Of<typeof conflictReceiptShape> {}
export const ConflictReceipt: SchemaOf<ConflictReceipt, typeof conflictReceiptShape> =
  conflictReceiptShape;

interface Pair {
  readonly older: Memory;
  readonly newer: Memory;
}

/**
 * Resolves a conflict. The losing memory is superseded, never erased. Throws `not_found`; `conflict` if it is already
 * resolved, unless a person overrules a rule, if it is pending and should be reopened, and if a cycle of successors
 * would arise.
 */
export async function resolveConflict(
  raw: unknown,
  bank: NotesOfBank,
  parts: ResolveParts,
): Promise<ConflictReceipt> {
  const input = parseInput(ConflictSettling, raw, 'resolve');
  if (input.keep === 'undecided')
    return revise('unresolve', bank, parts, () => planReopening(input.id, bank, parts));
  return revise('resolve', bank, parts, (at) => planResolution(input, bank, parts, at));
}

/** Plans a resolution. Throws as {@link resolveConflict}. */
function planResolution(
  input: ParsedConflictSettling,
  bank: NotesOfBank,
  parts: ResolveParts,
  at: Instant,
): Promise<Resolution> {
  return planFor(input.id, bank, parts, async (conflict, pair) => {
    if (
      conflict.status !== 'pending' &&
      !(conflict.settlement?.by === 'rule' && input.by === 'person')
    )
      throw settledAlready(conflict);
    const fresh = reopened(conflict, pair);
    const keep = kept(input, fresh.pair, conflict);
    const given = await supersedeLoser(keep, fresh.pair, bank.name, parts.store);
    return {
      conflict: {
        ...conflict,
        status: conflict.status === 'pending' ? 'resolved' : 'overridden',
        settlement: {
          keep,
          by: input.by,
          actor: parts.actor,
          at,
          note:
            input.note === '' && input.keep === 'reliable' ? 'the more reliable one' : input.note,
          conditions: input.conditions ?? null,
        },
        lowered: given.lowered,
      },
      memories: given.memories,
      before: fresh.removed,
    };
  });
}

/** Plans the reopening of a conflict: it is pending again, and supersedes nothing. */
function planReopening(
  id: ConflictId,
  bank: NotesOfBank,
  parts: ResolveParts,
): Promise<Resolution> {
  const decide = (conflict: Conflict, pair: Pair): Promise<Decision> => {
    if (conflict.status === 'pending') {
      throw new MnemeError(
        'conflict',
        `The conflict ${conflict.id} is pending: there is nothing to take back.`,
        { field: 'id', value: conflict.id, hint: 'Settle it with `mneme resolve`.' },
      );
    }
    const fresh = reopened(conflict, pair);
    const lowered =
      conflict.verdict === 'actual'
        ? lowering(fresh.pair, { older: 1, newer: 1 })
        : { older: 0, newer: 0 };
    const memories = [less(fresh.pair.older, lowered.older), less(fresh.pair.newer, lowered.newer)];
    return Promise.resolve({
      conflict: { ...conflict, status: 'pending', settlement: null, lowered },
      memories,
      before: fresh.removed,
    });
  };
  return planFor(id, bank, parts, decide);
}

function settledAlready({ id, status, settlement }: Conflict): MnemeError {
  const what =
    settlement === null
      ? status
      : `${status} by a ${settlement.by} (${settlement.actor}) on ${isoSecond(settlement.at)}: keep ${settlement.keep}${settlement.note === '' ? '' : `, ${settlement.note}`}`;
  return new MnemeError('conflict', `The conflict ${id} is settled already: ${what}.`, {
    field: 'id',
    value: id,
    hint: 'Take that back first with `mneme resolve ID --keep undecided`.',
    quoted: settlement === null ? [] : [settlement.actor, settlement.note],
  });
}

/** Restores both memories to their state before the conflict. */
function reopened(
  conflict: Conflict,
  { older, newer }: Pair,
): { readonly pair: Pair; readonly removed: readonly Edge[] } {
  const freed = (memory: Memory, other: Memory, taken: number): Memory => ({
    ...memory,
    confidence: Math.min(1, memory.confidence + taken),
    supersededBy: memory.supersededBy === other.id ? null : memory.supersededBy,
  });
  const succession = successionOf(conflict);
  return {
    pair: {
      older: freed(older, newer, conflict.lowered.older),
      newer: freed(newer, older, conflict.lowered.newer),
    },
    removed: succession === null ? [] : conflictEdges(conflict, succession).slice(1),
  };
}

function successionOf({
  settlement,
  older,
  newer,
}: Conflict): { readonly winner: MemoryId; readonly loser: MemoryId } | null {
  if (settlement === null || settlement.keep === 'both') return null;
  return settlement.keep === 'newer'
    ? { winner: newer, loser: older }
    : { winner: older, loser: newer };
}

function kept({ keep }: ParsedConflictSettling, { older, newer }: Pair, conflict: Conflict): Kept {
  const named = KEPT.find((one) => one === keep);
  if (named !== undefined) return named;
  if (keep === 'reliable') return moreReliable(older, newer) <= 0 ? 'older' : 'newer';
  if (keep === older.id) return 'older';
  if (keep === newer.id) return 'newer';
  throw new MnemeError(
    'invalid_input',
    `keep: ${keep} is none of the two memories of ${conflict.id}.`,
    { field: 'resolve.keep', value: keep, hint: `They are ${older.id} and ${newer.id}.` },
  );
}

/** Supersedes one by the other; both stay unchanged if both hold. */
async function supersedeLoser(
  keep: Kept,
  { older, newer }: Pair,
  bank: BankName,
  store: Store,
): Promise<{ readonly memories: readonly Memory[]; readonly lowered: Conflict['lowered'] }> {
  if (keep === 'both') return { memories: [older, newer], lowered: { older: 0, newer: 0 } };
  const [winner, loser] = keep === 'newer' ? [newer, older] : [older, newer];
  if (winner.retractedAt !== null)
    throw new MnemeError(
      'conflict',
      `The memory ${winner.id} is forgotten and cannot take the other's place.`,
      { field: 'resolve.keep', value: keep, hint: `Bring it back first: mneme undo ${winner.id}.` },
    );
  await assertNoCircle(loser, winner, bank, store);
  const taken = takenFrom(loser, 2);
  const given = { ...less(loser, taken), supersededBy: winner.id };
  return keep === 'newer'
    ? { memories: [given, winner], lowered: { older: taken, newer: 0 } }
    : { memories: [winner, given], lowered: { older: 0, newer: taken } };
}

async function assertNoCircle(
  loser: Memory,
  winner: Memory,
  bank: BankName,
  store: Store,
): Promise<void> {
  const next = new Map<MemoryId, MemoryId | null>([[winner.id, winner.supersededBy]]);
  for (let at = winner.supersededBy; at !== null && !next.has(at) && at !== loser.id;) {
    const [memory] = await store.get(bank, [at]);
    next.set(at, memory?.supersededBy ?? null);
    at = memory?.supersededBy ?? null;
  }
  if (!closesCircle(loser.id, winner.id, (id) => next.get(id) ?? null)) return;
  throw new MnemeError(
    'conflict',
    `${winner.id} is itself superseded, in the end by ${loser.id}: the two cannot stand for each other.`,
    {
      field: 'resolve.keep',
      value: winner.id,
      hint: 'Take back what superseded it first: mneme conflicts --memory, then mneme resolve --keep undecided.',
    },
  );
}

function less(memory: Memory, taken: number): Memory {
  return { ...memory, confidence: memory.confidence - taken };
}

interface Decision {
  readonly conflict: Conflict;
  readonly memories: readonly Memory[];
  /** Edges of the previous resolution. */
  readonly before: readonly Edge[];
}

/** A planned resolution or reopening, not yet written. */
export interface Resolution extends Omit<ConflictReceipt, 'sequence'> {
  readonly put: Pick<Change, 'memories' | 'conflicts' | 'edges' | 'removedEdges'>;
}

async function planFor(
  id: ConflictId,
  bank: NotesOfBank,
  parts: ResolveParts,
  decide: (conflict: Conflict, pair: Pair) => Promise<Decision>,
): Promise<Resolution> {
  const { conflict, pair } = await find(id, bank, parts);
  const decided = await decide(conflict, pair);
  const next: Conflict = { ...decided.conflict, version: conflict.version + 1 };
  const succession = successionOf(next);
  const memories = decided.memories.flatMap((memory) => {
    const before = memory.id === pair.older.id ? pair.older : pair.newer;
    return memory.confidence === before.confidence && memory.supersededBy === before.supersededBy
      ? []
      : [{ ...memory, version: before.version + 1 }];
  });
  const put = {
    memories,
    conflicts: [next],
    removedEdges: decided.before,
    edges: next.verdict === 'actual' ? conflictEdges(next, succession) : [],
  };
  return {
    conflict: next,
    holds: succession?.winner ?? null,
    superseded: succession?.loser ?? null,
    put,
  };
}

/** Reads, decides and commits; retries when another process committed first. */
async function revise(
  verb: Extract<Verb, 'resolve' | 'unresolve'>,
  bank: NotesOfBank,
  { store, clock, actor }: ResolveParts,
  plan: (at: Instant) => Promise<Resolution>,
): Promise<ConflictReceipt> {
  return retryOnConflict(async () => {
    const expectedSequence = (await store.bank(bank.name))?.sequence ?? 0;
    const at = clock.now();
    const { put, ...receipt } = await plan(at);
    const sequence = await store.commit(
      {
        ...EMPTY_CHANGE,
        ...put,
        bank: bank.name,
        at,
        verb,
        actor,
        reason: receipt.conflict.settlement?.note ?? '',
      },
      { expectedSequence },
    );
    return { ...receipt, sequence };
  });
}

async function find(
  id: ConflictId,
  bank: NotesOfBank,
  parts: ResolveParts,
): Promise<{ readonly conflict: Conflict; readonly pair: Pair }> {
  const { store } = parts;
  const [recorded] = (await store.conflicts(bank.name, { ids: [id] }, 1)).items;
  const conflict = recorded ?? (await noteConflict(id, bank, parts));
  if (conflict === undefined)
    throw new MnemeError('not_found', `There is no conflict ${id}.`, {
      field: 'id',
      value: id,
      hint: 'List the conflicts with `mneme conflicts`.',
    });
  const memories = await store.get(bank.name, [conflict.older, conflict.newer]);
  const [older, newer] = [
    memories.find((memory) => memory.id === conflict.older),
    memories.find((memory) => memory.id === conflict.newer),
  ];
  if (older === undefined || newer === undefined)
    throw new MnemeError('not_found', `A memory of the conflict ${id} is not there any more.`, {
      field: 'id',
      value: id,
      hint: 'What was erased cannot be settled.',
    });
  return { conflict, pair: { older, newer } };
}
