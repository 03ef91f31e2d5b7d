import type { ChangeParts } from '@mneme/core/domain/change.js';
import { expiryOf, lastExpiry, withExpiry } from '@mneme/core/domain/expiry.js';
import type { Edge } from '@mneme/core/domain/graph.js';
import type { BankName, MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { mergedInto } from '@mneme/core/domain/merge.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { Store } from '@mneme/core/ports/store.js';
import { inPlaceOf, mergedEdges, withEvidence } from '@mneme/core/modules/history/index.js';

/**
 * Merges a memory into another that says the same, with the effect of remembering it again: the one that stays keeps
 * its id and words, and gets the evidence and links of both; the other is retracted and superseded by it. No record
 * is created, so that undo leaves no trace.
 */
export async function planDuplicateMerge(
  stays: Memory,
  goes: Memory,
  at: Instant,
  bank: BankName,
  store: Store,
): Promise<ChangeParts> {
  const told = goes.provenance.reduce(withEvidence, stays);
  const kept: Memory = {
    ...told,
    importance: Math.max(told.importance, goes.importance),
    tags: [
      ...withExpiry(
        [...new Set([...stays.tags, ...goes.tags])],
        lastExpiry([expiryOf(stays.tags), expiryOf(goes.tags)]),
      ),
    ],
    version: stays.version + 1,
  };
  const taken: Memory = {
    ...goes,
    retractedAt: at,
    retraction: mergedInto(stays.id),
    supersededBy: stays.id,
    version: goes.version + 1,
  };
  return {
    memories: [kept, taken],
    edges: [
      ...(await newEdges(kept, [stays, goes], bank, store)),
      inPlaceOf(stays.id, goes.id, 'merge'),
    ],
  };
}

/** The links that the remaining memory lacks, or has with less weight. */
async function newEdges(
  kept: Memory,
  both: readonly [Memory, Memory],
  bank: BankName,
  store: Store,
): Promise<Edge[]> {
  const [stays, goes] = both;
  const moved = await mergedEdges(kept, [goes], bank, store);
  const own = new Map(
    (await mergedEdges(kept, [stays], bank, store)).map((edge) => [keyOf(edge), edge]),
  );
  return moved.filter((edge) => {
    if (edge.role === 'supersedes' && edge.to === goes.id) return false;
    if (isOf(edge, goes.id) || edge.from === edge.to) return false;
    const known = own.get(keyOf(edge));
    return known === undefined || known.weight < edge.weight;
  });
}

const keyOf = ({ from, role, to, label }: Edge): string => [from, role, to, label].join('|');
const isOf = ({ from, to }: Edge, id: MemoryId): boolean => from === id || to === id;
