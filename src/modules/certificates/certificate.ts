import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

/** What of a person was erased, in figures: an account of an erasure names nobody. */
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
  /** By how many names they were looked for. */
  names: z.number(),
  /** The search of the bytes of the file afterwards; null where there is none to search. */
  proof: z
    .strictObject({
      needles: z.number(),
      bytesSearched: z.number(),
      bytesFound: z.number(),
      partsOfOthers: z.number(),
    })
    .nullable(),
  /** How many things keep the proof from being whole. */
  remains: z.number(),
});

const exportShape = z.strictObject({
  what: z.literal('export'),
  bytes: z.number(),
  /** Of the file as it was written, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  encrypted: z.boolean(),
  records: z.record(z.string(), z.number()),
});

const accountShape = z.strictObject({
  type: z.literal('mneme-certificate'),
  version: z.literal(1),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** Who had it done, as the journal names them. */
  actor: z.string(),
  bank: z.string(),
  /** The bank's change number; null where it was not told. */
  sequence: z.number().nullable(),
  /** What whoever asked calls it, such as the number of a request; null for nothing. */
  reference: z.string().nullable(),
  done: z.discriminatedUnion('what', [erasureShape, exportShape]),
  /** The signer's public key, Ed25519, as SubjectPublicKeyInfo in base64. */
  publicKey: z.string(),
});
/** What is signed: what was done, when, by whom, with which sums and proof. */
export interface Account extends Of<typeof accountShape> {}
export const Account: SchemaOf<Account, typeof accountShape> = accountShape;

const certificateShape = z.strictObject({
  account: accountShape,
  /** Ed25519, of {@link signedBytes}, in base64. */
  signature: z.string(),
});
/** A signed account, which is checked without the bank. */
export interface Certificate extends Of<typeof certificateShape> {}
export const Certificate: SchemaOf<Certificate, typeof certificateShape> = certificateShape;

/** Characters of a certificate; a longer text is none. */
export const MAX_CERTIFICATE = 65_536;

/** So that no other text that is signed with the key can be taken for an account. */
const CONTEXT = 'mneme certificate 1\n';

/** What the signature is of: the account as JSON, names in order, without spaces. */
export const signedBytes = (account: Account): Uint8Array =>
  Buffer.from(CONTEXT + JSON.stringify(inOrder(account)), 'utf8');

/** The one way in which a certificate is written: whatever differs from it in a byte was altered. */
export const certificateText = (certificate: Certificate): string =>
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

export const altered = (why: string): MnemeError =>
  new MnemeError('corrupt', `The certificate does not hold: ${why}.`, {
    field: 'certificate',
    hint: 'Ask whoever issued it for the file as it was written.',
  });
