import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { type OpenFlags, openOptions, placeFlags } from './flags.js';
import { readText, tell, type Terminal, unreadable, writeText } from './process.js';
import { readConfig } from '@mneme/core/config/config.js';
import type { KeyInput } from '@mneme/core/domain/access.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { bold, dim, good, moment, table } from '@mneme/core/format/style.js';
import {
  certifyErasure,
  certifyExport,
  createSigningKey,
  type EraseReport,
  type ExportReport,
  type Mneme,
  MnemeError,
  openMemory,
  verifyCertificate,
} from '@mneme/mneme/index.js';

interface KeyFlags extends Pick<OpenFlags, 'file' | 'store'> {
  readonly json?: boolean;
  readonly banks?: string;
  readonly scopes?: string;
  readonly for?: string;
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
    .option('--for <name>', 'who reads what is answered to it: what they may not know is left out')
    .action((name: string) =>
      withMemory(create, async (memory, { banks, scopes, for: reader, json }) => {
        const made = await memory.file.keys.create({
          name,
          ...(banks === undefined ? {} : { banks: split(banks) }),
          ...(scopes === undefined ? {} : { scopes: split(scopes) }),
          ...(reader === undefined ? {} : { for: reader }),
        } as KeyInput);
        tell(
          terminal,
          json,
          made,
          () =>
            `${made.key}\n${dim(`Opens ${made.banks?.join(', ') ?? 'every bank'} to ${made.scopes.join(', ')}${made.recipient === null ? '' : `, for ${made.recipient} to read`}. It is shown this once.`)}`,
        );
      }),
    );
  const list = placed(keys.command('list'))
    .description('List the keys, revoked ones too.')
    .action(() =>
      readMemory(list, async (memory, { json }) => {
        const all = await memory.file.keys.list();
        const rows = all.map(({ name, id, banks, scopes, recipient, createdAt, revokedAt }) => [
          name,
          id,
          banks?.join(', ') ?? 'all',
          scopes.join(', '),
          recipient ?? '',
          moment(createdAt),
          revokedAt === null ? '' : `revoked ${moment(revokedAt)}`,
        ]);
        tell(terminal, json, all, () =>
          rows.length === 0
            ? 'There are no keys: a server of this file serves this machine alone.'
            : table(['name', 'id', 'banks', 'scopes', 'for', 'made', ''], rows, terminal.screen),
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

/** Flags of commands that write a certificate. */
export interface CertificateFlags {
  readonly certificate?: string;
  readonly signingKey?: string;
  readonly reference?: string;
}

export function addCertificateOptions(command: Command): Command {
  return command
    .option('--certificate <path>', 'leave a signed account of it in this file')
    .option('--signing-key <path>', 'the key that signs it, as `mneme certificate-key` makes one')
    .option('--reference <text>', 'what whoever asked calls it; signed and told, so no name');
}

/**
 * Reads the signing key first, so that nothing is done that cannot be certified. Throws `invalid_input`, `not_found`.
 */
export async function readSigning(flags: CertificateFlags): Promise<string | null> {
  if (flags.certificate === undefined) return null;
  if (flags.signingKey === undefined)
    throw new MnemeError('invalid_input', 'A certificate needs a key to sign it.', {
      field: '--signing-key',
      hint: 'Name one with --signing-key; `mneme certificate-key PATH` makes one.',
    });
  const key = await readText(flags.signingKey, '--signing-key');
  await assertFree(flags.certificate);
  return key;
}

/** Writes the certificate of an erasure or an export. */
export async function writeCertificate(
  done: { readonly erased: EraseReport } | { readonly exported: ExportReport },
  key: string,
  memory: Mneme,
  flags: CertificateFlags,
): Promise<void> {
  const signing = {
    key,
    bank: memory.bankName,
    actor: readConfig().actor,
    at: Date.now(),
    ...(flags.reference === undefined ? {} : { reference: flags.reference }),
  };
  const text =
    'erased' in done
      ? certifyErasure(done.erased, signing)
      : certifyExport(done.exported, await hashOf(done.exported.path), signing);
  await writeText(flags.certificate ?? '', text, 'path', 'wx');
}

/** `mneme verify-certificate` and `mneme certificate-key`: neither opens a memory. */
export function addCertificateCommands(program: Command, terminal: Terminal): void {
  const verify = program
    .command('verify-certificate')
    .argument('<path>', 'the certificate')
    .summary('Check a signed account of an erasure or an export, without the bank.')
    .description(
      'Whether it is byte for byte as it was signed, by whom, and, of an export, whether a file is the one that was exported.',
    )
    .option('--signer <fingerprint>', 'who must have signed it')
    .option('--export <path>', 'the file that it must be of')
    .option('--json', 'print the account as JSON')
    .action(async (path: string) => {
      const flags = verify.optsWithGlobals<{
        signer?: string;
        export?: string;
        json?: boolean;
      }>();
      const verified = verifyCertificate(await readText(path, 'path'), {
        ...(flags.signer === undefined ? {} : { signer: flags.signer }),
        ...(flags.export === undefined ? {} : { sha256: await hashOf(flags.export) }),
      });
      if (flags.json === true) return terminal.out(JSON.stringify(verified, null, 2));
      const { account, signer } = verified;
      const figures = Object.entries(account.done)
        .filter(([name]) => name !== 'what')
        .map(
          ([name, value]) =>
            `  ${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
        );
      terminal.out(
        [
          `${good('Holds:')} ${bold(account.done.what)} of bank ${bold(account.bank)} on ${account.at} by ${account.actor}${account.reference === null ? '' : `, ${account.reference}`}.`,
          ...figures,
          `Signed by ${signer}${flags.signer === undefined ? dim(' (whoever that is: compare it, or give --signer)') : ''}.`,
        ].join('\n'),
      );
    });
  program
    .command('certificate-key')
    .argument('<path>', 'where the key is to be')
    .summary('Make a key that signs certificates.')
    .description(
      'An Ed25519 private key that only its owner may read. Tell others its fingerprint, and the file nobody.',
    )
    .action(async (path: string) => {
      const { pem, fingerprint } = createSigningKey();
      await writeText(path, pem, 'path', 'wx');
      terminal.out(
        `${good('Made')} ${bold(path)}.\nIts fingerprint, for whoever checks: ${bold(fingerprint)}`,
      );
    });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  } catch (cause) {
    throw unreadable(path, '--export', cause);
  }
  return hash.digest('hex');
}

/** Fails early where the certificate could not be written. */
async function assertFree(path: string): Promise<void> {
  await writeText(path, '', 'path', 'wx');
  await rm(path);
}
