import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Terminal } from './process.js';
import { bad, dim } from '@mneme/core/format/style.js';
import { type Mneme, MnemeError } from '@mneme/mneme/index.js';

/** What is done whenever a folder or the bank has changed. */
interface Watched<Report> {
  sync(): Promise<Report>;
  show(report: Report): void;
  didAny(report: Report): boolean;
  /** What waits for somebody: told again only when it has changed. */
  waiting(report: Report): unknown;
}

interface Watching {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly watch: boolean;
}

const TICK_MS = 500;
/** Without events, which some file systems do not send, the folder is read so often. */
const READ_EVERY = 60;

/** Syncs once; with `watch` whenever the folder or the bank has changed, until it is stopped. */
export async function syncFolder<Report extends { readonly sequence: number }>(
  folder: string,
  memory: Mneme,
  watched: Watched<Report>,
  { terminal, signal, watch: goesOn }: Watching,
): Promise<void> {
  const first = await watched.sync();
  watched.show(first);
  if (!goesOn) return;
  if (terminal.interactive) terminal.out(dim(`Watching ${folder}; stop with Ctrl+C.`));
  let { sequence } = first;
  let told = '';
  let [changed, quiet] = [false, 0];
  const watcher = follow(folder, () => {
    changed = true;
    quiet = 0;
  });
  try {
    for (let tick = 1; ; tick++) {
      await wait(TICK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      quiet += 1;
      const [newest] = (await memory.curation.log({ limit: 1 })).changes;
      const due = changed || (newest?.sequence ?? 0) !== sequence || tick % READ_EVERY === 0;
      // An editor saves in several steps, and git switches many files at once.
      if (!due || (changed && quiet < 2) || isGitAtWork(folder)) continue;
      changed = false;
      try {
        if (!existsSync(folder))
          throw new MnemeError('not_found', `${folder} is gone; nothing was forgotten.`, {
            hint: 'It is watched again as soon as it is back.',
          });
        const next = await watched.sync();
        sequence = next.sequence;
        const news = JSON.stringify(watched.waiting(next));
        if (watched.didAny(next) || news !== told) watched.show(next);
        told = news;
      } catch (error) {
        if (!MnemeError.is(error) || error.code === 'interrupted') throw error;
        if (error.message !== told)
          terminal.out(bad(`${error.message} ${error.hint ?? ''}`.trim()));
        told = error.message;
      }
    }
  } finally {
    watcher?.close();
  }
}

/** Null where the system cannot watch; the folder is then read from time to time. */
function follow(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, (_, name) => {
      if (name === null || !name.split(/[\\/]/).some((part) => part.startsWith('.'))) onChange();
    });
    return watcher.on('error', () => undefined);
  } catch {
    return null;
  }
}

/** Whether git is writing into the working tree of the folder. */
function isGitAtWork(folder: string): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return existsSync(join(git, 'index.lock'));
    if (dirname(at) === at) return false;
  }
}
