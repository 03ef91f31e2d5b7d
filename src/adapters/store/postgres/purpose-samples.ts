import type { PurposeSample } from '../../../domain/purpose-history.js';
import type { Instant } from '../../../domain/time.js';
import type { Session } from './session.js';

export function readPurposeSamples(
  session: Session,
  bank: number,
  basis: string,
): Promise<PurposeSample[]> {
  return session.all(
    'SELECT at, alignment, memories FROM purpose_sample WHERE bank = $1 AND basis = $2 ORDER BY at',
    [bank, basis],
  );
}

/** Within the running transaction. */
export async function writePurposeSamples(
  session: Session,
  bank: number,
  basis: string,
  added: readonly PurposeSample[],
  dropped: readonly Instant[],
): Promise<void> {
  const last = [...new Map(added.map((sample) => [sample.at, sample])).values()];
  await session.run(
    'DELETE FROM purpose_sample WHERE bank = $1 AND basis = $2 AND at = ANY($3::bigint[])',
    [bank, basis, [...dropped, ...last.map(({ at }) => at)]],
  );
  if (last.length > 0)
    await session.run(
      `INSERT INTO purpose_sample (bank, basis, at, alignment, memories)
       SELECT $1::integer, $2::text, t.* FROM unnest($3::bigint[], $4::double precision[], $5::bigint[]) AS t`,
      [
        bank,
        basis,
        last.map(({ at }) => at),
        last.map(({ alignment }) => alignment),
        last.map(({ memories }) => memories),
      ],
    );
}
