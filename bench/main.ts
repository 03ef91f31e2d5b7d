import { Command } from 'commander';
import { EXIT_CODES } from '../packages/cli/src/process.js';
import { MnemeError } from '../packages/core/src/domain/errors.js';
import { BENCHMARKS } from './benchmarks.js';

const program = new Command('bench').description(
  'Measures Mneme: a table for people; with --json the last line is for machines.',
);
// A name or flag that is none is the caller's slip, as everywhere on the command line.
program.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_CODES.invalid_input));
for (const benchmark of BENCHMARKS) {
  const command = program
    .command(benchmark.name)
    .description(benchmark.summary)
    .option('--json', 'end with one line of JSON');
  for (const { flag, description, preset } of benchmark.options)
    command.option(flag, description, preset);
  command.action(async (options: Record<string, string | boolean | undefined>) => {
    const { results, table } = await benchmark.run(options, (line) =>
      process.stderr.write(`${line}\n`),
    );
    process.stdout.write(`${format(table)}\n`);
    if (options['json'] === true)
      process.stdout.write(`${JSON.stringify({ bench: benchmark.name, results })}\n`);
  });
}
try {
  await program.parseAsync();
} catch (error) {
  if (!MnemeError.is(error)) throw error;
  process.stderr.write(`${error.message} ${error.hint ?? ''}\n`);
  process.exitCode = EXIT_CODES[error.code];
}

function format(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
