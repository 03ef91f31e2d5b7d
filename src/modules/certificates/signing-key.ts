import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { MnemeError } from '../../domain/errors.js';

/** A new key that accounts are signed with, as PEM (PKCS #8); to be kept where nobody else reads it. */
export function createSigningKey(): { readonly pem: string; readonly fingerprint: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(spkiOf(publicKey)),
  };
}

/** Throws `invalid_input` for what is no private key of Ed25519; the message never holds it. */
export function readSigningKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw noKey('it cannot be read as a private key');
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw noKey(`it is a key of ${key.asymmetricKeyType ?? 'another kind'}`);
  return key;
}

export const publicKeyOf = (key: KeyObject): string => spkiOf(createPublicKey(key));

const spkiOf = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'der' }).toString('base64');

/** By what people tell a signer: `SHA256:` and the hash of the public key, as SSH writes it. */
export const fingerprintOf = (publicKey: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64').replaceAll('=', '')}`;

const noKey = (why: string): MnemeError =>
  new MnemeError('invalid_input', `The signing key is of no use: ${why}.`, {
    field: 'signingKey',
    hint: 'Make one with `mneme certificate-key PATH`.',
  });
