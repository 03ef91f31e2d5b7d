import type { Conflict } from '../../domain/conflict.js';
import type { MemoryId } from '../../domain/ids.js';
import { type Memory, SOURCES, type Succeeded } from '../../domain/memory.js';
import { independentEvidence } from '../../domain/provenance.js';
import { DAY, type Instant, type Period } from '../../domain/time.js';

/** Memories that fill one slot, linked by the conflicts among them. */
export interface Lineage {
  readonly members: ReadonlySet<MemoryId>;
  readonly conflicts: readonly Conflict[];
}

/** Groups conflicts into lineages: those that share a memory belong together (disjoint sets: Galler and Fischer 1964). */
export function lineages(conflicts: readonly Conflict[]): Lineage[] {
  const parents = new Map<MemoryId, MemoryId>();
  const rootOf = (id: MemoryId): MemoryId => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // Path compression.
    for (let at = id; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { older, newer } of conflicts) {
    const [one, other] = [rootOf(older), rootOf(newer)];
    if (one !== other) parents.set(one, other);
  }
  const groups = new Map<MemoryId, { members: Set<MemoryId>; conflicts: Conflict[] }>();
  for (const conflict of conflicts) {
    const root = rootOf(conflict.older);
    const group = groups.get(root) ?? { members: new Set<MemoryId>(), conflicts: [] };
    group.members.add(conflict.older).add(conflict.newer);
    group.conflicts.push(conflict);
    groups.set(root, group);
  }
  return [...groups.values()];
}

/**
 * The memory that replaces another now: the end of its chain of successors, skipping retracted ones; null if none is
 * live. Stops at a cycle.
 */
export function liveSuccessor(
  memory: Succeeded,
  load: (id: MemoryId) => Succeeded | undefined,
): Succeeded | null {
  const seen = new Set<MemoryId>([memory.id]);
  let found: Succeeded | null = null;
  for (let next = memory.supersededBy; next !== null && !seen.has(next);) {
    seen.add(next);
    const successor = load(next);
    if (successor === undefined) break;
    if (successor.retractedAt === null) found = successor;
    next = successor.supersededBy;
  }
  return found;
}

/** Whether superseding `old` by `by` would close a cycle. */
export function closesCircle(
  old: MemoryId,
  by: MemoryId,
  supersededBy: (id: MemoryId) => MemoryId | null,
): boolean {
  const seen = new Set<MemoryId>();
  for (let at: MemoryId | null = by; at !== null && !seen.has(at); at = supersededBy(at)) {
    if (at === old) return true;
    seen.add(at);
  }
  return false;
}

/** Best first: by trust in the source, then confidence, then evidence, then the time of saying. */
export function moreReliable(a: Memory, b: Memory): number {
  const rank = ({ provenance }: Memory): number =>
    Math.min(...provenance.map(({ source }) => SOURCES.indexOf(source)));
  return (
    rank(a) - rank(b) ||
    b.confidence - a.confidence ||
    independentEvidence(b) - independentEvidence(a) ||
    b.saidAt - a.saidAt ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Maximum time between the date a value began, by its text, and the statement. */
const TOLD_LATE = 90 * DAY;

/** When a memory's value began to hold: the date in its text if that is shortly before, else when it was said. */
export function beginOf({ saidAt, occurredFrom }: Memory): Instant {
  return occurredFrom < saidAt && saidAt - occurredFrom < TOLD_LATE ? occurredFrom : saidAt;
}

/** The member that held for most of a period, by when each began. */
export function holderIn(members: readonly Memory[], { from, to }: Period): Memory | null {
  const inOrder = [...members].sort((a, b) => beginOf(a) - beginOf(b));
  let best: Memory | null = null;
  let most = 0;
  for (const [at, memory] of inOrder.entries()) {
    const end = inOrder[at + 1] === undefined ? Infinity : beginOf(inOrder[at + 1] as Memory);
    const held = Math.min(end, to) - Math.max(beginOf(memory), from);
    if (held > most) [best, most] = [memory, held];
  }
  return best;
}

/** Whether a memory's statement of `value` was superseded. The rest of its text may still hold. */
export function isValueSuperseded(
  memory: MemoryId,
  value: string,
  conflicts: readonly Conflict[],
): boolean {
  const meant = value.toLowerCase();
  return conflicts.some(({ older, newer, settlement, olderValue, newerValue, slot }) => {
    if (settlement === null || settlement.keep === 'both') return false;
    const [loser, lost] = settlement.keep === 'newer' ? [older, olderValue] : [newer, newerValue];
    return loser === memory && (isWithin(lost, meant) || isWithin(meant, slot));
  });
}

/** "green" within "light green", "sushi" within "likes sushi"; whole words only. */
function isWithin(part: string, whole: string): boolean {
  return part !== '' && ` ${whole} `.includes(` ${part} `);
}
