/**
 * A process that is killed in the midst of long upkeep: writes an {@link Acknowledgement} a line after each promise
 * resolved. Arguments: the task (`migrate`, `sweep` or `reindex`), the file, and a name for its tickets; for
 * `migrate` where to.
 */
import { openMemory, type Mneme } from '../packages/mneme/src/index.js';
import { migrate } from '../packages/mneme/src/migrate.js';
import type { Acknowledgement } from './crash-acknowledgement.js';
import { AFTER_EXPIRY_MS } from './crash-upkeep-bank.js';

const [task = '', file = '', name = '', to = ''] = process.argv.slice(2);

function acknowledge(what: Acknowledgement): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

/** Remembers one after the other until the work that goes on beside it has ended. */
async function rememberBeside(memory: Mneme, work: Promise<unknown>): Promise<void> {
  let going = true;
  const ended = work.finally(() => (going = false));
  for (let written = 0; going; written++) {
    const ticket = `${name}n${written}`;
    const content = `Crate ${ticket} is on the shelf of ${ticket}.`;
    const { id } = await memory.remember(content);
    acknowledge({ did: 'remember', memories: [{ id, content, ticket }] });
  }
  await ended;
}

const TASKS: Readonly<Record<string, () => Promise<void>>> = {
  async migrate() {
    acknowledge({ did: 'open' });
    await migrate({ from: file, to });
  },
  async sweep() {
    const now = (): number => Date.now() + AFTER_EXPIRY_MS;
    const clock = { now, ticks: () => performance.now() };
    const memory = await openMemory({ file, bank: 'default', clock });
    acknowledge({ did: 'open' });
    await rememberBeside(memory, memory.list({ limit: 1 }));
    await memory.close();
  },
  async reindex() {
    const memory = await openMemory({ file, bank: 'default', embedder: { package: 'mneme' } });
    acknowledge({ did: 'open' });
    await rememberBeside(memory, memory.care.reindex());
    await memory.close();
  },
};

await TASKS[task]?.();
