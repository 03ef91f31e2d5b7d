import { expect, it } from 'vitest';
import type { Store } from '../../packages/core/src/ports/store.js';
import { BANK, change, codeOf, ENCODER, id, memory, OTHER } from './store-changes.js';

/** More than one turn of the event loop writes, on any machine. */
const MANY = Array.from({ length: 4_000 }, (_, at) => memory(at + 1));
const ALL = MANY.map((each) => each.id);

/** What a store must do with a change of thousands of records: others go on meanwhile, and nobody sees half of it. */
export function describeTurns(open: () => Store): void {
  it('writes a large change in turns of the event loop, and every reader sees none of it or all', async () => {
    const store = open();
    await store.commit(change([memory(1)], { bank: OTHER }));
    let written = false;
    const writing = store.commit(change(MANY)).finally(() => (written = true));
    const seen: unknown[] = [];
    const reads: Promise<unknown>[] = [];
    let [turns, others] = [0, 0];
    while (!written) {
      await new Promise((resolve) => setImmediate(resolve));
      if (written) break;
      turns++;
      if (reads.length < 40)
        reads.push(
          store.get(BANK, ALL).then((found) => seen.push(found.length)),
          store.find(BANK, {}, 5).then(({ items }) => seen.push(items.length === 0 ? 0 : 4_000)),
          store.search.lexical(BANK, 'memory', {}, 5_000).then((found) => seen.push(found.length)),
          rowsOf(store).then((found) => seen.push(found)),
          store.counts(BANK).then(({ memories }) => seen.push(memories)),
          store.bank(BANK).then((bank) => seen.push(bank?.sequence === 0 ? 0 : 4_000)),
          store.since(BANK, 0, 5).then((entries) => seen.push(entries[0]?.memories.length ?? 0)),
        );
      // Another bank is read at once, not after the large change.
      await store.get(OTHER, [id(1)]);
      if (!written) others++;
    }
    expect(turns).toBeGreaterThan(1);
    expect(others).toBeGreaterThan(0);
    await Promise.all([writing, ...reads]);
    expect([...new Set(seen)].filter((count) => count !== 0 && count !== 4_000)).toEqual([]);
    expect(await store.get(BANK, ALL)).toHaveLength(4_000);
  });

  it('lets other writes wait for a large change, and takes all of it back where its last record fails', async () => {
    const store = open();
    const broken = change(MANY);
    const embeddings = [
      ...broken.embeddings,
      { memory: id(9_999), space: 'semantic' as const, encoder: ENCODER, vector: Int8Array.of(1) },
    ];
    const failing = codeOf(store.commit({ ...broken, embeddings }));
    await new Promise((resolve) => setImmediate(resolve));
    const [failed] = await Promise.all([
      failing,
      store.commit(change([memory(5_001)])),
      store.commit(change([memory(5_002)], { bank: OTHER })),
      store.recordUsage(OTHER, [], 7),
    ]);
    expect(failed).toBe('not_found');
    expect(await store.get(BANK, ALL)).toEqual([]);
    expect(await store.get(BANK, [id(5_001)])).toHaveLength(1);
    expect(await store.get(OTHER, [id(5_002)])).toHaveLength(1);
    expect(await store.check()).toEqual([]);
  });
}

async function rowsOf(store: Store): Promise<number> {
  let rows = 0;
  for await (const page of store.indexRows(BANK, 'semantic', ENCODER)) rows += page.length;
  return rows;
}
