import type { Command } from 'commander';
import type { Terminal } from './process.js';

interface TrialOptions {
  readonly hooks?: string | boolean;
  readonly reader?: string | boolean;
  readonly file?: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/** The trials that `mneme doctor` runs on request instead of checking the file. */
export function addDoctorTrials(command: Command): void {
  command
    .option(
      '--hooks',
      'instead, run the installed hooks once as the client does, and take back what went in',
    )
    .option(
      '--reader [command]',
      'instead, let the configured reader, or this command, read one made-up session; it may cost',
    );
}

/** Whether a trial was requested, and run. Throws what the trial throws. */
export async function ranDoctorTrial(
  options: TrialOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  if (options.hooks === true) {
    const { runHookProof } = await import('./run-doctor-trials.js');
    await runHookProof(options, terminal, signal);
    return true;
  }
  if (options.reader === undefined) return false;
  const { runReaderProof } = await import('./run-doctor-trials.js');
  await runReaderProof(options, terminal, signal);
  return true;
}
