import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { EraseReport } from '../../domain/forgetting-and-merging.js';
import type { ExportReport } from '../../domain/import-export.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';

/** Figures of an erasure; the account names nobody. */
const erasureShape = z.strictObject({
  what: z.literal('erasure'),
  memories: z.strictObject({
    said: z.number(),
    about: z.number(),
    naming: z.number(),
    derived: z.number(),
  }),
  redacted: z.number(),
  entities: z.number(),
  learned: z.number(),
  sealed: z.number(),
  /** Number of names that were searched for. */
  names: z.number(),
  /** The search of the file's bytes after the erasure; null if there was no file to search. */
  proof: z
    .strictObject({
      needles: z.number(),
      bytesSearched: z.number(),
      bytesFound: z.number(),
      partsOfOthers: z.number(),
    })
    .nullable(),
  /** Number of reasons why the proof is incomplete. */
  remains: z.number(),
});

const exportShape = z.strictObject({
  what: z.literal('export'),
  bytes: z.number(),
  /** SHA-256 of the written file, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  encrypted: z.boolean(),
  records: z.record(z.string(), z.number()),
});

const accountShape = z.strictObject({
  type: z.literal('mneme-certificate'),
  version: z.literal(1),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** The actor, as the journal names them. */
  actor: z.string(),
  bank: z.string(),
  /** The bank's sequence number; null if not given. */
  sequence: z.number().nullable(),
  /** The requester's own reference, such as a request number; null for none. */
  reference: z.string().nullable(),
  done: z.discriminatedUnion('what', [erasureShape, exportShape]),
  /** The signer's public key, Ed25519, as SubjectPublicKeyInfo in base64. */
  publicKey: z.string(),
});
/** The signed content: what was done, when, by whom, with its figures and proof. */
export interface Account extends Of<typeof accountShape> {}
export const Account: SchemaOf<Account, typeof accountShape> = accountShape;

const certificateShape = z.strictObject({
  account: accountShape,
  /** Ed25519, of {@link signedBytes}, in base64. */
  signature: z.string(),
});
/** A signed account, verifiable without the bank. */
export interface Certificate extends Of<typeof certificateShape> {}
export const Certificate: SchemaOf<Certificate, typeof certificateShape> = certificateShape;

/** Maximum characters of a certificate. */
const MAX_CERTIFICATE = 65_536;

/** Domain separation: no other text signed with the key can pass as an account. */
const CONTEXT = 'mneme certificate 1\n';

/** The bytes that are signed: canonical JSON of the account, keys sorted, no whitespace. */
const signedBytes = (account: Account): Uint8Array =>
  Buffer.from(CONTEXT + JSON.stringify(inOrder(account)), 'utf8');

/** The canonical text of a certificate: any byte that differs was altered. */
const certificateText = (certificate: Certificate): string =>
  `${JSON.stringify(inOrder(certificate), null, 2)}\n`;

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, inOrder(part)]),
  );
}

const altered = (why: string): MnemeError =>
  new MnemeError('corrupt', `The certificate does not hold: ${why}.`, {
    field: 'certificate',
    hint: 'Ask whoever issued it for the file as it was written.',
  });

/** Creates a signing key, as PEM (PKCS #8). Store it where nobody else can read it. */
export function createSigningKey(): { readonly pem: string; readonly fingerprint: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(spkiOf(publicKey)),
  };
}

/** Throws `invalid_input` for anything but an Ed25519 private key; the message never contains it. */
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

const publicKeyOf = (key: KeyObject): string => spkiOf(createPublicKey(key));

const spkiOf = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'der' }).toString('base64');

/** Identifies a signer: `SHA256:` and the hash of the public key, in the format of SSH. */
const fingerprintOf = (publicKey: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64').replaceAll('=', '')}`;

const noKey = (why: string): MnemeError =>
  new MnemeError('invalid_input', `The signing key is of no use: ${why}.`, {
    field: 'signingKey',
    hint: 'Make one with `mneme certificate-key PATH`.',
  });

export interface Signing {
  /** The private key, as PEM. */
  readonly key: string;
  readonly bank: string;
  /** The actor, as the journal names them. */
  readonly actor: string;
  readonly at: Instant;
  /** The requester's own reference, such as a request number. It is signed and visible: do not put a name here. */
  readonly reference?: string;
}

/**
 * A signed account of an erasure, as file text. It names nobody. Throws `invalid_input` for an erasure not carried
 * out or a wrong key.
 */
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

/**
 * A signed account of an export; `sha256` is the hex hash of the written file. Throws `invalid_input` for a wrong
 * key.
 */
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

export interface VerifyCertificateOptions {
  /** Required signer: the fingerprint of their key. If absent, any signer is accepted. */
  readonly signer?: string;
  /** Hex SHA-256 of the file that the export account must match. */
  readonly sha256?: string;
}

export interface VerifiedCertificate {
  readonly account: Account;
  /** Fingerprint of the signer's key. */
  readonly signer: string;
}

/**
 * Verifies a certificate without a bank: that it is byte for byte as signed, and who signed it. Throws `corrupt` if
 * it was altered, has another signer, or belongs to another file.
 */
export function verifyCertificate(
  text: string,
  { signer, sha256 }: VerifyCertificateOptions = {},
): VerifiedCertificate {
  const certificate = read(text);
  const { account, signature } = certificate;
  // JSON and base64 can spell one value in many ways: only the canonical spelling is accepted.
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
    // Thrown below.
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
