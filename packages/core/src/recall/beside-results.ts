import type { EdgeRole, EntityType } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Attached } from '../domain/recollection.js';
import {
  aboutTag,
  type BesideResult,
  REFLECTED_TAG,
  REFLECTION_KINDS,
  type ReflectionKind,
} from '../domain/reflection.js';
import type { Instant } from '../domain/time.js';
import { type BankIndex, NONE } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { type Link, rolesOf } from '../indexes/edge-index.js';
import { acceptor } from '../indexes/index-lookups.js';
import { profileFilter } from './profile-and-question.js';
import type { RankingInput } from './ranking/features.js';
import type { Ranked } from './ranking/score.js';
import type { RecallCache } from './recall-cache.js';

/** The context of a result. */
export interface Surrounding {
  readonly supporting: readonly Attached[];
  readonly contradictions: readonly Attached[];
  readonly related: readonly Attached[];
  readonly entities: readonly { readonly name: string; readonly type: EntityType }[];
}

const AGAINST: ReadonlySet<Attached['why']> = new Set<Attached['why']>([
  'conflicts_with',
  'supersedes',
  'superseded_by',
]);
const FOR: ReadonlySet<Attached['why']> = new Set<EdgeRole>([
  'supports',
  'similar_to',
  'causes',
  'derived_from',
]);
const MAX_EACH = 3;

/** Links that say something about a result; mere succession in time is shown by its position. */
const SHOWN = rolesOf(['semantic', 'temporal', 'causal', 'relational']);

/**
 * Attaches to each result its supporting and contradicting memories, the turns around it, and the entities it names.
 * `kept` caches this for one change of the bank; null if the answer is about another moment.
 */
export async function expand(
  results: readonly Ranked[],
  state: BankState,
  kept: RecallCache<Surrounding> | null,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<ReadonlyMap<MemoryId, Surrounding>> {
  const { sequence } = state;
  const surroundings = new Map<MemoryId, Surrounding>();
  const missing: Ranked[] = [];
  for (const result of results) {
    const known = kept?.get(result.memory.id, sequence) ?? null;
    if (known === null) missing.push(result);
    else surroundings.set(result.memory.id, known);
  }
  if (missing.length === 0) return surroundings;
  for (const [id, surrounding] of await readSurroundings(missing, state, load)) {
    surroundings.set(id, surrounding);
    kept?.put(id, sequence, surrounding);
  }
  return surroundings;
}

async function readSurroundings(
  results: readonly Ranked[],
  state: BankState,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<readonly (readonly [MemoryId, Surrounding])[]> {
  const wanted = results.map((result) => {
    const links = state.edges.links(state.edges.memoryNode(result.slot), SHOWN);
    return {
      id: result.memory.id,
      attached: attachments(result.slot, links, state),
      entities: mentioned(links, state),
    };
  });
  const ids = new Set(wanted.flatMap(({ attached }) => attached.map(({ id }) => id)));
  const loaded = new Map((await load([...ids])).map((memory) => [memory.id, memory]));
  return wanted.map((each) => {
    const attached = each.attached.flatMap(({ id, why }): Attached[] => {
      const other = loaded.get(id);
      return other === undefined ? [] : [{ id, content: other.content, why }];
    });
    const of = (side: Side): Attached[] => attached.filter(({ why }) => sideOf(why) === side);
    return [
      each.id,
      {
        supporting: of('for'),
        contradictions: of('against'),
        related: of('beside'),
        entities: each.entities,
      },
    ];
  });
}

interface Wanted {
  readonly id: MemoryId;
  readonly why: Attached['why'];
}

/**
 * Related memories, three on each side: only what will be shown is loaded. If two links lead to one memory, the first
 * counts.
 */
function attachments(slot: number, links: readonly Link[], { index, edges }: BankState): Wanted[] {
  const sides: Readonly<Record<Side, Wanted[]>> = { for: [], against: [], beside: [] };
  const seen = new Set<number>([slot]);
  const attach = (other: number, why: Attached['why']): void => {
    if (other === NONE || seen.has(other)) return;
    seen.add(other);
    const side = sides[sideOf(why)];
    if (side.length < MAX_EACH) side.push({ id: index.id(other), why });
  };
  for (const { other, role, outgoing } of links) {
    const near = edges.slot(other);
    const why = role === 'supersedes' && !outgoing ? 'superseded_by' : role;
    if (role !== 'follows' && !index.reflected.has(near)) attach(near, why);
  }
  for (const turn of [index.next(slot), index.previous(slot)])
    if (turn !== NONE && index.isLive(turn)) attach(turn, 'next_turn');
  for (const sibling of lastSiblings(slot, index)) attach(sibling, 'same_context');
  return [...sides.for, ...sides.against, ...sides.beside];
}

/** The latest of its context, in order of recording. */
function lastSiblings(slot: number, index: BankIndex): number[] {
  const members = index.contextMembers(index.context(slot));
  const last: number[] = [];
  for (let at = members.length - 1; at >= 0 && last.length < MAX_EACH; at--) {
    const other = members[at] ?? NONE;
    if (other !== slot && index.isLive(other)) last.unshift(other);
  }
  return last;
}

type Side = 'for' | 'against' | 'beside';

function sideOf(why: Attached['why']): Side {
  if (FOR.has(why)) return 'for';
  return AGAINST.has(why) ? 'against' : 'beside';
}

/** The entities that a memory names. */
export function mentionedBy(slot: number, state: BankState): Surrounding['entities'] {
  return mentioned(state.edges.links(state.edges.memoryNode(slot), MENTIONS), state);
}

const MENTIONS = rolesOf(['relational']);

function mentioned(links: readonly Link[], state: BankState): Surrounding['entities'] {
  return links.flatMap(({ other, role, outgoing }) => {
    const id = role === 'mentions' && outgoing ? state.edges.entity(other) : null;
    const entity = id === null ? undefined : state.entities.get(id);
    return entity === undefined ? [] : [{ name: entity.name, type: entity.type }];
  });
}

/** A reflection by slot, and how near it is to the question, 0..1. */
export interface NearReflection {
  readonly slot: number;
  readonly score: number;
}

/** Score for a question that names the reflection's subject, on the scale of a cosine. */
const NAMED = 0.4;
/** A reflection about somebody else must be near in meaning. */
const MIN_SCORE = 0.25;
const EVIDENCE = rolesOf(['hierarchical']);

/** Whether reflections are ranked with all other memories: the profile names one of their kinds, or their tag. */
export function asksForReflections({ kinds, tags }: ParsedProfile): boolean {
  return (
    tags?.includes(REFLECTED_TAG) === true ||
    kinds?.some((kind) => (REFLECTION_KINDS as readonly string[]).includes(kind)) === true
  );
}

/**
 * The reflections nearest to the question that the profile admits: none if kinds are named, as they are ranked then.
 */
export function nearReflections(
  profile: ParsedProfile,
  { index, similarity, understanding }: RankingInput,
): NearReflection[] {
  if (
    index.reflected.size === 0 ||
    profile.reflections === 0 ||
    profile.query === undefined ||
    profile.kinds !== undefined ||
    asksForReflections(profile)
  )
    return [];
  const accepts = acceptor(index, profileFilter(profile));
  const asked = understanding.entities.map(({ id }) => aboutTag(id));
  const isNamed = (slot: number): boolean => asked.some((tag) => index.tags(slot).includes(tag));
  return [...index.reflected]
    .filter(accepts)
    .map((slot) => ({
      slot,
      score: (Math.max(0, similarity(slot)) + (isNamed(slot) ? NAMED : 0)) / (1 + NAMED),
    }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, profile.reflections);
}

/** Loads reflections and states of each whether its evidence is still valid, except at a past moment. */
export async function presentReflections(
  near: readonly NearReflection[],
  asOf: Instant | undefined,
  state: BankState,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<BesideResult[]> {
  if (near.length === 0) return [];
  const loaded = new Map(
    (await load(near.map(({ slot }) => state.index.id(slot)))).map((memory) => [memory.id, memory]),
  );
  const evidence = near.map(({ slot }) => evidenceOf(slot, state));
  const behind = new Map(
    (await load([...new Set(evidence.flat())])).map((memory) => [memory.id, memory]),
  );
  return near.flatMap(({ slot, score }, at): BesideResult[] => {
    const memory = loaded.get(state.index.id(slot));
    if (memory === undefined) return [];
    const { id, content, confidence, recordedAt } = memory;
    const standing = (evidence[at] ?? []).filter((each) => behind.has(each));
    const replaced = standing.filter((each) =>
      isNewsTo(recordedAt, behind.get(each)?.supersededBy ?? null, state),
    ).length;
    const gone = Number(memory.metadata['evidence'] ?? 0) - standing.length;
    const stale =
      asOf !== undefined
        ? null
        : memory.supersededBy !== null
          ? 'a newer one took its place'
          : gone > 0
            ? `${gone} of the memories it rests on are gone`
            : replaced > 0
              ? `${replaced} of the memories it rests on were superseded`
              : null;
    return [
      {
        id,
        kind: memory.kind as ReflectionKind,
        content,
        confidence,
        reflectedAt: recordedAt,
        evidence: standing,
        stale,
        score,
      },
    ];
  });
}

/** Whether the successor of a memory is newer than the reflection on it; otherwise the reflection covers both. */
function isNewsTo(reflectedAt: Instant, successor: MemoryId | null, { index }: BankState): boolean {
  const slot = successor === null ? NONE : index.slot(successor);
  return slot !== NONE && index.recordedAt.get(slot) > reflectedAt;
}

function evidenceOf(slot: number, { edges, index }: BankState): MemoryId[] {
  const links = edges
    .links(edges.memoryNode(slot), EVIDENCE)
    .filter(({ outgoing, role }) => outgoing && role === 'derived_from');
  return [
    ...new Set(
      links.flatMap(({ other }) =>
        edges.slot(other) === NONE ? [] : [index.id(edges.slot(other))],
      ),
    ),
  ];
}
