/** What waits first to be read. */
import type { Mneme, ReadingAnswer } from '../../packages/mneme/src/index.js';

export async function unreadOf(memory: Mneme): Promise<NonNullable<ReadingAnswer['next']>> {
  const { next } = await memory.reading.status({ next: true });
  if (next === null) throw new Error('Nothing was shown.');
  return next;
}
