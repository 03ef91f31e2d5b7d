import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SingleBar } from 'cli-progress';
import type { ErrorCode } from '@mneme/core/domain/errors.js';
import type { Screen } from '@mneme/core/format/style.js';

/** Where the program reads and writes: the process's own, or a test's. */
export interface Terminal {
  readonly screen: Screen;
  readonly interactive: boolean;
  out(text: string): void;
  /** What is piped in, as it comes. */
  piped(): AsyncIterable<string>;
}

/** A progress bar on standard error; silent where no person watches. */
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

/** What a script sees; 0 is success, 1 a fault of ours. Stable: scripts depend on them. */
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
/** Of `mneme test`, where a case failed: the program did what it was asked to. */
export const FAILED_CASES = 20;

/** Until a person or the system ends it. */
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

/** This package, which lies above the bundled program, the compiled one and the sources alike. */
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
      // It is further up.
    }
  }
  throw new Error('The program lies outside its package.');
}
