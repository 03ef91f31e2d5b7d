import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import type { CurationTask } from '@mneme/core/domain/night.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';
import { presentAt } from '@mneme/core/indexes/note-validity.js';
import { findBrokenNotes } from '@mneme/core/modules/notes/index.js';
import { askKey, dismissedQuestions } from './night-state.js';

/** More than anybody answers in a morning. */
const MAX_DOUBTS = 20;

/** Notes that mislead or cannot be found, for a person to look at: those that were used most first. */
export async function doubtsOn(
  { name, state }: OpenBank,
  { store, clock, stemmer }: Pick<EngineParts, 'store' | 'clock' | 'stemmer'>,
): Promise<CurationTask[]> {
  await state.follow();
  const now = clock.now();
  const moment = presentAt(now, (await bankOffset(name, store))(now));
  const apart = await dismissedQuestions(name, store);
  const useOf = ({ memories }: CurationTask): number =>
    memories.reduce((sum, id) => sum + state.index.usage(state.index.slot(id)).accessCount, 0);
  return (await findBrokenNotes({ state, stemmer, moment }))
    .map(({ notes, why, mend }): CurationTask => ({
      task: 'review_memory',
      memories: notes,
      reason: why,
      tool: mend.operation,
      settledBy: [mend, { operation: 'dream', input: { report: true, leave: notes } }],
      priority: 'normal',
    }))
    .filter((task) => !apart.has(askKey(task)))
    .sort((a, b) => useOf(b) - useOf(a))
    .slice(0, MAX_DOUBTS);
}
