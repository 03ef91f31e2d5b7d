import type { Mneme } from '../../mneme.js';

/** How often the journal is looked at: what another process changes is told after that, too. */
export const LOOK_MS = 100;
const PAGE = 100;

type Changes = Awaited<ReturnType<Mneme['curation']['changes']>>['changes'];

/** Every change of a bank after a number, a page at each look, until nobody follows any more; a page is empty while nothing happens. */
export async function* followChanges(
  memory: Mneme,
  start: number,
  following: () => boolean,
): AsyncGenerator<Changes> {
  let after = start;
  while (following()) {
    const { changes, next } = await memory.curation.changes({ after, limit: PAGE });
    yield changes;
    after = next;
    if (changes.length < PAGE) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
