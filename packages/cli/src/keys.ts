import type { Command } from 'commander';
import type { KeyInput } from '@mneme/core/domain/access.js';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';
import { openOptions, placeFlags, type OpenFlags } from './open-options.js';
import type { Terminal } from './process.js';
import { dim, moment, table } from '@mneme/core/format/style.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { tell } from './process.js';

interface KeyFlags extends Pick<OpenFlags, 'file' | 'store'> {
  readonly json?: boolean;
  readonly banks?: string;
  readonly scopes?: string;
}

/** `mneme keys`: manages who may access a server of this file. */
export function addKeysCommand(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Keys to servers of this file. From the first one on, a server asks for a key.');
  const placed = (command: Command): Command =>
    placeFlags(command).option('--json', 'print the result as JSON');
  const create = placed(keys.command('create'))
    .argument('<name>', 'what the journal calls whoever uses it')
    .description('Make a key and show it, this once: the file keeps a hash of it.')
    .option('--banks <list>', 'the banks it opens (default: all)')
    .option('--scopes <list>', 'what it allows: read, write, admin (default: read,write)')
    .action((name: string) =>
      withMemory(create, async (memory, { banks, scopes, json }) => {
        const made = await memory.file.keys.create({
          name,
          ...(banks === undefined ? {} : { banks: split(banks) }),
          ...(scopes === undefined ? {} : { scopes: split(scopes) }),
        } as KeyInput);
        tell(
          terminal,
          json,
          made,
          () =>
            `${made.key}\n${dim(`Opens ${made.banks?.join(', ') ?? 'every bank'} to ${made.scopes.join(', ')}. It is shown this once.`)}`,
        );
      }),
    );
  const list = placed(keys.command('list'))
    .description('List the keys, revoked ones too.')
    .action(() =>
      readMemory(list, async (memory, { json }) => {
        const all = await memory.file.keys.list();
        const rows = all.map(({ name, id, banks, scopes, createdAt, revokedAt }) => [
          name,
          id,
          banks?.join(', ') ?? 'all',
          scopes.join(', '),
          moment(createdAt),
          revokedAt === null ? '' : `revoked ${moment(revokedAt)}`,
        ]);
        tell(terminal, json, all, () =>
          rows.length === 0
            ? 'There are no keys: a server of this file serves this machine alone.'
            : table(['name', 'id', 'banks', 'scopes', 'made', ''], rows, terminal.screen),
        );
      }),
    );
  const revoke = placed(keys.command('revoke'))
    .argument('<name>', 'the key’s name or id')
    .description('End a key, at once and in every server of the file.')
    .action((name: string) =>
      readMemory(revoke, async (memory, { json }) => {
        const revoked = await memory.file.keys.revoke(name);
        tell(terminal, json, revoked, () => `${revoked.name} is revoked.`);
      }),
    );
}

type Work = (memory: Mneme, flags: KeyFlags) => Promise<void>;

/** Without a file there are no keys; listing them does not create one. */
function readMemory(command: Command, work: Work): Promise<void> {
  return withMemory(command, work, 'file');
}

async function withMemory(
  command: Command,
  work: Work,
  mustExist: false | 'file' = false,
): Promise<void> {
  const { file, store, ...flags } = command.optsWithGlobals<KeyFlags>();
  const memory = await openMemory({
    ...openOptions(definedOnly({ file, store })),
    mustExist,
  });
  try {
    await work(memory, flags);
  } finally {
    await memory.close();
  }
}

function split(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
