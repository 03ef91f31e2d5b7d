/**
 * A process that is killed amid the faults of disk, clock and names: writes an {@link Acknowledgement} a line after
 * each promise resolved. Arguments: the file, by whichever of its names; a seed; a name for its tickets; the driver
 * of SQLite.
 */
import { rmSync } from 'node:fs';
import { openSqliteStore } from '../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import { MnemeError, openMemory, restoreBackup, type Mneme } from '../packages/mneme/src/index.js';
import type { Acknowledgement } from './crash-acknowledgement.js';
import { seeded } from './synthetic-text.js';

const [file = '', seed = '1', name = '', driver = ''] = process.argv.slice(2);
const random = seeded(Number(seed));
const beside = (what: string): string => `${file}.${name}.${what}`;
let written = 0;

function acknowledge(what: Acknowledgement): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

async function remember(memory: Mneme): Promise<void> {
  const tickets = Array.from({ length: random() < 0.5 ? 1 : 5 }, () => `${name}n${written++}`);
  const contents = tickets.map((ticket) => `Crate ${ticket} is on the shelf of ${ticket}.`);
  const { receipts } = await memory.rememberAll(contents);
  acknowledge({
    did: 'remember',
    memories: receipts.map(({ id }, at) => ({
      id,
      content: contents[at] ?? '',
      ticket: tickets[at] ?? '',
    })),
  });
}

/** What may be under way when the process is killed, or fail by itself; nothing of it is promised. */
const CHORES: readonly ((memory: Mneme) => Promise<unknown>)[] = [
  (memory) => memory.file.backup(beside('backup'), { overwrite: true }),
  (memory) => memory.care.export(beside('jsonl'), { overwrite: true }),
  (memory) => memory.care.export('/dev/null/nowhere'),
  (memory) => memory.care.export(file),
  (memory) => memory.branching.make(`trial-${name}-${written}`),
  (memory) => memory.care.reindex(),
  (memory) => memory.bank(`aside-${name}`).remember('Another bank lies in the same file.'),
  (memory) => memory.file.deleteBank({ name: `aside-${name}`, now: true, yes: true } as never),
  (memory) => memory.care.doctor({ rebuild: true }),
  async (memory) => {
    await memory.file.backup(beside('backup'), { overwrite: true });
    rmSync(beside('again'), { force: true });
    await restoreBackup(beside('backup'), { file: beside('again'), overwrite: true });
  },
];

try {
  const store = openSqliteStore({
    path: file,
    ...(driver === '' ? {} : { driver: driver as 'node-sqlite3-wasm' }),
    lockWaitMs: 2_000,
  });
  // A clock that tells parts of milliseconds, as performance.now() does.
  const clock = { now: () => Date.now() + random(), ticks: () => performance.now() };
  const memory = await openMemory({ store, bank: 'default', clock });
  acknowledge({ did: 'open' });
  for (;;) {
    await remember(memory);
    const chore = CHORES[Math.floor(random() * CHORES.length * 2)];
    await chore?.(memory).catch((error: unknown) => {
      if (!MnemeError.is(error)) throw error;
    });
  }
} catch (error) {
  if (!MnemeError.is(error)) throw error;
  // Who may not write alone, or by this name, is told so, and has promised nothing.
  acknowledge({ did: 'refused', code: error.code });
}
