import type { Edge } from '../../domain/graph.js';
import type { MemoryId } from '../../domain/ids.js';

const SUPERSESSION_WEIGHT = 0.5;

/** The link from a memory to the one it replaced, with the verb. */
export const inPlaceOf = (by: MemoryId, old: MemoryId, verb: 'merge' | 'update'): Edge => ({
  from: by,
  to: old,
  role: 'supersedes',
  label: verb,
  weight: SUPERSESSION_WEIGHT,
  confidence: 1,
  status: 'resolved',
  evidence: by,
});
