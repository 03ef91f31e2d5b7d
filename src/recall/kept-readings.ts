import { MeantMemories } from './meant-memories.js';
import type { RecallPorts } from './recall-context.js';
import { RecallCache } from './recall-cache.js';

/** Of so many memories a bank keeps what stands around them: about half a kilobyte each. */
const KEPT_SURROUNDINGS = 2_000;
/** Of so many words it keeps which others go with them: some kilobytes each. */
const KEPT_COMPANIONS = 1_000;

/** Of so many filters by metadata it keeps which memories they mean. */
const KEPT_AMONG = 20;

/** What recalls of one bank keep between them of what no question changes. */
export const keepReadings = (): Pick<RecallPorts, 'surroundings' | 'companions' | 'among'> => ({
  surroundings: new RecallCache(KEPT_SURROUNDINGS),
  companions: new RecallCache(KEPT_COMPANIONS),
  among: new MeantMemories(KEPT_AMONG),
});
