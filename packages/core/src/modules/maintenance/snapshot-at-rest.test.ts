import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  openTestMemory,
  seededRandom,
  temporaryFile,
  testClock,
} from '../../../../../test/support/open-test-memory.js';
import { QUERIES, step, take } from '../../../../../test/support/random-changes.js';
import { runNode } from '../../../../../test/support/run-node.js';
import { openSqliteStore } from '../../adapters/store/sqlite/sqlite-store.js';
import type { BankName } from '../../domain/ids.js';
import type { Mneme } from '../../mneme.js';
import type { Store } from '../../ports/store.js';
import { REST_MS, SnapshotAtRest } from './snapshot-at-rest.js';

const BANK = 'test' as BankName;

/** A store of the file that has snapshots of any bank, as large ones have; the changes are for a test. */
function storeOf(path: string, changes: (store: Store) => Partial<Store> = () => ({})): Store {
  const store = openSqliteStore({ path });
  return { ...store, snapshotFrom: 1, ...changes(store) };
}

const answersOf = async (memory: Mneme): Promise<unknown> =>
  Promise.all(QUERIES.map(async (query) => (await memory.recall(query)).results));

/** The answers of a bank, from its rows alone or from its snapshot, and whether that was read. */
async function askAgain(
  path: string,
  snapshots: boolean,
): Promise<{ readonly answers: unknown; readonly restored: boolean }> {
  let restored = false;
  const store = storeOf(path, (base) => ({
    snapshotParts: (bank) => {
      restored = true;
      return base.snapshotParts(bank);
    },
    ...(snapshots ? {} : { snapshot: () => Promise.resolve(null) }),
  }));
  const { memory } = await openTestMemory({ store, readOnly: true });
  const answers = await answersOf(memory);
  await memory.close();
  return { answers, restored };
}

it('answers from a snapshot and the changes since as from the rows, whatever they were', async () => {
  const steps = fc.array(step, { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const path = temporaryFile();
      const alike = { random: seededRandom(7), clock: testClock() };
      const first = await openTestMemory({ ...alike, store: storeOf(path) });
      await first.memory.remember('The heron nests by the weir.');
      for (const each of before) await take(first.memory, first.clock, each);
      await first.memory.close();
      const second = await openTestMemory({
        ...alike,
        store: storeOf(path, () => ({ beginSnapshot: () => Promise.resolve(null) })),
      });
      for (const each of after) await take(second.memory, second.clock, each);
      await second.memory.close();
      const restored = await askAgain(path, true);
      expect(restored).toEqual({ ...(await askAgain(path, false)), restored: true });
    }),
    { numRuns: 12 },
  );
});

it('answers the same when a process is killed while it stores one', async () => {
  const path = temporaryFile();
  const { memory } = await openTestMemory({ store: storeOf(path) });
  await memory.rememberAll(['Tom lives in Bern.', 'The heron nests by the weir.']);
  await memory.close();
  const { answers } = await askAgain(path, true);
  const store = openSqliteStore({ path });
  const head = await store.snapshot(BANK);
  await store.close();
  const endless = `
    import { openSqliteStore } from './packages/core/src/adapters/store/sqlite/sqlite-store.ts';
    const store = openSqliteStore({ path: ${JSON.stringify(path)} });
    for (let round = 0; ; round++) {
      const begun = await store.beginSnapshot('test', ${JSON.stringify(head)});
      for (let part = 0; part < 40; part++) {
        await store.putSnapshotPart('test', begun, 'column/' + part, new Uint8Array(65536));
        console.log('put');
      }
    }`;
  let kill: (signal: NodeJS.Signals) => void = () => undefined;
  let lines = 0;
  await runNode(['--import', 'tsx', '--input-type=module', '-e', endless], {
    onStarted: (send) => (kill = send),
    onLine: () => {
      if (++lines === 5) kill('SIGKILL');
    },
  });
  expect(lines).toBeGreaterThanOrEqual(5);
  expect(await askAgain(path, true)).toEqual({ answers, restored: true });
  expect((await askAgain(path, false)).answers).toEqual(answers);
});

it('stores one at rest, begins anew after a question, and leaves it to who has the lease', async () => {
  let begun = 0;
  let asks = (): void => undefined;
  const store = storeOf(temporaryFile(), (base) => ({
    beginSnapshot: (...head) => {
      begun++;
      return base.beginSnapshot(...head);
    },
    putSnapshotPart: (...part) => {
      if (begun === 1) asks();
      return base.putSnapshotPart(...part);
    },
  }));
  const { memory, clock } = await openTestMemory({ store });
  await memory.rememberAll(['Tom lives in Bern.', 'The heron nests by the weir.']);
  const { state } = await memory.care['bank'].open();
  await state.loaded();
  let waking = (): void => undefined;
  let waits = 0;
  const rest = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      // Renewing the lease rests, too.
      signal?.addEventListener('abort', () => resolve());
      if (ms !== REST_MS) return;
      waits++;
      waking = resolve;
    });
  const parts = { bank: BANK, store, state, clock, rest, readOnly: false };
  const atRest = new SnapshotAtRest({ ...parts, newId: () => 'x_mine' });
  asks = () => atRest.onAsked();
  const lease = { holder: 'x_other', until: clock.now() + 60_000, fence: 1 };
  await store.reviseJob(BANK, 'snapshot', () => ({ lease }));
  asks();
  waking();
  await expect.poll(() => atRest.isIdle).toBe(true);
  expect(begun).toBe(0);
  await store.reviseJob(BANK, 'snapshot', () => null);
  asks();
  waking();
  await expect.poll(() => waits).toBe(3);
  expect([begun, await store.snapshot(BANK)]).toEqual([1, null]);
  waking();
  await expect.poll(() => atRest.isIdle).toBe(true);
  expect(await store.snapshot(BANK)).toMatchObject({ sequence: state.sequence });
  expect(state.isUnsaved).toBe(false);
});
