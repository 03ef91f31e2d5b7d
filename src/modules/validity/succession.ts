import type { Conflict } from '../../domain/conflict.js';
import { independentEvidence } from '../../domain/evidence.js';
import type { MemoryId } from '../../domain/ids.js';
import { SOURCES, type Memory, type Succeeded } from '../../domain/memory.js';
import { DAY, type Instant, type Period } from '../../domain/time.js';

/** Memories that fill one slot, linked by the conflicts among them. */
export interface Lineage {
  readonly members: ReadonlySet<MemoryId>;
  readonly conflicts: readonly Conflict[];
}

/** Groups conflicts into lineages: those that share a memory belong together. */
export function lineages(conflicts: readonly Conflict[]): Lineage[] {
  const groups: { members: Set<MemoryId>; conflicts: Conflict[] }[] = [];
  for (const conflict of conflicts) {
    const touching = groups.filter(
      ({ members }) => members.has(conflict.older) || members.has(conflict.newer),
    );
    const merged = {
      members: new Set([
        conflict.older,
        conflict.newer,
        ...touching.flatMap(({ members }) => [...members]),
      ]),
      conflicts: [...touching.flatMap((group) => group.conflicts), conflict],
    };
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}

/**
 * The memory that replaces another now: the end of its chain of successors, skipping retracted ones; null
 * if none is live. Stops at a cycle.
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

/** Whether letting `by` replace `old` would close a cycle. */
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

/** How long before it was said something may have begun by its own date. */
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
