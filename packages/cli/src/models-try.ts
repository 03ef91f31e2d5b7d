import type { Command } from 'commander';
import { readCaseFile, tryModels } from '@mneme/mneme/index.js';
import type { ModelTrials } from '@mneme/mneme/public-types.js';
import { bold, dim, good, table, type TextFormat } from '@mneme/core/format/style.js';
import { openOptions, type OpenFlags } from './open-options.js';
import { Progress, type Terminal, tell } from './process.js';
import { readText } from './named-files.js';

/** `mneme models try FILE`: what the configured models would gain, measured on copies of the memory. */
export function addModelsCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const models = program
    .command('models')
    .summary('Learned models: try what they would gain.')
    .description('Learned models that are configured, and what they would gain.');
  const command = models.command('try');
  command
    .summary('Ask a file of cases with and without the configured models.')
    .description(
      'Ask the cases of copies of the memory: without a model, with the configured embedder, with the reranker, with both. The memory itself is only read.',
    )
    .argument('<cases>', 'the file of cases, as `mneme test` takes it')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  $ mneme models try cases.yaml\n')
    .action(async (path: string) => {
      const flags = command.optsWithGlobals<OpenFlags & { readonly json?: boolean }>();
      const cases = await readCaseFile(await readText(path, 'cases'), path);
      const progress = new Progress('models', terminal.interactive && flags.json !== true);
      try {
        const trials = await tryModels(cases, {
          ...openOptions(flags),
          signal,
          onProgress: (done, total) => progress.update(done, total),
        });
        progress.stop();
        tell(terminal, flags.json, trials, () => renderTrials(trials, terminal.screen));
      } finally {
        progress.stop();
      }
    });
}

function renderTrials({ cases, trials, best }: ModelTrials, screen: TextFormat): string {
  const rows = trials.map(({ name, passed, reciprocalRank, medianMs, won, lost, problem }) =>
    passed > 0 || problem === null
      ? [
          name === best ? good(name) : name,
          `${passed} of ${cases}`,
          reciprocalRank.toFixed(3),
          `${medianMs.toFixed(1)} ms`,
          String(won.length),
          String(lost.length),
        ]
      : [name, dim('not tried'), '', '', '', ''],
  );
  const named = trials.flatMap(({ name, won, lost, problem }) => [
    ...(problem === null ? [] : [`${bold(name)}: ${problem}`]),
    ...won.map((each) => `${bold(name)} wins: ${each}`),
    ...lost.map((each) => `${bold(name)} loses: ${each}`),
  ]);
  return [
    table(['with', 'passed', 'mean of 1/place', 'a question', 'wins', 'loses'], rows, screen),
    ...named,
    best === 'built-in'
      ? 'Nothing gains over the built-in encoder on these cases.'
      : `Best on these cases: ${best}.${best.startsWith('embedder') ? ' Run `mneme reindex` to fill the bank by it.' : ''}`,
  ].join('\n');
}
