import { MnemeError } from '@mneme/core/domain/errors.js';
import type { SealedValue } from '@mneme/core/domain/privacy.js';
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
