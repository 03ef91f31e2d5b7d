import type { EngineParts, OpenBank } from '../../bank/core.js';
import { derive } from '../../bank/derive.js';
import { type Change, type Embedding, EMPTY_CHANGE } from '../../domain/change.js';
import type { Conflict } from '../../domain/conflict.js';
import { MnemeError, noMemory } from '../../domain/errors.js';
import type { BankName, IdPrefix, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import {
  mergedInto,
  MergeInput,
  type MergeReceipt,
  type ParsedMerge,
  type PriorDifference,
} from '../../domain/merge.js';
import { parseInput } from '../../domain/parse-input.js';
import { isReflected } from '../../domain/reflection.js';
import type { Instant } from '../../domain/time.js';
import { mergedMemory, mergedText, type TextPorts } from './merged-memory.js';
import { differencesOf } from './prior-differences.js';
import { inItsPlace, mergedEdges } from './replacement-edges.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import { retryOnConflict } from '../../domain/retry-on-conflict.js';

interface MergePorts extends TextPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** Index data of the new memory, derived from its text and from the old ones' pictures. */
  readonly derive: (
    memory: Memory,
    from: readonly Memory[],
  ) => Promise<Pick<Change, 'embeddings' | 'readings'>>;
}

/** A planned merge, not yet written. */
interface MergePlan extends Omit<MergeReceipt, 'sequence'> {
  readonly put: Pick<Change, 'memories' | 'edges' | 'claims' | 'embeddings' | 'readings'>;
}

const MAX_CONFLICTS = 500;

/**
 * Replaces several memories by one, in one change. It has all their evidence and links; they are retracted and
 * superseded by it. Throws `not_found`; `invalid_input` for retracted memories and reflections; `conflict` if their
 * priors differ, unless `force`.
 */
async function merge(raw: unknown, bank: BankName, ports: MergePorts): Promise<MergeReceipt> {
  const input = parseInput(MergeInput, raw, 'merge');
  const { store, clock, actor } = ports;
  return retryOnConflict(async () => {
    const expectedSequence = (await store.bank(bank))?.sequence ?? 0;
    const at = clock.now();
    const { put, ...receipt } = await planMerge(input, bank, at, ports);
    const sequence = await store.commit(
      {
        ...EMPTY_CHANGE,
        ...put,
        bank,
        at,
        verb: 'merge',
        actor,
        reason:
          input.reason === '' ? `${receipt.merged.length} into ${receipt.memory.id}` : input.reason,
      },
      { expectedSequence },
    );
    return { ...receipt, sequence };
  });
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

/** Open conflicts between two of them, or with another: merging would silently resolve them. */
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
    throw noMemory(missing, 'merge.ids', 'List the ids with `mneme list`; nothing was changed.');
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

/** Replaces several memories by one. Throws as {@link merge}. */
export async function mergeMemories(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<MergeReceipt> {
  await bank.state.follow();
  const receipt = await merge(raw, bank.name, mergePorts(bank, parts));
  // Does not wait for the embedding model: the vector is added later.
  bank.late?.start();
  return receipt;
}

export function mergePorts({ name, state }: OpenBank, parts: EngineParts): MergePorts {
  const { store, clock, actor, stemmer, newId, languageModel } = parts;
  return {
    store,
    clock,
    actor,
    stemmer,
    newId,
    ...(languageModel === undefined ? {} : { languageModel }),
    derive: async (memory, from) => {
      const { embeddings, readings } = await derive([memory], state.encoder, parts);
      return {
        readings,
        embeddings: [...embeddings, ...(await pictureCodes(memory, from, name, parts))],
      };
    },
  };
}

/** Embeddings of its pictures, copied from the memories that the pictures come from. */
async function pictureCodes(
  memory: Memory,
  from: readonly Memory[],
  bank: OpenBank['name'],
  { store, pictures: { space } }: EngineParts,
): Promise<Embedding[]> {
  if (memory.images.length === 0) return [];
  const known = new Map<string, Int8Array>();
  for await (const page of store.codes(
    bank,
    space.name,
    space.id,
    from.map(({ id }) => id),
  )) {
    for (const { memory: id, code } of page) {
      const images = from.find((each) => each.id === id)?.images ?? [];
      for (const [at, each] of space.unpack(code).entries())
        known.set(images[at]?.sha256 ?? '', each);
    }
  }
  const codes = memory.images.flatMap(({ sha256 }) => known.get(sha256) ?? []);
  return codes.length < memory.images.length
    ? []
    : [{ memory: memory.id, space: space.name, encoder: space.id, vector: space.pack(codes) }];
}
