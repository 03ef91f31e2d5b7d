import type { Memory } from '../../domain/memory.js';
import type { Mneme } from '../../mneme.js';

const PAGE = 500;

/** Every memory that meets a filter and stands, in order of recording, page by page. */
export async function* allMemories(
  memory: Pick<Mneme, 'list'>,
  filter: Omit<NonNullable<Parameters<Mneme['list']>[0]>, 'limit' | 'after'> = {},
): AsyncGenerator<Memory> {
  for (let after: string | undefined; ;) {
    const page = await memory.list({
      ...filter,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    yield* page.memories;
    if (page.next === null) return;
    after = page.next;
    // Others want a turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
