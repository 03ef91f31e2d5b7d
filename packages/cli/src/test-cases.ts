import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type OpenFlags, openOptions } from './flags.js';
import { FAILED_CASES, Progress, readText, tell, type Terminal, writeText } from './process.js';
import { bold, dim, good, table, type TextFormat } from '@mneme/core/format/style.js';
import { asJunit, asTap, renderTest } from '@mneme/core/modules/testing/view.js';
import {
  type Mneme,
  MnemeError,
  openMemory,
  readCaseFile,
  restoreBackup,
  tryModels,
} from '@mneme/mneme/index.js';
import type { ModelTrials, TestReport } from '@mneme/mneme/public-types.js';

interface TestFlags extends OpenFlags {
  readonly json?: boolean;
  readonly on?: string;
  readonly format?: string;
  readonly out?: string;
  readonly drift?: string;
  readonly mutants?: string;
  readonly times?: string;
  readonly only?: string;
}

const FORMATS: Readonly<Record<string, (report: TestReport, screen: TextFormat) => string>> = {
  table: renderTest,
  junit: asJunit,
  tap: asTap,
  json: (report) => JSON.stringify(report, null, 2),
};

/** `mneme test FILE`: runs cases on the memory, on a backup or an export, or on the fixture that the file contains. */
export function addTestCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command =
    program.commands.find((each) => each.name() === 'test') ?? program.command('test');
  command
    .summary('Check what comes back against a file of cases.')
    .description(
      `Questions with what must come back, what must not, or that nothing must be known; in YAML or JSON. Ends with ${FAILED_CASES} where a case fails.`,
    )
    .argument('[cases]', 'the file of cases; - for standard input')
    .option('--on <path>', 'ask a backup or an export (.jsonl) instead of the memory')
    .option('--format <name>', `how it is told: ${Object.keys(FORMATS).join(', ')}`, 'table')
    .option('--out <path>', 'write that into this file, and print the table')
    .option(
      '--drift <path>',
      'tell what changed since the report in this file, and keep this one there',
    )
    .option(
      '--mutants <n>',
      'forget so many memories, one at a time on a copy, and see which cases notice',
    )
    .option('--times <n>', 'ask each case so often; one that comes out differently is flaky')
    .option('--only <words>', 'only cases that have these words in their name')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme test cases.yaml\n  $ mneme test cases.yaml --on nightly.backup --format junit --out results.xml\n  $ mneme test run --pin "Where does Tom live?" >> cases.yaml\n',
    )
    .action(async (path: string | undefined) => {
      const flags = command.optsWithGlobals<TestFlags>();
      if (path === undefined) {
        terminal.out(command.helpInformation());
        return;
      }
      const render = rendering(flags);
      const report = await reportOf(path, flags, terminal, signal);
      await tellResults(report, render, flags, terminal);
      if (report.failed > 0) process.exitCode = FAILED_CASES;
    });
}

async function reportOf(
  path: string,
  flags: TestFlags,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<TestReport> {
  const file = await readCaseFile(await textOf(path, terminal), path);
  const { only } = flags;
  const cases = file.cases.filter(
    ({ name, ask }) =>
      only === undefined || (name ?? ask).toLowerCase().includes(only.toLowerCase()),
  );
  if (cases.length === 0)
    throw new MnemeError('invalid_input', `No case has “${only}” in its name.`, {
      field: '--only',
      value: only,
      hint: 'Leave it out to run all of them.',
    });
  const against = flags.drift === undefined ? undefined : await earlier(flags.drift);
  const progress = new Progress('test', terminal.interactive && flags.json !== true);
  return withMemory(flags, file.fixture !== undefined, async (memory) => {
    try {
      return await memory.testing.run(
        {
          ...file,
          cases,
          ...(against === undefined ? {} : { against }),
          ...(flags.mutants === undefined ? {} : { mutants: Number(flags.mutants) }),
          ...(flags.times === undefined ? {} : { times: Number(flags.times) }),
        },
        { signal, onProgress: (done, total) => progress.update(done, total) },
      );
    } finally {
      progress.stop();
    }
  });
}

/** The memory to test. A backup is first restored to a temporary file, so that it is verified and stays unchanged. */
async function withMemory<T>(
  flags: TestFlags,
  fixture: boolean,
  work: (memory: Mneme) => Promise<T>,
): Promise<T> {
  const { on } = flags;
  const { file: _, ...elsewhere } = openOptions(flags);
  if (fixture) return closing(await openMemory({ ...elsewhere, file: ':memory:' }), work);
  if (on === undefined)
    return closing(
      await openMemory({ ...openOptions(flags), readOnly: true, mustExist: true }),
      work,
    );
  if (on.endsWith('.jsonl'))
    return closing(await openMemory({ ...elsewhere, file: ':memory:' }), async (memory) => {
      await memory.import(on, { format: 'mneme' });
      return work(memory);
    });
  const folder = await mkdtemp(join(tmpdir(), 'mneme-test-'));
  try {
    const file = join(folder, 'restored.mneme');
    await restoreBackup(on, { file });
    return await closing(await openMemory({ ...elsewhere, file, mustExist: true }), work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function closing<T>(memory: Mneme, work: (memory: Mneme) => Promise<T>): Promise<T> {
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

type Render = (typeof FORMATS)[string];

/** The format, validated before the cases run. Throws `invalid_input`. */
function rendering({ json, format = 'table' }: TestFlags): Render {
  const name = json === true ? 'json' : format;
  const render = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (render !== undefined) return render;
  throw new MnemeError('invalid_input', `There is no format ${name}.`, {
    field: '--format',
    value: name,
    hint: `One of ${Object.keys(FORMATS).join(', ')}.`,
  });
}

async function tellResults(
  report: TestReport,
  render: Render,
  flags: TestFlags,
  terminal: Terminal,
): Promise<void> {
  const told = render(report, terminal.screen);
  if (flags.drift !== undefined)
    await writeText(flags.drift, JSON.stringify(report, null, 2), '--drift');
  if (flags.out === undefined) terminal.out(told);
  else {
    await writeText(flags.out, `${told}\n`, '--out');
    terminal.out(renderTest(report, terminal.screen));
  }
}

async function textOf(path: string, terminal: Terminal): Promise<string> {
  if (path === '-') {
    let text = '';
    for await (const piece of terminal.piped()) text += piece;
    return text;
  }
  return readText(path, 'cases');
}

/** The saved report of an earlier run; undefined for the first run. */
async function earlier(path: string): Promise<TestReport | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return JSON.parse(await readText(path, '--drift')) as TestReport;
  }
  try {
    return JSON.parse(text) as TestReport;
  } catch (cause) {
    throw new MnemeError('invalid_input', `${path} is no report of an earlier run.`, {
      field: '--drift',
      value: path,
      hint: 'Name a file that `mneme test --drift` wrote, or one that is not there yet.',
      cause,
    });
  }
}

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
