/** How often remembering and recalling ask the database. */
import Database from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';

afterEach(() => vi.restoreAllMocks());

/** The statements that run during some work, `BEGIN` and `COMMIT` among them. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Record<
    'run' | 'get' | 'all',
    () => unknown
  >;
  const spies = [
    ...(['run', 'get', 'all'] as const).map((way) => vi.spyOn(statement, way)),
    vi.spyOn(Database.prototype, 'exec'),
  ];
  await work();
  return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

it('stores a sentence with at most 20 statements, and finds it with at most 6', async () => {
  const { memory } = await openTestMemory({ file: temporaryFile() });
  await memory.remember('Ana works at Helio in Lisbon as a nurse.');
  await memory.remember('Her brother Tom moved to Porto last year.');
  const sentence = 'Maria started to paint landscapes with Jorge in the old harbour.';
  const stored = await statementsOf(() => memory.remember(sentence));
  expect(stored).toBeGreaterThan(5);
  expect(stored).toBeLessThanOrEqual(20);
  vi.restoreAllMocks();
  const found = await statementsOf(() => memory.recall('What does Maria paint in the harbour?'));
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThanOrEqual(6);
});
