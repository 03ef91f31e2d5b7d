import { createHmac } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { JournaledKind } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { Context } from '../../domain/graph.js';
import type { EntityId, LearnedId, MemoryId } from '../../domain/ids.js';
import type { StoredClaim } from '../../domain/validity.js';
import { openBytes, sealBytes, stretch } from '../../safety/sealing.js';
import type { Fields } from './record-paths.js';

/** One record that a machine changed, as the change left it. */
export interface RecordChange {
  readonly kind: JournaledKind;
  readonly id: string;
  /** Null if it was removed. */
  readonly record: Fields | null;
  /** What was changed in it; null if it was created. */
  readonly paths: readonly string[] | null;
  readonly claims?: readonly StoredClaim[];
}

/** What a machine erased: it leaves every bank, and every segment. */
export interface ErasedRecords {
  readonly memories: readonly MemoryId[];
  readonly entities: readonly EntityId[];
  readonly learned: readonly LearnedId[];
  /** Memories and names that stay with another text: their former versions go. */
  readonly rewritten: readonly MemoryId[];
  readonly renamed: readonly EntityId[];
  readonly contexts: readonly Context[];
}

const Count = z.number().int().min(0);
const Head = z.object({
  format: z.literal('mneme-segment-1'),
  sync: z.string(),
  bank: z.string(),
  device: z.string(),
  number: Count,
  /** Lamport's clock: higher than that of every segment that its writer had read. */
  counter: Count,
  /** Tells two machines apart that go on from copies of one bank. */
  nonce: z.string(),
  /** The last segment of each other machine that its writer had read. */
  seen: z.record(z.string(), Count),
  erasure: z.boolean(),
  /** How many erasures of the folder have been taken out of it. */
  cleaned: Count.default(0),
});
/** What a segment tells without its key; it cannot be changed unnoticed. */
export type SegmentHead = Readonly<z.output<typeof Head>>;

export interface Segment {
  readonly head: SegmentHead;
  readonly body: {
    /** What the machine is called. */
    readonly name: string;
    readonly records: readonly RecordChange[];
    readonly erased: ErasedRecords | null;
  };
}

/** The key of a shared folder: 32 bytes in hex are taken as they are, a passphrase is stretched with its salt. */
export async function folderKey(secret: string, salt: string): Promise<Buffer> {
  const isKey = /^[0-9a-f]{64}$/i.test(secret);
  return isKey ? Buffer.from(secret, 'hex') : stretch(secret, Buffer.from(salt, 'hex'));
}

/** Tells a wrong key from damage, and nothing of the key. */
export const checkOf = (key: Buffer, sync: string): string =>
  createHmac('sha256', key).update(`mneme sync ${sync}`).digest('hex').slice(0, 32);

/** A line of JSON in clear, and the sealed rest, in base64. */
export function sealSegment({ head, body }: Segment, key: Buffer): string {
  const line = JSON.stringify(head);
  const sealed = sealBytes(key, gzipSync(JSON.stringify(body)), line);
  return `${line}\n${sealed.toString('base64')}\n`;
}

/** The head alone, which may have been changed. Throws `corrupt`. */
export function headOf(text: string, place: string): SegmentHead {
  try {
    return Head.parse(JSON.parse(text.slice(0, Math.max(0, text.indexOf('\n')))));
  } catch (cause) {
    throw damaged(place, cause);
  }
}

/** Throws `corrupt` for a segment that was cut, changed, or sealed with another key. */
export function openSegment(text: string, key: Buffer, place: string): Segment {
  const head = headOf(text, place);
  const [line = '', sealed = ''] = text.split('\n');
  try {
    const clear = openBytes(key, Buffer.from(sealed, 'base64'), line);
    return { head, body: JSON.parse(gunzipSync(clear).toString('utf8')) as Segment['body'] };
  } catch (cause) {
    throw damaged(place, cause);
  }
}

const damaged = (place: string, cause: unknown): MnemeError =>
  new MnemeError('corrupt', `${place} is cut, damaged, or sealed with another key.`, {
    field: 'sync.folder',
    value: place,
    hint: 'Let the folder finish copying. If it stays so, remove the file: the machine that wrote it writes it again at its next sync.',
    cause,
  });
