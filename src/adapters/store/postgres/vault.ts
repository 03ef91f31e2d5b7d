import { MnemeError } from '../../../domain/errors.js';
import type { SealedValue } from '../../../domain/privacy.js';
import type { SealedQuery } from '../../../ports/store.js';
import type { Session } from './session.js';

export async function putSealed(
  session: Session,
  bank: number,
  values: readonly SealedValue[],
): Promise<void> {
  if (values.length === 0) return;
  const put = await session.run(
    `INSERT INTO vault (bank, token, kind, print, sealed)
     SELECT $1::integer, t.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS t ON CONFLICT DO NOTHING`,
    [
      bank,
      values.map(({ token }) => token),
      values.map(({ kind }) => kind),
      values.map(({ print }) => print),
      values.map(({ sealed }) => sealed),
    ],
  );
  if (put < values.length)
    throw new MnemeError('conflict', 'A value of this change is sealed already.', {
      field: 'sealed',
    });
}

export async function findSealed(
  session: Session,
  bank: number,
  { tokens, prints, kinds }: SealedQuery,
): Promise<SealedValue[]> {
  const found: SealedValue[] = [];
  for (const [column, values] of [
    ['token', tokens],
    ['print', prints],
    ['kind', kinds],
  ] as const)
    if (values !== undefined && values.length > 0)
      found.push(
        ...(await session.all<SealedValue>(
          `SELECT v.token, v.kind, v.print, v.sealed FROM unnest($2::text[]) WITH ORDINALITY AS w (value, place)
           JOIN vault v ON v.bank = $1 AND v.${column} = w.value ORDER BY w.place, v.token`,
          [bank, values],
        )),
      );
  return found;
}

/** The highest number that a token, as `[card_12]`, of each kind has. */
export async function lastSealed(
  session: Session,
  bank: number,
  kinds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.all<{ kind: string; n: number }>(
    `SELECT kind, max(coalesce(substring(substr(token, length(kind) + 3) FROM '^[0-9]{1,15}'), '0')::bigint) AS n
     FROM vault WHERE bank = $1 AND kind = ANY($2::text[]) GROUP BY kind`,
    [bank, kinds],
  );
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
