import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SingleBar } from 'cli-progress';
import { type ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';
import type { TextFormat } from '@mneme/core/format/style.js';

/** The streams that the program uses: the process's own, or a test's. */
export interface Terminal {
  readonly screen: TextFormat;
  readonly interactive: boolean;
  out(text: string): void;
  /** Standard input, in chunks. */
  piped(): AsyncIterable<string>;
  /** Asks for a line that is not shown, where a person sits at it. Throws `interrupted`. */
  secret?(question: string): Promise<string>;
}

/** Prints a value as JSON where that was asked for, else in words. */
export function tell(
  terminal: Terminal,
  json: boolean | undefined,
  value: unknown,
  inWords: () => string,
): void {
  terminal.out(json === true ? JSON.stringify(value, null, 2) : inWords());
}

/** Shows a change of a client's settings, and makes it unless it is only to be printed. */
export function changeSettings<
  Change extends { readonly action: string; readonly text?: unknown; readonly old?: unknown },
>(
  planned: Change,
  { print, json }: { readonly print?: boolean; readonly json?: boolean },
  terminal: Terminal,
  does: {
    readonly render: (planned: Change) => string;
    readonly apply: (planned: Change) => void;
    readonly afterwards: (planned: Change) => string;
  },
): void {
  const written = print !== true && planned.action !== 'none';
  if (json !== true) terminal.out(does.render(planned));
  if (written) does.apply(planned);
  if (json === true) {
    const { text: _text, old: _old, ...told } = planned;
    terminal.out(JSON.stringify({ ...told, written }, null, 2));
  } else if (written) terminal.out(`Done. ${does.afterwards(planned)}`.trim());
}

/** A progress bar on standard error; silent unless that is a terminal. */
export class Progress {
  #bar: SingleBar | null = null;

  constructor(
    private readonly label: string,
    private readonly shown: boolean,
  ) {}

  update(done: number, total: number): void {
    if (!this.shown || total === 0) return;
    if (this.#bar === null) {
      this.#bar = new SingleBar({
        format: `${this.label} {bar} {percentage} % · {eta_formatted} left`,
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
      });
      this.#bar.start(total, 0);
    }
    this.#bar.setTotal(total);
    this.#bar.update(Math.min(done, total));
  }

  stop(): void {
    this.#bar?.stop();
  }
}

/** Exit codes for scripts, which depend on them: 0 is success, 1 an internal failure. */
export const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 2,
  not_found: 3,
  malformed_import: 4,
  not_a_bank: 5,
  newer_version: 5,
  locked: 6,
  read_only: 7,
  disk_full: 8,
  corrupt: 9,
  conflict: 10,
  unavailable: 11,
  closed: 12,
  unauthorised: 13,
  denied: 13,
  rate_limited: 14,
  too_large: 14,
  interrupted: 130,
};
export const UNEXPECTED = 1;
/** Exit code of `mneme test` where a case failed: the program itself did its job. */
export const FAILED_CASES = 20;

/** Resolves when the process is stopped. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
}

interface PackageRoot {
  /** The folder that holds package.json. */
  readonly folder: string;
  readonly version: string;
}

/** This package's folder, above the bundle, the compiled files and the sources alike. */
export function packageRoot(): PackageRoot {
  for (
    let folder = dirname(fileURLToPath(import.meta.url)), above = '';
    folder !== above;
    [folder, above] = [dirname(folder), folder]
  ) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name?: string;
        version: string;
      };
      if (name === 'mneme') return { folder, version };
    } catch {
      // Not here; look further up.
    }
  }
  throw new Error('The program lies outside its package.');
}

/** The text of a file given by a user. Throws `not_found` naming the field. */
export async function readText(path: string, field: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, field, cause);
  }
}

/** The error for a file that cannot be read. */
export const unreadable = (path: string, field: string, cause: unknown): MnemeError =>
  new MnemeError('not_found', `${path} cannot be read: ${(cause as Error).message}.`, {
    field,
    value: path,
    hint: 'Look at the path.',
    cause,
  });

/**
 * Writes a file that only its owner can read; with `wx`, only where none exists. Throws `invalid_input`, `conflict`.
 */
export async function writeText(
  path: string,
  text: string,
  field: string,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flag });
  } catch (cause) {
    const there = flag === 'wx' && (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw new MnemeError(
      there ? 'conflict' : 'invalid_input',
      there
        ? `There is a file ${path} already.`
        : `${path} cannot be written: ${(cause as Error).message}.`,
      {
        field,
        value: path,
        hint:
          flag === 'wx'
            ? 'Name a path where nothing is, in a folder that may be written to.'
            : 'Name a file in a folder that is there and may be written to.',
        cause,
      },
    );
  }
}
