import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { MnemeError } from '../domain/errors.js';
import { openOptions, type OpenFlags } from './open-options.js';
import { startServer, type ServeFlags, type Serving } from './serve.js';
import { untilStopped } from './until-stopped.js';

interface ConsoleFlags extends OpenFlags, Pick<ServeFlags, 'port'> {
  readonly open?: boolean;
}

/** What opens an address in the browser that somebody uses, by system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** `mneme console`: serves the memory on this machine and shows it in the browser. */
export function addConsoleCommand(program: Command, signal: AbortSignal): void {
  const command = program
    .command('console')
    .summary('Look into the memory in the browser, and put it right.')
    .description(
      'Serve the memory on this machine, as `mneme serve` does, and open its console in the browser: what it holds, why it answers as it does, what changed, and what needs a look. It ends with this command.',
    )
    .option('--port <port>', 'default: that of `mneme serve`, or a free one where that is taken')
    .option('--no-open', 'only say where it is')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank to begin with')
    .option('--read-only', 'open only to read')
    .action(async () => {
      const flags = command.optsWithGlobals<ConsoleFlags>();
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      const server = await serving(flags, say);
      try {
        say(`The console is at ${server.url}/ (end it with Ctrl-C).`);
        if (flags.open !== false && process.stderr.isTTY === true) show(`${server.url}/`, say);
        await untilStopped(signal);
      } finally {
        await server.close();
      }
    });
}

/** At the port that was named, else at the usual one, or where that is taken at a free one. */
async function serving(flags: ConsoleFlags, say: (line: string) => void): Promise<Serving> {
  const options = openOptions(flags);
  try {
    return await startServer(options, flags, say);
  } catch (error) {
    const taken = MnemeError.is(error) && error.code === 'unavailable' && error.field === '--port';
    if (!taken || flags.port !== undefined) throw error;
    return startServer(options, { port: '0' }, say);
  }
}

/** A machine without a browser is told the address; it was said before. */
function show(url: string, say: (line: string) => void): void {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => say('No browser opened by itself; open that address in one.'));
  opener.unref();
}
