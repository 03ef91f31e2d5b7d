import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  certifyErasure,
  certifyExport,
  createSigningKey,
  MnemeError,
  verifyCertificate,
  type EraseReport,
  type ExportReport,
  type Mneme,
} from '@mneme/mneme/index.js';
import type { Terminal } from './process.js';
import { readConfig } from '@mneme/core/config/config.js';
import { bold, dim, good } from '@mneme/core/format/style.js';
import { readText, unreadable, writeText } from './named-files.js';

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
