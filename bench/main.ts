import { Command } from 'commander';
import { EXIT_CODES } from '../src/cli/exit-codes.js';
import { MnemeError } from '../src/domain/errors.js';
import type { Benchmark } from './benchmark.js';
import { calibration } from './calibration.js';
import { branches } from './branches.js';
import { cases } from './cases.js';
import { cascade } from './cascade.js';
import { causal } from './causal.js';
import { code } from './code.js';
import { consolePages } from './console.js';
import { contradictions } from './contradictions.js';
import { compress } from './compress.js';
import { crash } from './crash.js';
import { dialogue } from './dialogue.js';
import { fitClaims } from './dialogue/fit-claims.js';
import { distillation } from './distillation.js';
import { direction } from './direction.js';
import { dream } from './dream.js';
import { feedback } from './feedback.js';
import { outcomes } from './outcomes.js';
import { verification } from './verification.js';
import { fit } from './fit.js';
import { fitCauses } from './fit-causes.js';
import { fitCertainty } from './fit-certainty.js';
import { fitCurrency } from './fit-currency.js';
import { fitGuard } from './fit-guard.js';
import { fleet } from './fleet.js';
import { foreign } from './foreign.js';
import { graph } from './graph.js';
import { growth } from './growth.js';
import { guard } from './guard.js';
import { halves } from './halves.js';
import { inference } from './inference.js';
import { index } from './index.js';
import { injection } from './injection.js';
import { known } from './known.js';
import { entities } from './entities.js';
import { knowing } from './knowing.js';
import { paradigms } from './paradigms.js';
import { lives } from './lives.js';
import { load } from './load.js';
import { locomo } from './locomo.js';
import { mcp } from './mcp.js';
import { pictures } from './pictures.js';
import { pii } from './pii.js';
import { poison } from './poison.js';
import { purpose } from './purpose.js';
import { reflect } from './reflect.js';
import { routing } from './routing.js';
import { attempt } from './attempt.js';
import { selfmodel } from './selfmodel.js';
import { secrets } from './secrets.js';
import { scale } from './scale.js';
import { stores } from './stores.js';
import { tenants } from './tenants.js';
import { sts } from './sts.js';
import { talk } from './talk.js';
import { spaces } from './spaces.js';
import { translations } from './translations.js';
import { typos } from './typos.js';
import { updates } from './updates.js';
import { worlds } from './worlds.js';

const BENCHMARKS: readonly Benchmark[] = [
  consolePages,
  locomo,
  mcp,
  load,
  distillation,
  dialogue,
  code,
  spaces,
  scale,
  growth,
  stores,
  tenants,
  crash,
  dream,
  causal,
  direction,
  typos,
  feedback,
  outcomes,
  verification,
  routing,
  sts,
  talk,
  lives,
  purpose,
  reflect,
  graph,
  pictures,
  index,
  inference,
  calibration,
  known,
  entities,
  knowing,
  paradigms,
  branches,
  cases,
  cascade,
  fit,
  fitCauses,
  fitCertainty,
  fitClaims,
  fitCurrency,
  translations,
  contradictions,
  updates,
  worlds,
  attempt,
  selfmodel,
  compress,
  pii,
  secrets,
  injection,
  poison,
  fleet,
  foreign,
  guard,
  halves,
  fitGuard,
];

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
