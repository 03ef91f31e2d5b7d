import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { MnemeError } from '../../domain/errors.js';
import {
  Certificate,
  MAX_CERTIFICATE,
  altered,
  certificateText,
  signedBytes,
  type Account,
} from './certificate.js';
import { fingerprintOf } from './signing-key.js';

export interface VerifyCertificateOptions {
  /** Who must have signed it: the fingerprint of their key. Without it anybody may have. */
  readonly signer?: string;
  /** SHA-256 of the file that an export's account must be of, in hex. */
  readonly sha256?: string;
}

export interface VerifiedCertificate {
  readonly account: Account;
  /** The signer's key, by its fingerprint. */
  readonly signer: string;
}

/**
 * Checks a certificate without any bank: that it is byte for byte as it was signed, and by whom. Throws `corrupt` for one that was altered,
 * is of another signer, or of another file than the one given.
 */
export function verifyCertificate(
  text: string,
  { signer, sha256 }: VerifyCertificateOptions = {},
): VerifiedCertificate {
  const certificate = read(text);
  const { account, signature } = certificate;
  // JSON has many spellings of one value, and so has base64: only the one that is written here counts.
  if (certificateText(certificate) !== text) throw altered('it is not written as it was signed');
  const bytes = Buffer.from(signature, 'base64');
  if (
    bytes.toString('base64') !== signature ||
    !verify(null, signedBytes(account), keyOf(account), bytes)
  )
    throw altered('its signature is not of this account');
  const fingerprint = fingerprintOf(account.publicKey);
  if (signer !== undefined && signer !== fingerprint)
    throw altered(`it was signed by ${fingerprint}, not by ${signer}`);
  if (sha256 !== undefined) assertOf(account, sha256);
  return { account, signer: fingerprint };
}

function read(text: string): Certificate {
  if (text.length > MAX_CERTIFICATE) throw altered('it is longer than any');
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    throw altered('it is no JSON');
  }
  const parsed = Certificate.safeParse(told);
  if (!parsed.success)
    throw altered(`${parsed.error.issues[0]?.path.join('.') ?? 'it'} is not as it must be`);
  return parsed.data;
}

function keyOf({ publicKey }: Account): KeyObject {
  const bytes = Buffer.from(publicKey, 'base64');
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519' && bytes.toString('base64') === publicKey) return key;
  } catch {
    // Told below.
  }
  throw altered('its key is none of Ed25519');
}

function assertOf({ done }: Account, sha256: string): void {
  if (done.what !== 'export')
    throw new MnemeError('invalid_input', 'An account of an erasure is of no file.', {
      field: 'file',
      hint: 'Leave the file out.',
    });
  if (done.sha256 !== sha256) throw altered('the file is not the one that was exported');
}
