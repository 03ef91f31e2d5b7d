import type { Embedding, Reading } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Session } from './session.js';
import { countWords, wordVector } from './text-vector.js';

/** The places of memories in the bank's order. Throws `not_found` for one that is not there. */
async function numbersOf(
  session: Session,
  bank: number,
  memories: readonly MemoryId[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.all<{ id: string; num: number }>(
    'SELECT id, num FROM memory WHERE bank = $1 AND id = ANY($2::text[])',
    [bank, [...new Set(memories)]],
  );
  const numbers = new Map(rows.map(({ id, num }) => [id, num]));
  const missing = memories.find((id) => !numbers.has(id));
  if (missing !== undefined)
    throw new MnemeError('not_found', `There is no memory ${missing}.`, {
      field: 'memory',
      value: missing,
    });
  return numbers;
}

export async function putReadings(
  session: Session,
  bank: number,
  readings: readonly Reading[],
): Promise<void> {
  if (readings.length === 0) return;
  const last = [...new Map(readings.map((reading) => [reading.memory, reading])).values()];
  const found = await session.run(
    `UPDATE memory m SET terms = t.terms, traits = t.traits, words = t.words::tsvector, length = t.length
     FROM unnest($2::text[], $3::text[], $4::integer[], $5::text[], $6::integer[]) AS t (id, terms, traits, words, length)
     WHERE m.bank = $1 AND m.id = t.id`,
    [
      bank,
      last.map(({ memory }) => memory),
      last.map(({ terms }) => terms),
      last.map(({ traits }) => traits),
      last.map(({ terms }) => wordVector(terms)),
      last.map(({ terms }) => countWords(terms)),
    ],
  );
  // Tells which.
  if (found < last.length)
    await numbersOf(
      session,
      bank,
      last.map(({ memory }) => memory),
    );
}

export async function putEmbeddings(
  session: Session,
  bank: number,
  embeddings: readonly Embedding[],
): Promise<void> {
  if (embeddings.length === 0) return;
  const keyed = new Map(
    embeddings.map((each) => [`${each.memory} ${each.space} ${each.encoder}`, each]),
  );
  const last = [...keyed.values()];
  const put = await session.run(
    `INSERT INTO embedding (bank, memory, space, encoder, vector)
     SELECT $1::integer, m.num, t.space, t.encoder, t.vector
     FROM unnest($2::text[], $3::text[], $4::text[], $5::bytea[]) AS t (id, space, encoder, vector)
     JOIN memory m ON m.bank = $1::integer AND m.id = t.id
     ON CONFLICT (bank, memory, space, encoder) DO UPDATE SET vector = excluded.vector`,
    [
      bank,
      last.map(({ memory }) => memory),
      last.map(({ space }) => space),
      last.map(({ encoder }) => encoder),
      last.map(({ vector }) => bytesOf(vector)),
    ],
  );
  if (put < last.length)
    await numbersOf(
      session,
      bank,
      last.map(({ memory }) => memory),
    );
}

export function bytesOf({ buffer, byteOffset, byteLength }: Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The bytes that the server gave, as a code. */
export function codeFrom(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
