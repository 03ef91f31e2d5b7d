import { EMPTY_CHANGE, type Change } from '@mneme/core/domain/change.js';
import type { BankSettings } from '@mneme/core/domain/bank.js';
import { linksByNode, type Edge } from '@mneme/core/domain/graph.js';
import type { BankName, MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory, Provenance } from '@mneme/core/domain/memory.js';
import {
  aboutTag,
  REFLECTED_TAG,
  type Reflection,
  type ReflectionKind,
} from '@mneme/core/domain/reflection.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { reflectedHash } from '@mneme/core/language/text-hash.js';
import type { Store } from '@mneme/core/ports/store.js';
import { isMove } from './form-opinions.js';
import type { Ground, ReflectRun, Wanted } from './reflect-run.js';

/** An evidence link is qualitative: its weight only has to be high enough for it to be followed. */
const EVIDENCE_WEIGHT = 0.5;
/** Weak, so that a reflection is never among the strongest links of its subject. */
const MENTION_WEIGHT = 0.25;
const REFLECTION_IMPORTANCE = 0.5;
/** Maximum number of memories linked to a reflection. */
const MAX_GROUNDS = 40;

/** What happened to one reflection. */
export type Fate = 'made' | 'renewed' | 'retracted' | 'unchanged';

export interface Planned {
  readonly fate: Fate;
  readonly kind: ReflectionKind;
  /** Every version that is written: the new one, and the one it replaces. */
  readonly memories: readonly Memory[];
  /** The new memory, if it needs to be indexed and embedded. */
  readonly fresh: Memory | null;
  readonly edges: readonly Edge[];
  readonly removedEdges: readonly Edge[];
  readonly reflection: Reflection | null;
}

/**
 * Brings a reflection to its desired state: as a new one, replacing an earlier wording, or under the same id with
 * other evidence.
 */
export async function planWanted(wanted: Wanted, at: Instant, run: ReflectRun): Promise<Planned> {
  const standing = run.existing.of(wanted.key);
  const before = standing.at(-1);
  const doubles = standing.slice(0, -1).map((memory) => retracted(memory, at, 'written twice'));
  const id = before?.content === wanted.content ? before.id : (run.ports.newId('m') as MemoryId);
  const was = before === undefined ? [] : await evidenceEdges(before, run.bank, run.ports.store);
  const moves = was.filter((edge) => before !== undefined && isMove(edge, before));
  const keepsMoves =
    before !== undefined && before.metadata['polarity'] === wanted.metadata['polarity'];
  const edges = edgesOf(id, wanted);
  const memory = composed(id, wanted, before, keepsMoves, at);
  const reflection: Reflection = {
    id,
    kind: wanted.kind,
    about: wanted.about?.name ?? null,
    content: wanted.content,
    confidence: wanted.confidence,
    evidence: ids(wanted.grounds),
    against: ids(wanted.against),
  };
  if (before === undefined)
    return {
      fate: 'made',
      kind: wanted.kind,
      memories: [memory, ...doubles],
      fresh: memory,
      edges,
      removedEdges: [],
      reflection,
    };
  if (before.id !== id) {
    const carried = keepsMoves
      ? moves.map((edge) => (edge.from === before.id ? { ...edge, from: id } : { ...edge, to: id }))
      : [];
    const old = { ...retracted(before, at, `superseded by ${id}`), supersededBy: id };
    return {
      fate: 'renewed',
      kind: wanted.kind,
      memories: [memory, old, ...doubles],
      fresh: memory,
      edges: [...edges, ...carried, supersedes(id, before.id)],
      removedEdges: [],
      reflection,
    };
  }
  const wantedKeys = new Set(edges.map(edgeKey));
  const removedEdges = was.filter(
    (edge) => !isMove(edge, before) && !wantedKeys.has(edgeKey(edge)),
  );
  const knownKeys = new Set(was.map(edgeKey));
  const added = edges.filter((edge) => !knownKeys.has(edgeKey(edge)) && edge.role !== 'mentions');
  const same = added.length === 0 && removedEdges.length === 0 && sameState(before, memory);
  if (same && doubles.length === 0)
    return {
      fate: 'unchanged',
      kind: wanted.kind,
      memories: [],
      fresh: null,
      edges: [],
      removedEdges: [],
      reflection: null,
    };
  return {
    fate: 'renewed',
    kind: wanted.kind,
    memories: [...(same ? [] : [memory]), ...doubles],
    fresh: null,
    edges: added,
    removedEdges,
    reflection,
  };
}

/** Retracts a reflection without remaining evidence. */
export function planRetraction(memory: Memory, at: Instant): Planned {
  const kind = memory.kind as ReflectionKind;
  return {
    fate: 'retracted',
    kind,
    memories: [retracted(memory, at, 'its evidence is gone')],
    fresh: null,
    edges: [],
    removedEdges: [],
    reflection: null,
  };
}

/** One change for everything planned; null if there is nothing to write. */
export async function composeChange(
  planned: readonly Planned[],
  settings: Partial<BankSettings> | null,
  at: Instant,
  run: ReflectRun,
): Promise<Change | null> {
  const memories = planned.flatMap((each) => each.memories);
  if (
    memories.length === 0 &&
    settings === null &&
    planned.every(({ edges, removedEdges }) => edges.length + removedEdges.length === 0)
  )
    return null;
  const fresh = planned.flatMap((each) => each.fresh ?? []);
  const read = fresh.map((memory) => ({ memory, ...run.ports.read(memory) }));
  const embedded = await Promise.all(
    read.map(({ memory, terms }) => run.ports.embed(memory, terms)),
  );
  const count = (fate: Fate): number => planned.filter((each) => each.fate === fate).length;
  return {
    ...EMPTY_CHANGE,
    bank: run.bank,
    at,
    verb: 'reflect',
    actor: run.ports.actor,
    reason: `${count('made')} made, ${count('renewed')} renewed, ${count('retracted')} retracted`,
    memories,
    edges: planned.flatMap((each) => each.edges),
    removedEdges: planned.flatMap((each) => each.removedEdges),
    readings: read.map(({ memory, terms, traits }) => ({
      memory: memory.id,
      terms: terms.join(' '),
      traits,
    })),
    embeddings: embedded.flatMap((each) => each ?? []),
    settings,
  };
}

/** The edges that a reflection rests on, in both directions. */
export async function evidenceEdges(
  reflection: Pick<Memory, 'id'>,
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<readonly Edge[]> {
  return (await evidenceByReflection([reflection], bank, store)).get(reflection.id) ?? [];
}

/** The edges that each of the reflections rests on. */
export async function evidenceByReflection(
  reflections: readonly Pick<Memory, 'id'>[],
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<ReadonlyMap<MemoryId, readonly Edge[]>> {
  const ids = reflections.map(({ id }) => id);
  const edges = await store.neighbours(bank, ids, ['hierarchical', 'semantic'], 4 * MAX_GROUNDS);
  const links = linksByNode(ids, edges);
  return new Map(
    ids.map((id) => [
      id,
      (links.get(id) ?? []).filter(
        ({ from, role, to }) =>
          (from === id && (role === 'derived_from' || role === 'conflicts_with')) ||
          (to === id && role === 'supports'),
      ),
    ]),
  );
}

function composed(
  id: MemoryId,
  wanted: Wanted,
  before: Memory | undefined,
  keepsMoves: boolean,
  at: Instant,
): Memory {
  const { content, confidence, kind, about, key, grounds } = wanted;
  const moved = keepsMoves ? before?.metadata['moved'] : undefined;
  const metadata = {
    reflection: kind,
    key,
    ...(about === null ? {} : { about: about.id, aboutName: about.name }),
    ...wanted.metadata,
    evidence: new Set(ids(grounds)).size,
    ...(moved === undefined ? {} : { moved }),
  };
  if (before?.id === id) return { ...before, confidence, metadata, version: before.version + 1 };
  const provenance: Provenance = {
    source: 'agent',
    speaker: null,
    session: null,
    turn: null,
    origin: 'reflection',
    saidAt: at,
  };
  return {
    id,
    kind,
    content,
    contentHash: reflectedHash(content),
    language: 'en',
    speaker: null,
    session: null,
    position: 0,
    saidAt: at,
    occurredFrom: at,
    occurredTo: at + 1,
    occurredPrecision: 'minute',
    recordedAt: at,
    retractedAt: null,
    retraction: null,
    quarantine: null,
    confidence,
    importance: REFLECTION_IMPORTANCE,
    version: 1,
    supersededBy: null,
    tags: [REFLECTED_TAG, ...wanted.mentions.map(({ id: entity }) => aboutTag(entity))],
    metadata,
    provenance: [provenance],
    dates: [],
    context: null,
    images: [],
  };
}

function edgesOf(id: MemoryId, { grounds, against, mentions }: Wanted): Edge[] {
  const link = (role: 'derived_from' | 'conflicts_with', { memory, label }: Ground): Edge => ({
    from: id,
    to: memory.id,
    role,
    label,
    weight: EVIDENCE_WEIGHT,
    confidence: memory.confidence,
    status: 'resolved',
    evidence: id,
  });
  const edges = [
    ...grounds.slice(0, MAX_GROUNDS).map((each) => link('derived_from', each)),
    ...against.slice(0, MAX_GROUNDS).map((each) => link('conflicts_with', each)),
    ...mentions.map((entity): Edge => ({
      from: id,
      to: entity.id,
      role: 'mentions',
      label: '',
      weight: MENTION_WEIGHT,
      confidence: 1,
      status: 'resolved',
      evidence: id,
    })),
  ];
  return [...new Map(edges.map((edge) => [edgeKey(edge), edge])).values()];
}

function supersedes(from: MemoryId, to: MemoryId): Edge {
  return {
    from,
    to,
    role: 'supersedes',
    label: '',
    weight: EVIDENCE_WEIGHT,
    confidence: 1,
    status: 'resolved',
    evidence: from,
  };
}

function retracted(memory: Memory, at: Instant, why: string): Memory {
  return { ...memory, retractedAt: at, retraction: why, version: memory.version + 1 };
}

function ids(grounds: readonly Ground[]): MemoryId[] {
  return [...new Set(grounds.slice(0, MAX_GROUNDS).map(({ memory }) => memory.id))];
}

function edgeKey({ from, role, to, label }: Edge): string {
  return `${from}|${role}|${to}|${label}`;
}

function sameState(before: Memory, now: Memory): boolean {
  const facts = (memory: Memory): string =>
    JSON.stringify(Object.entries(memory.metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
  return Math.abs(before.confidence - now.confidence) < 1e-9 && facts(before) === facts(now);
}
