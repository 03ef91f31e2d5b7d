import { EMPTY_CHANGE, type Change } from '../../../domain/change.js';
import type { Conflict } from '../../../domain/conflict.js';
import { MnemeError } from '../../../domain/errors.js';
import type { BankName, IdPrefix, MemoryId } from '../../../domain/ids.js';
import type { Memory, Provenance } from '../../../domain/memory.js';
import {
  MergeInput,
  mergedInto,
  type MergeReceipt,
  type ParsedMerge,
  type PriorDifference,
} from '../../../domain/merge.js';
import { parseInput } from '../../../domain/parse-input.js';
import { isReflected } from '../../../domain/reflection.js';
import type { Instant } from '../../../domain/time.js';
import type { Clock } from '../../../ports/clock.js';
import type { Store } from '../../../ports/store.js';
import { inItsPlace, mergedEdges } from './merged-edges.js';
import { mergedMemory } from './merged-memory.js';
import { mergedText, type TextPorts } from './merged-text.js';
import { differencesOf } from './priors.js';

export interface MergePorts extends TextPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** Adds a piece of evidence to a memory, unless it is counted already, as remembering it again does. */
  readonly reinforce: (memory: Memory, evidence: Provenance) => Memory;
  /** What indexes keep of the new memory, derived from its text and from the pictures of the old ones. */
  readonly derive: (
    memory: Memory,
    from: readonly Memory[],
  ) => Promise<Pick<Change, 'embeddings' | 'readings'>>;
}

/** A planned merge, not yet written. */
export interface MergePlan extends Omit<MergeReceipt, 'sequence'> {
  readonly put: Pick<Change, 'memories' | 'edges' | 'claims' | 'embeddings' | 'readings'>;
}

const MAX_TRIES = 50;
const MAX_CONFLICTS = 500;

/**
 * Replaces several memories by one, in one change. It has all evidence and links of all;
 * they are retracted and superseded by it. Throws `not_found`; `invalid_input` for retracted memories and
 * reflections; `conflict` if their priors differ, unless `force`.
 */
export async function merge(
  raw: unknown,
  bank: BankName,
  ports: MergePorts,
): Promise<MergeReceipt> {
  const input = parseInput(MergeInput, raw, 'merge');
  const { store, clock, actor } = ports;
  for (let attempt = 1; ; attempt++) {
    const expectedSequence = (await store.bank(bank))?.sequence ?? 0;
    const at = clock.now();
    const { put, ...receipt } = await planMerge(input, bank, at, ports);
    try {
      const sequence = await store.commit(
        {
          ...EMPTY_CHANGE,
          ...put,
          bank,
          at,
          verb: 'merge',
          actor,
          reason:
            input.reason === ''
              ? `${receipt.merged.length} into ${receipt.memory.id}`
              : input.reason,
        },
        { expectedSequence },
      );
      return { ...receipt, sequence };
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MAX_TRIES) throw error;
    }
  }
}

/** What a merge would write. Throws as {@link merge}. */
export async function planMerge(
  { ids, strategy, name, force }: ParsedMerge,
  bank: BankName,
  at: Instant,
  ports: MergePorts,
): Promise<MergePlan> {
  const { store } = ports;
  const memories = (await store.get(bank, ids))
    .slice()
    .sort((a, b) => a.saidAt - b.saidAt || a.position - b.position || (a.id < b.id ? -1 : 1));
  assertMergeable(ids, memories);
  const differences = differencesOf(memories, await conflictsAmong(memories, bank, store));
  if (differences.length > 0 && !force) throw unlike(differences);
  const text = await mergedText(memories, strategy, ports);
  const memory = mergedMemory(memories, {
    id: ports.newId('m') as MemoryId,
    at,
    name,
    strategy,
    text,
    reinforce: ports.reinforce,
  });
  const edges = await mergedEdges(memory, memories, bank, store);
  const outdated = edges
    .filter(
      ({ from, to, role }) =>
        role === 'supersedes' && from === memory.id && !ids.includes(to as MemoryId),
    )
    .map(({ to }) => to as MemoryId);
  const repointed = (await store.get(bank, outdated)).filter(
    ({ supersededBy: by }) => by !== null && ids.includes(by),
  );
  const claims = await store.claimsOf(
    bank,
    text.said.map(({ id }) => id),
  );
  const taken = memories.map((old): Memory => ({
    ...old,
    retractedAt: at,
    retraction: mergedInto(memory.id),
    supersededBy: memory.id,
    version: old.version + 1,
  }));
  return {
    memory,
    strategy,
    merged: memories.map(({ id }) => id),
    links: edges.length - memories.length,
    differences,
    notices: text.notices,
    put: {
      memories: [memory, ...taken, ...inItsPlace(memory.id, repointed)],
      edges,
      claims: claims.map((claim) => ({ ...claim, memory: memory.id })),
      ...(await ports.derive(memory, memories)),
    },
  };
}

/** Open conflicts between two of them, or with another: merging would settle them silently. */
async function conflictsAmong(
  memories: readonly Memory[],
  bank: BankName,
  store: Store,
): Promise<readonly Conflict[]> {
  const ids = memories.map(({ id }) => id);
  return (await store.conflicts(bank, { status: 'pending', memories: ids }, MAX_CONFLICTS)).items;
}

function assertMergeable(asked: readonly MemoryId[], memories: readonly Memory[]): void {
  const missing = asked.find((id) => !memories.some((memory) => memory.id === id));
  if (missing !== undefined)
    throw new MnemeError('not_found', `There is no memory ${missing}.`, {
      field: 'merge.ids',
      value: missing,
      hint: 'List the ids with `mneme list`; nothing was changed.',
    });
  const held = memories.find(
    ({ quarantine, retractedAt }) => quarantine !== null && retractedAt !== null,
  );
  if (held !== undefined)
    throw new MnemeError('invalid_input', `${held.id} is held back.`, {
      field: 'merge.ids',
      value: held.id,
      hint: 'Look at it, then `mneme quarantine --release`.',
    });
  const gone = memories.find(({ retractedAt }) => retractedAt !== null);
  if (gone !== undefined) {
    const hint =
      gone.supersededBy === null
        ? `Bring it back first: mneme undo ${gone.id}.`
        : `${gone.supersededBy} took its place.`;
    throw new MnemeError('invalid_input', `${gone.id} is taken back.`, {
      field: 'merge.ids',
      value: gone.id,
      hint,
    });
  }
  const written = memories.find(isReflected);
  if (written !== undefined)
    throw new MnemeError(
      'invalid_input',
      `${written.id} was written by reflection, which would write it anew.`,
      {
        field: 'merge.ids',
        value: written.id,
        hint: 'Merge the memories it rests on: `mneme show` lists them.',
      },
    );
}

function unlike(differences: readonly PriorDifference[]): MnemeError {
  return new MnemeError(
    'conflict',
    `The memories rest on different priors: ${differences.map(({ why }) => why).join('; ')}.`,
    {
      field: 'merge.ids',
      value: differences.map(({ prior }) => prior).join(', '),
      hint: 'Leave them apart, settle a conflict with `mneme resolve`, or merge all the same with --force.',
    },
  );
}
