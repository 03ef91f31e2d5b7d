import { MeantMemories } from './meant-memories.js';
import type { RecallPorts } from './recall-context.js';
import { RecallCache } from './recall-cache.js';

/** Number of memories whose context is cached: about half a kilobyte each. */
const KEPT_SURROUNDINGS = 2_000;
/** Number of words whose associated words are cached: some kilobytes each. */
const KEPT_COMPANIONS = 1_000;

/** Number of metadata filters whose matching memories are cached. */
const KEPT_AMONG = 20;

/** Caches shared by all recalls of a bank, for values that do not depend on the question. */
export const keepReadings = (): Pick<RecallPorts, 'surroundings' | 'companions' | 'among'> => ({
  surroundings: new RecallCache(KEPT_SURROUNDINGS),
  companions: new RecallCache(KEPT_COMPANIONS),
  among: new MeantMemories(KEPT_AMONG),
});
