import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { MnemeError } from '../domain/errors.js';
import { foreignEnvironment } from './environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Keeps a key that was typed in, for this process and its own children. */
export const keepTypedKey = (key: string): void => void (process.env['MNEME_KEY'] = key);

/** Throws `not_found` naming the path. */
export function readVaultKey(path: string): string {
  return readSecret(path, 'vaultKeyFile', 'the key of the vault');
}

/** The key that signs certificates, as PEM. Throws `not_found` naming the path. */
export function readSigningPem(path: string): string {
  return readSecret(path, 'signingKeyFile', 'the key that signs');
}

/** The configured passphrase, without the line break that editors append. Throws `not_found` naming the path. */
export function readPassphrase({
  passphrase,
  passphraseFile,
}: {
  readonly passphrase?: string | undefined;
  readonly passphraseFile?: string | undefined;
}): string | undefined {
  return (
    passphrase ??
    (passphraseFile === undefined
      ? undefined
      : readSecret(passphraseFile, 'passphraseFile', 'the passphrase').replace(/\r?\n$/, ''))
  );
}

/** Password managers may have to ask a person first. */
const KEY_COMMAND_MS = 120_000;
const SHORTEST_KEY = 8;

/**
 * What the file is sealed with; undefined if no key is configured. A command runs at each call, without a shell; the
 * first line that it prints is the key. Throws `invalid_input`, `not_found`, `unavailable`; no message shows the key.
 */
export function readKey({
  key,
  keyFile,
  keyCommand,
}: {
  readonly key?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly keyCommand?: readonly [string, ...string[]] | undefined;
}): string | undefined {
  if (key === undefined && keyFile === undefined && keyCommand === undefined) return undefined;
  const text =
    key ??
    (keyFile === undefined
      ? keyOfCommand(keyCommand ?? [''])
      : readSecret(keyFile, 'keyFile', 'the key of the memory'));
  const [line = ''] = text.split(/\r?\n/);
  if (line.length >= SHORTEST_KEY) return line;
  throw new MnemeError('invalid_input', `key: at least ${SHORTEST_KEY} characters are needed.`, {
    field: 'key',
    hint: 'Make one with `openssl rand -hex 32`, and keep it: nobody can read the memory without it.',
  });
}

function keyOfCommand([program, ...args]: readonly [string, ...string[]]): string {
  const { status, stdout, error } = spawnSync(program, args, {
    // What it complains of is for whoever reads this program's own complaints.
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: KEY_COMMAND_MS,
    windowsHide: true,
    env: foreignEnvironment(),
  });
  if (error === undefined && status === 0) return stdout;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  throw new MnemeError(
    'unavailable',
    `The command of the key, ${program}, ${code === 'ENOENT' ? 'is not there' : `failed (${code ?? `exit code ${status ?? 'none'}`})`}.`,
    {
      field: 'keyCommand',
      value: program,
      hint: 'Run it by hand: it must print the key as its first line, and asks nothing on standard input.',
    },
  );
}

/** The variables for {@link readKey} of the key that is to come, under the names of the present one. */
export const newKeyEnvironment = (environment: Environment = process.env): Environment => ({
  ...environment,
  ...Object.fromEntries(
    ['KEY', 'KEY_FILE', 'KEY_COMMAND'].map((name) => [
      `MNEME_${name}`,
      environment[`MNEME_NEW_${name}`],
    ]),
  ),
});

function readSecret(path: string, field: string, what: string): string {
  if (!existsSync(path))
    throw new MnemeError('not_found', `There is no file ${path} with ${what}.`, {
      field,
      value: path,
      hint: 'Look at the path, and at the folder that it is relative to.',
    });
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new MnemeError('invalid_input', `${path} cannot be read for ${what}.`, {
      field,
      value: path,
      hint: 'Give the path of a file that you may read.',
      cause,
    });
  }
}
