import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { EXIT_CODES, packageRoot, type Terminal, UNEXPECTED } from './process.js';
import { asComparePeer, frequentVerb, isWithoutVerb } from './verbs.js';
import { createProgram, isUsageError } from './program.js';
import { bad, dim } from '@mneme/core/format/style.js';

const terminal: Terminal = {
  screen: { width: Math.min(process.stdout.columns ?? 100, 120) },
  interactive: process.stdin.isTTY && process.stdout.isTTY,
  out: (text) => {
    process.stdout.write(`${text}\n`);
  },
  piped: () => process.stdin.setEncoding('utf8') as AsyncIterable<string>,
  secret: (question) =>
    new Promise((resolve, reject) => {
      process.stderr.write(question);
      // Echoes nothing.
      const output = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: process.stdin, output, terminal: true });
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => {
        process.stderr.write('\n');
        reject(new MnemeError('interrupted', 'No key was given.', { hint: 'Run it again.' }));
      });
    }),
};

const stop = new AbortController();
// The first Ctrl-C stops long work between two commits; a second one ends the process at once.
process.once('SIGINT', () => stop.abort());
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe early; that is no error.
  if (error.code === 'EPIPE') process.exit(0);
  process.exit(
    report(
      new MnemeError('disk_full', `The answer cannot be written: ${error.message}.`, {
        hint: 'Look where standard output goes. What the command changed stays changed.',
        cause: error,
      }),
    ),
  );
});

void run();

async function run(): Promise<void> {
  try {
    if (process.argv[2] === '--version') return terminal.out(packageRoot().version);
    const args = asComparePeer(process.argv.slice(2));
    const only = isWithoutVerb(args) ? '' : frequentVerb(args);
    await createProgram(terminal, stop.signal, undefined, only).parseAsync(args, {
      from: 'user',
    });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (isUsageError(error)) return error.exitCode === 0 ? 0 : EXIT_CODES.invalid_input;
  if (!MnemeError.is(error)) {
    process.stderr.write(
      `${bad('A fault in mneme:')} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return UNEXPECTED;
  }
  const asJson = process.argv.includes('--json');
  process.stderr.write(
    asJson
      ? `${JSON.stringify({ error })}\n`
      : `${bad(error.message)}\n${error.hint === undefined ? '' : `${dim(withPages(error.hint))}\n`}`,
  );
  return EXIT_CODES[error.code];
}

/** Replaces pages named in a hint by their paths on this machine. */
function withPages(hint: string): string {
  return hint.replace(/(?<![\w/.])docs\/[\w-]+\.md/g, (page) => join(packageRoot().folder, page));
}
