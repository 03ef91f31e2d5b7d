/** The command line in this process: all of the program but its start and its exit codes. */
import { vi } from 'vitest';
import { createProgram, isUsageError } from '../../packages/cli/src/program.js';

/** Runs one command; what it printed, and what it wrote on standard error. Throws what it fails with. */
export async function runHere(args: readonly string[]): Promise<{ out: string; err: string }> {
  const said = { out: '', err: '' };
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.err += String(text);
    return true;
  });
  try {
    await createProgram(
      {
        screen: { width: 100 },
        interactive: false,
        out: (text) => void (said.out += `${text}\n`),
        piped: async function* () {
          // Nothing is handed over.
        },
      },
      new AbortController().signal,
    )
      .parseAsync(['node', 'mneme', ...args])
      .catch((error: unknown) => {
        // So it ends where it was asked for help.
        if (!isUsageError(error) || error.exitCode !== 0) throw error;
      });
  } finally {
    written.mockRestore();
  }
  return said;
}
