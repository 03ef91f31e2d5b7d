import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import {
  aboutTag,
  REFLECTED_TAG,
  REFLECTION_KINDS,
  type BesideResult,
  type ReflectionKind,
} from '../domain/reflection.js';
import type { Instant } from '../domain/time.js';
import { acceptor } from '../indexes/accept.js';
import { NONE } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { rolesOf } from '../indexes/edge-index.js';
import { profileFilter } from './profile.js';
import type { RankingInput } from './ranking/features.js';

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
