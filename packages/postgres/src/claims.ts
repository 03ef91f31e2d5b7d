import type { StoredClaim } from '@mneme/core/domain/conflict.js';
import type { Session } from './session.js';
import { digestOf, leadOf } from './stored-tables.js';

export async function putClaims(
  session: Session,
  bank: number,
  claims: readonly StoredClaim[],
): Promise<void> {
  if (claims.length === 0) return;
  await session.run(
    `INSERT INTO claim (bank, memory, lead, key, claim, digest)
     SELECT $1::integer, t.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS t
     ON CONFLICT DO NOTHING`,
    [
      bank,
      claims.map(({ memory }) => memory),
      claims.map(({ key }) => leadOf(key)),
      claims.map(({ key }) => key),
      claims.map(({ claim }) => claim),
      claims.map(({ key, claim }) => digestOf(key, claim)),
    ],
  );
}

export async function dropClaims(
  session: Session,
  bank: number,
  claims: readonly StoredClaim[],
): Promise<void> {
  if (claims.length === 0) return;
  await session.run(
    `DELETE FROM claim c USING unnest($2::text[], $3::text[]) AS t (memory, digest)
     WHERE c.bank = $1 AND c.memory = t.memory AND c.digest = t.digest`,
    [
      bank,
      claims.map(({ memory }) => memory),
      claims.map(({ key, claim }) => digestOf(key, claim)),
    ],
  );
}

/** What memories claim under any of these keys, newest memory first, at most `limit` a key. */
export async function findClaims(
  session: Session,
  bank: number,
  keys: readonly string[],
  limit: number,
): Promise<StoredClaim[]> {
  if (keys.length === 0) return [];
  return session.all(
    `SELECT s.key, s.memory, s.claim FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS w (lead, key, place)
     CROSS JOIN LATERAL (
       SELECT c.key, c.memory, c.claim, m.num FROM claim c JOIN memory m ON m.bank = c.bank AND m.id = c.memory
       WHERE c.bank = $1 AND c.lead = w.lead AND c.key = w.key ORDER BY m.num DESC, c.claim LIMIT $4
     ) AS s ORDER BY w.place, s.num DESC, s.claim`,
    [bank, keys.map(leadOf), keys, limit],
  );
}
