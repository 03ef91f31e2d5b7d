import type { Command } from 'commander';
import { fileSettings, type OpenFlags, openOptions, placeFlags } from './flags.js';
import { Progress, tell, type Terminal } from './process.js';
import { readConfig } from '@mneme/core/config/config.js';
import { keepTypedKey, newKeyEnvironment, readKey } from '@mneme/core/config/secrets.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bold, dim, good } from '@mneme/core/format/style.js';
import { isSealedFile, sealMemory } from '@mneme/core/seal-file.js';

interface SealFlags extends OpenFlags {
  readonly json?: boolean;
}

const NO_SERVER =
  'A PostgreSQL server cannot be sealed by Mneme: encrypt its disk, or keep the memory in a file.';
const WAYS = 'MNEME_KEY_COMMAND, MNEME_KEY_FILE or MNEME_KEY';

/** Asks a person for the key of a sealed memory, if no other way to it is configured. */
export function askForKey(program: Command, terminal: Terminal): void {
  program.hook('preAction', async (_, command) => {
    const { secret, interactive } = terminal;
    if (secret === undefined || !interactive) return;
    const flags = command.optsWithGlobals<SealFlags & { from?: string; to?: string }>();
    const config = readConfig(openOptions(flags));
    if ([config.key, config.keyFile, config.keyCommand].some((way) => way !== undefined)) return;
    const named = [config.file, flags.from, flags.to, ...command.args];
    const sealed = named.find((path) => path !== undefined && isSealedFile(path));
    if (sealed !== undefined) keepTypedKey(await secret(`Key of ${sealed}: `));
  });
}

/** A key for a file to be sealed with: as configured, or typed in twice. */
async function newKeyOf(
  configured: string | undefined,
  ways: string,
  { secret, interactive }: Terminal,
): Promise<string> {
  if (configured !== undefined) return configured;
  if (secret === undefined || !interactive)
    throw new MnemeError('invalid_input', 'To seal, a key is needed.', {
      field: 'key',
      hint: `Give it by ${ways}. \`openssl rand -hex 32\` makes one; keep it: nobody can read the memory without it.`,
    });
  const key = await secret('New key (32 bytes in hex, or a passphrase): ');
  if (key === (await secret('Once more: ')))
    return readKey({ key, keyFile: undefined, keyCommand: undefined }) ?? key;
  throw new MnemeError('invalid_input', 'The two keys are not the same.', {
    field: 'key',
    hint: 'Nothing was changed. Try again.',
  });
}

interface Sealing {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** The key now and to be. */
  readonly keys: (
    configured: string | undefined,
    terminal: Terminal,
  ) => Promise<{ readonly key: string | undefined; readonly newKey: string | null }>;
  readonly done: string;
}

const SEALINGS: readonly Sealing[] = [
  {
    name: 'seal',
    summary: 'Encrypt the file with a key, its log, backups and exports too.',
    description: `Rewrites the memory under a key, which is read from ${WAYS}, or asked for. Nobody may have it open meanwhile; a kill leaves one whole file. The key is needed at every opening from then on: without it nobody can read the memory.`,
    keys: async (configured, terminal) => ({
      key: undefined,
      newKey: await newKeyOf(configured, WAYS, terminal),
    }),
    done: 'Sealed',
  },
  {
    name: 'unseal',
    summary: 'Make a sealed file a plain one again.',
    description: 'Rewrites a sealed memory in clear. Nobody may have it open meanwhile.',
    keys: (key) => Promise.resolve({ key, newKey: null }),
    done: 'Unsealed',
  },
  {
    name: 'rekey',
    summary: 'Encrypt a sealed file with another key.',
    description:
      'Rewrites a sealed memory under a new key, which is read from MNEME_NEW_KEY_COMMAND, MNEME_NEW_KEY_FILE or MNEME_NEW_KEY, or asked for. Backups keep the key that they were made with.',
    keys: async (key, terminal) => ({
      key,
      newKey: await newKeyOf(
        readKey(readConfig({}, newKeyEnvironment())),
        'MNEME_NEW_KEY_COMMAND, MNEME_NEW_KEY_FILE or MNEME_NEW_KEY',
        terminal,
      ),
    }),
    done: 'Under the new key',
  },
];

/** `mneme seal`, `unseal` and `rekey`. */
export function addSealCommands(program: Command, terminal: Terminal, signal: AbortSignal): void {
  for (const { name, summary, description, keys, done } of SEALINGS) {
    const command = placeFlags(program.command(name).summary(summary).description(description))
      .option('--json', 'print the result as JSON')
      .addHelpText('after', `\nMore: docs/sealing.md`);
    command.action(async () => {
      const flags = command.optsWithGlobals<SealFlags>();
      const config = fileSettings(flags, NO_SERVER);
      const { file } = config;
      const progress = new Progress(name, terminal.interactive && flags.json !== true);
      try {
        await sealMemory(file, {
          isSealed: name !== 'seal',
          ...(await keys(readKey(config), terminal)),
          signal,
          onProgress: (copied, total) => progress.update(copied, total),
        });
      } finally {
        progress.stop();
      }
      tell(terminal, flags.json, { file, sealed: name !== 'unseal' }, () =>
        [
          `${good(done)}: ${bold(file)}.`,
          dim('Backups and exports that were made before stay as they are.'),
        ].join('\n'),
      );
    });
  }
}
