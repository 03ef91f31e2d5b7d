/**
 * A process that remembers turns and has them read, and is killed: writes an {@link Acknowledgement} a line after
 * each promise resolved. Arguments: `live`, the file, a seed, the numbers of the run and of the writer, the driver of
 * SQLite, how far its clock is ahead, and who reads (`within` the process, or a `program`). With `answer` and a mark
 * it is that program.
 */
import { dirname } from 'node:path';
import type { DriverName } from '../packages/core/src/adapters/store/sqlite/open-database.js';
import type { Reader } from '../packages/core/src/ports/models.js';
import type { Acknowledgement } from './crash-acknowledgement.js';
import { answerAbout, markOf, turnOf, type Named } from './crash-reading-notes.js';
import { seeded } from './synthetic-text.js';

const LARGEST_SESSION = 6;
/** A reader takes so many milliseconds at most: kills fall before, within and after its answer. */
const SLOWEST = 80;
/** Most pauses are short, some long enough for everything to be read. */
const LONGEST_PAUSE = 700;

const [task = '', ...words] = process.argv.slice(2);
if (task === 'answer') await answer(words[0] ?? '');
else await live(words);

async function answer(mark: string): Promise<void> {
  let prompt = '';
  for await (const part of process.stdin.setEncoding('utf8')) prompt += String(part);
  const block = (name: string): string[] =>
    (prompt.split(`<${name}>\n`).at(-1)?.split(`\n</${name}>`)[0] ?? '').split('\n');
  const turns = block('turns').map((line): Named => {
    const { turn, text } = JSON.parse(line) as { readonly turn: string; readonly text: string };
    return { name: turn, text };
  });
  const shown = prompt.includes('<notes>')
    ? block('notes').map((text) => ({ name: text.split(' ')[0] ?? '', text }))
    : [];
  process.stdout.write(JSON.stringify({ notes: answerAbout(turns, shown, mark) }));
}

function readerWithin(mark: string, random: () => number): Reader {
  return {
    id: 'within',
    read: async ({ turns, notes }) => {
      await new Promise((resolve) => setTimeout(resolve, random() * SLOWEST));
      const named = ({ id, text }: { readonly id: string; readonly text: string }): Named => ({
        name: id,
        text,
      });
      return {
        notes: answerAbout(turns.map(named), notes.map(named), mark),
        malformed: {},
        tokens: 0,
      };
    },
  };
}

async function live(given: readonly string[]): Promise<void> {
  const { MnemeError, openMemory } = await import('../packages/mneme/src/index.js');
  const { openSharedStore } =
    await import('../packages/core/src/adapters/store/shared/shared-store.js');
  const [file = '', seed = '1', run = '0', writer = '0', driver = '', ahead = '0', by = ''] = given;
  const random = seeded(Number(seed));
  const mark = markOf(Number(run), Number(writer));
  const acknowledge = (what: Acknowledgement): void => {
    process.stdout.write(`${JSON.stringify(what)}\n`);
  };
  let written = 0;
  try {
    const store = await openSharedStore({
      path: file,
      driver: driver as DriverName,
      sockets: () => dirname(file),
    });
    const memory = await openMemory({
      store,
      bank: 'default',
      clock: { now: () => Date.now() + Number(ahead), ticks: () => performance.now() },
      reader:
        by === 'program'
          ? [process.execPath, ...process.execArgv, process.argv[1] ?? '', 'answer', mark]
          : readerWithin(mark, random),
      reading: { on: true, quietMs: 0, turns: 4, callsPerHour: 1e5, tokensPerHour: 1e9 },
    });
    acknowledge({ did: 'open' });
    for (;;) {
      const size = 1 + Math.floor(random() * LARGEST_SESSION);
      const tickets = Array.from({ length: size }, () => `k${run}w${writer}n${written++}`);
      const { receipts } = await memory.rememberAll(
        tickets.map((ticket) => ({ content: turnOf(ticket), session: tickets[0] ?? '' })),
      );
      acknowledge({
        did: 'remember',
        memories: receipts.map(({ id }, at) => ({
          id,
          content: turnOf(tickets[at] ?? ''),
          ticket: tickets[at] ?? '',
        })),
      });
      // Beside what is read in the background.
      if (random() < 0.3) await memory.reading.run();
      else await new Promise((resolve) => setTimeout(resolve, random() ** 3 * LONGEST_PAUSE));
    }
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    // Who may not write alone is told so, and has promised nothing.
    acknowledge({ did: 'refused', code: error.code });
  }
}
