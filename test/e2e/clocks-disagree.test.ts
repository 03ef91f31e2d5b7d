/** Two writers of one bank whose clocks are hours apart: nothing is lost, the order is that of the changes, and both give the same answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  testClock,
  type TestOptions,
} from '../support/open-test-memory.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';
import { found } from '../support/same-bank.js';

const HOUR = 3_600_000;

const contents = ({ results }: { results: readonly { readonly content: string }[] }): string[] =>
  results.map(({ content }) => content).sort();

async function disagree(place: TestOptions): Promise<void> {
  const right = testClock();
  const now = right.now();
  const { memory: ahead } = await openTestMemory({ ...place, clock: testClock(now + 3 * HOUR) });
  const { memory: behind } = await openTestMemory({ ...place, clock: testClock(now - 3 * HOUR) });
  const said = [
    [ahead, 'The heron nests by the weir.'],
    [behind, 'The grebe dives at dusk.'],
    [ahead, 'The otter sleeps in the reeds.'],
    [behind, 'The kingfisher waits on the bridge.'],
  ] as const;
  for (const [memory, text] of said) await memory.remember(text);
  const texts = said.map(([, text]) => text);
  for (const memory of [ahead, behind]) {
    expect((await memory.list({})).memories.map(({ content }) => content).sort()).toEqual(
      [...texts].sort(),
    );
    const { changes } = await memory.curation.log();
    expect(changes.length).toBe(4);
    for (const text of texts) expect((await found(memory, text))[0]).toBe(text);
  }
  // What was held at a moment is what clocks had told by then, each its own.
  const atNoon = { query: 'heron grebe otter kingfisher', asOf: now };
  const ever = { ...atNoon, asOf: now + 4 * HOUR };
  for (const memory of [ahead, behind]) {
    expect(contents(await memory.recall(atNoon))).toEqual([texts[1], texts[3]].sort());
    expect(contents(await memory.recall(ever))).toEqual([...texts].sort());
  }
  // The latest by the clock it was told with stands first, whoever wrote last.
  await behind.remember('The pool size in staging is 20.');
  await ahead.remember('The pool size in staging is 30.');
  for (const memory of [ahead, behind])
    expect((await found(memory, 'What is the pool size in staging?'))[0]).toBe(
      'The pool size in staging is 30.',
    );
  const [last] = (await behind.curation.log()).changes;
  await behind.undo(last?.reversal ?? '');
  expect((await found(ahead, 'pool size'))[0]).toBe('The pool size in staging is 20.');
  expect(await ahead.care.doctor()).toMatchObject({ healthy: true });
}

describe('clocks that disagree', () => {
  it('over one file', () => disagree({ file: temporaryFile() }));

  describe.skipIf(postgresPrograms() === null)('over a server of PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(() => server.stop());
    it('the same', () => disagree({ store: `${server.address}?pool=4` }));
  });
});
