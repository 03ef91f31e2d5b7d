import type { Command } from 'commander';
import type { Terminal } from './process.js';

interface TrialOptions {
  readonly hooks?: string | boolean;
  readonly reader?: string | boolean;
  readonly file?: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/** What `mneme doctor` tries in place of looking after the file, when it is asked to. */
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

/** Whether a trial was asked for, and made. Throws what the trial throws. */
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
