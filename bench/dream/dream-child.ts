/** A process that dreams until it is killed. Arguments: the file, and how many hours after now its clock stands. */
import { openMemory } from '../../packages/mneme/src/index.js';

const [file = '', hours = '0'] = process.argv.slice(2);
const ahead = Number(hours) * 3_600_000;
const memory = await openMemory({
  file,
  bank: 'default',
  clock: { now: () => Date.now() + ahead, ticks: () => performance.now() },
});
process.stdout.write('open\n');
const { stopped } = await memory.dreams.dream();
await memory.close();
process.stdout.write(`${stopped ?? 'done'}\n`);
