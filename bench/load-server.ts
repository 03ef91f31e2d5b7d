import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `mneme serve` in a process of its own. */
export interface Server {
  readonly child: ChildProcess;
  readonly url: URL;
  readonly exited: Promise<unknown>;
}

/** `flags` say what it serves; `program` is the one that is installed. */
export async function startServer(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program = programFile(),
): Promise<Server> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<URL>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      const [, found] = /Listening at (\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
    void exited.then(() => reject(new Error(`the server ended: ${said}`)));
  });
  return { child, url, exited };
}

/** Memory of the whole server that is in use, its threads included. Linux tells it; elsewhere it counts as none. */
export function residentBytes({ pid }: ChildProcess): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) *
      1024
    );
  } catch {
    return 0;
  }
}

/** The program as people install it: its threads are started from files that no source has beside it. */
export function programFile(): string {
  const found = ['../bin/mneme.js', '../dist/bin/mneme.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('The program is not built: npm run build');
  return found;
}
