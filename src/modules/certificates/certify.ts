import { sign } from 'node:crypto';
import type { EraseReport } from '../../domain/erasure.js';
import { MnemeError } from '../../domain/errors.js';
import type { ExportReport } from '../../domain/portable.js';
import type { Instant } from '../../domain/time.js';
import { certificateText, signedBytes, type Account } from './certificate.js';
import { publicKeyOf, readSigningKey } from './signing-key.js';

export interface Signing {
  /** The private key, as PEM. */
  readonly key: string;
  readonly bank: string;
  /** Who had it done, as the journal names them. */
  readonly actor: string;
  readonly at: Instant;
  /** What whoever asked calls it, such as the number of a request. It is signed and told: no place for a name. */
  readonly reference?: string;
}

/** A signed account of an erasure, as the text of a file. It names nobody. Throws `invalid_input` for one that was not done, or another key. */
export function certifyErasure(report: Omit<EraseReport, 'certificate'>, signing: Signing): string {
  if (!report.done)
    throw new MnemeError('invalid_input', 'What was not done is not certified.', {
      field: 'certificate',
      hint: 'Erase with `yes`.',
    });
  const { memories, redacted, entities, learned, sealed, names, proof, remains, sequence } = report;
  return signed(signing, sequence, {
    what: 'erasure',
    memories,
    redacted,
    entities,
    learned,
    sealed,
    names: names.length,
    proof,
    remains: remains.length,
  });
}

/** A signed account of an export: `sha256` is of the file as it was written, in hex. Throws `invalid_input` for another key. */
export function certifyExport(report: ExportReport, sha256: string, signing: Signing): string {
  const { bytes, encrypted, records } = report;
  return signed(signing, null, { what: 'export', bytes, sha256, encrypted, records });
}

function signed(
  { key: pem, bank, actor, at, reference }: Signing,
  sequence: number | null,
  done: Account['done'],
): string {
  const key = readSigningKey(pem);
  const account: Account = {
    type: 'mneme-certificate',
    version: 1,
    at: new Date(at).toISOString(),
    actor,
    bank,
    sequence,
    reference: reference ?? null,
    done,
    publicKey: publicKeyOf(key),
  };
  const signature = sign(null, signedBytes(account), key).toString('base64');
  return certificateText({ account, signature });
}
