import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../../test/support/open-test-memory.js';
import { createProgram, isUsageError } from './program.js';
import type { Terminal } from './process.js';

const terminal = (out: string[] = []): Terminal => ({
  screen: { width: 140 },
  interactive: false,
  out: (text) => void out.push(text),
  piped: async function* () {},
});
const program = (out: string[] = []): Command =>
  createProgram(terminal(out), new AbortController().signal);

/** The error for a command line. */
async function refusal(line: string): Promise<string> {
  const quiet = (command: Command): void => {
    command.configureOutput({ writeErr: () => undefined });
    command.commands.forEach(quiet);
  };
  const asked = program();
  quiet(asked);
  const error: unknown = await asked.parseAsync(['node', 'mneme', ...line.split(' ')]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return 'nothing';
  return isUsageError(error)
    ? `${error.code} ${error.message}`
    : `${(error as { code?: string }).code ?? ''} ${(error as Error).message}`;
}

describe('a verb that a group does not have', () => {
  const groups = program()
    .commands.filter(({ commands }) => commands.length > 0)
    .map(
      (group) =>
        [
          group.name(),
          group
            .createHelp()
            .visibleCommands(group)
            .map((command) => command.name()),
        ] as const,
    );

  it('there are groups to try', () => {
    expect(groups.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'goal',
        'opinion',
        'quarantine',
        'bank',
        'mcp',
        'keys',
        'hooks',
        'strategy',
        'task',
        'session',
        'entity',
        'competence',
      ]),
    );
  });

  it.each(groups)('is named as one by %s, with the nearest', async (name, verbs) => {
    for (const verb of verbs.filter((each) => each.length > 3 && each !== 'help')) {
      const typo = `${verb.slice(0, -2)}${verb.at(-1) ?? ''}`;
      const said = await refusal(`${name} ${typo} --file ${temporaryFile()}`);
      expect(said).toMatch(
        name === 'backup'
          ? /^invalid_input .*is no verb of backup/
          : /^commander\.unknownCommand error: unknown command/,
      );
      expect(said).toContain(typo);
      if (name !== 'backup')
        expect(said).toMatch(new RegExp(`Did you mean (?:one of )?[\\w ,-]*${verb}`));
    }
  });

  it('that is near to none is told with those there are; what a verb has too much of is told as that', async () => {
    expect(await refusal('goal zzzzzz')).toContain(
      "unknown command 'zzzzzz' of 'goal'. There are set, pursue.",
    );
    expect(await refusal('branch zzzzzz')).toContain("unknown command 'zzzzzz' of 'branch'");
    expect(await refusal('goal list more')).toMatch(
      /excessArguments error: 'more' is too much: 'goal list' takes no such argument/,
    );
    expect(await refusal('stats more')).toContain("too many arguments for 'stats'");
  });

  it('is no matter of a text of several words: it is shown in quotation marks', async () => {
    expect(await refusal('recall where does Radek work')).toMatch(
      /too many arguments[^]*in quotation marks: mneme recall "where does Radek work"$/,
    );
    expect(await refusal('goal set bake rye bread')).toContain('mneme goal set "bake rye bread"');
    expect(await refusal('stats more')).not.toContain('quotation marks');
  });

  it('founds no backup of that name; a path is none', async () => {
    const file = temporaryFile();
    await program().parseAsync([
      'node',
      'mneme',
      'remember',
      'The heron nests by the weir.',
      '--file',
      file,
    ]);
    expect(await refusal(`backup verfy --file ${file}`)).toContain('invalid_input');
    expect(existsSync('verfy')).toBe(false);
    const copy = `${temporaryFolder()}/verfy`;
    expect(await refusal(`backup ${copy} --file ${file}`)).toBe('nothing');
    expect(existsSync(copy)).toBe(true);
  });
});

describe('the groups', () => {
  const groups = program().commands.filter(({ commands }) => commands.length > 0);

  it('tell what they hold', () => {
    expect(groups.find((group) => group.name() === 'branch')?.description()).toBe('Verbs: merge.');
    expect(groups.filter((group) => group.description() === '')).toEqual([]);
  });
});

describe('the banks of a file', () => {
  it('are deleted and restored by the command line, the usual one, too', async () => {
    const file = temporaryFile();
    const run = async (...line: readonly string[]): Promise<string> => {
      const out: string[] = [];
      await program(out).parseAsync(['node', 'mneme', ...line, '--file', file]);
      return out.join('\n');
    };
    await run('remember', 'The heron nests by the weir.');
    expect(await run('bank', 'delete', 'default')).toMatch(
      /is deleted, with 1 memory.*mneme bank delete default --restore/,
    );
    await expect(run('recall', 'heron')).rejects.toThrow(/was deleted on/);
    await expect(run('remember', 'Late.')).rejects.toThrow(/was deleted on/);
    expect(await run('banks')).toMatch(/^default is deleted/);
    expect(await run('bank', 'delete', 'default', '--restore')).toMatch(/there again/);
    expect(await run('recall', 'heron')).toContain('The heron nests by the weir.');
  });

  it('are listed with what they hold and their policy, whichever bank is named', async () => {
    const file = temporaryFile();
    const run = async (line: readonly string[]): Promise<string> => {
      const out: string[] = [];
      await program(out).parseAsync(['node', 'mneme', ...line, '--file', file]);
      return out.join('\n');
    };
    await run(['remember', 'The heron nests by the weir.', '--bank', 'birds']);
    await run(['remember', 'The pool size is 20.', '--bank', 'work']);
    await run(['bank', 'configure', '--empathy', '5', '--privacy', 'strict', '--bank', 'work']);
    const {
      banks,
      bytes,
      file: named,
    } = JSON.parse(await run(['banks', '--json'])) as {
      banks: {
        name: string;
        memories: number;
        changes: number;
        changedAt: number;
        settings: { privacy: string; disposition: { empathy: number } };
      }[];
      bytes: number;
      file: string;
    };
    expect(banks.map(({ name, memories, changes }) => [name, memories, changes])).toEqual([
      ['birds', 1, 1],
      ['work', 1, 2],
    ]);
    expect(banks[1]).toMatchObject({
      settings: { privacy: 'strict', disposition: { empathy: 5 } },
    });
    expect(banks[0]!.changedAt).toBeGreaterThan(1_600_000_000_000);
    expect(bytes).toBeGreaterThan(4_096);
    expect(named).toBe(file);
    const shown = await run(['bank', 'list']);
    expect(shown).toMatch(/work[^]*takes out strict; guard quarantine/);
    expect(shown).toMatch(/empathy 5/);
  });
});
