import type { EngineParts, OpenBank } from '../../bank/core.js';
import { derive } from '../../bank/derive.js';
import { type Change, type Embedding, EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError, noMemory, retryOnConflict } from '../../domain/errors.js';
import {
  mergedInto,
  MergeInput,
  type MergeReceipt,
  type ParsedMerge,
  type PriorDifference,
} from '../../domain/forgetting-and-merging.js';
import type { BankName, IdPrefix, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { type Memory, trustOf, trustRank } from '../../domain/memory.js';
import { sayRecalled } from '../../domain/recalled-text.js';
import { isReflected } from '../../domain/reflection.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { Conflict } from '../../domain/validity.js';
import {
  inItsPlace,
  mergedEdges,
  mergedMemory,
  mergedText,
  type TextPorts,
} from './replacement.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';

/** Minimum difference of confidence that counts as different priors. */
const CONFIDENCE_APART = 0.3;
/** Tolerance above the floating-point error of 0.9 − 0.6 − 0.3, and below any intended difference. */
const ROUNDING = 1e-9;
/**
 * Minimum difference in trust rank: a web page is not merged with the user's words, but a tool's result may be with
 * an agent's.
 */
const RANKS_APART = 2;

/**
 * The ways in which memories differ in their priors: time, speaker, confidence, trust, kind, validity, or a conflict
 * between them. Empty if one may replace them all.
 */
export function differencesOf(
  memories: readonly Memory[],
  pending: readonly Conflict[],
): PriorDifference[] {
  const found: PriorDifference[] = [];
  const differ = (prior: PriorDifference['prior'], why: string): void =>
    void found.push({ prior, why });
  const kinds = new Set(memories.map(({ kind }) => kind));
  if (kinds.size > 1) differ('kind', `they are of the kinds ${listed([...kinds])}`);
  const speakers = new Set(memories.flatMap(({ speaker }) => speaker ?? []));
  if (speakers.size > 1)
    differ('speaker', `they were said by ${listed([...speakers].map(sayRecalled))}`);
  const apart = timesApart(memories);
  if (apart !== null) differ('time', `${apart[0].id} and ${apart[1].id} tell of different times`);
  const [least, most] = extremes(memories, ({ confidence }) => confidence);
  if (most.confidence - least.confidence > CONFIDENCE_APART + ROUNDING)
    differ(
      'confidence',
      `${most.id} is held at ${most.confidence.toFixed(2)}, ${least.id} at ${least.confidence.toFixed(2)}`,
    );
  const [low, high] = extremes(memories, (memory) => trustRank(trustOf(memory)));
  if (trustRank(trustOf(high)) - trustRank(trustOf(low)) >= RANKS_APART)
    differ(
      'trust',
      `${high.id} comes from the ${trustOf(high)}, ${low.id} from the ${trustOf(low)}`,
    );
  const outdated = memories.filter(({ supersededBy }) => supersededBy !== null);
  if (outdated.length > 0)
    differ('validity', `${listed(outdated.map(({ id }) => id))} no longer holds`);
  if (pending.length > 0) differ('conflict', `${listed(pending.map(({ id }) => id))} is pending`);
  return found;
}

/** Two memories whose texts state different dates, more than a day apart. */
function timesApart(memories: readonly Memory[]): readonly [Memory, Memory] | null {
  const dated = memories
    .filter(({ occurredFrom, saidAt, dates }) => occurredFrom !== saidAt && dates.length > 0)
    .sort((a, b) => a.occurredFrom - b.occurredFrom);
  for (const [at, earlier] of dated.entries()) {
    const later = dated[at + 1];
    if (later !== undefined && later.occurredFrom > earlier.occurredTo + DAY)
      return [earlier, later];
  }
  return null;
}

function extremes(
  memories: readonly Memory[],
  figure: (memory: Memory) => number,
): readonly [Memory, Memory] {
  const sorted = [...memories].sort((a, b) => figure(a) - figure(b));
  return [sorted[0] as Memory, sorted.at(-1) as Memory];
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

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
async function planMerge(
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

function mergePorts({ name, state }: OpenBank, parts: EngineParts): MergePorts {
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
