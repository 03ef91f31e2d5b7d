import type { Command } from 'commander';
import type { Terminal } from './terminal.js';
import type { SetupOptions } from './run-setup.js';

/** `mneme setup`: finds the programs of this user that can use a memory, sets them up, and tries each. */
export function addSetupCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('setup')
    .summary('Find the programs that can use a memory, set them up and try each.')
    .description(
      'Finds Claude Code, Claude Desktop, Cursor, VS Code, Codex, Gemini CLI, OpenCode and Windsurf by their settings, puts Mneme into them, and tries each entry once on a memory that is thrown away. What does not work is put back at once. Programs that could read what is remembered into notes are looked for in PATH and offered; none is run, and none chosen without being asked.',
    )
    .option('--yes', 'set up all that is found, without asking')
    .option(
      '--for <names>',
      'only these, found or not, separated by commas',
      (names: string, before: readonly string[] = []) => [...before, ...names.split(',')],
    )
    .option(
      '--project',
      'in this folder’s project, in files that are shared: without paths of this machine',
    )
    .option(
      '--reader <who>',
      'who reads what is remembered into notes: claude, codex, gemini, llm or ollama/MODEL where it is installed, or a command',
    )
    .option('--undo', 'put the settings back as they were before')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme setup\n      what is found, and a question before anything is changed\n  $ mneme setup --yes --for codex\n      Codex alone, without asking\n  $ mneme setup --undo\n      every file as it was before',
    )
    .action(async () => {
      const { runSetup } = await import('./run-setup.js');
      await runSetup(command.optsWithGlobals<SetupOptions>(), terminal, signal);
    });
}
