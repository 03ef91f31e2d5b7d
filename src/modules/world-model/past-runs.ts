import { KeptRuns } from './kept-runs.js';
import type { LearnedRun } from './self/like-runs.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';

/** Only this many of the latest runs are used. */
const MAX_RUNS = 1_000;

/** Learned runs, of a field or of all; without those of unknown outcome. Cached until the bank changes. */
export async function runsIn(
  domain: string | undefined,
  bank: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<readonly LearnedRun[]> {
  const { sequence } = await bank.learned.current();
  const kept = bank.parts.of(KeptRuns).byField;
  const key = domain ?? '';
  const known = kept.get(key, sequence);
  if (known !== null) return known;
  const records = await store.learned(bank.name, {
    kinds: ['trajectory'],
    ...(domain === undefined ? {} : { keys: [domain] }),
  });
  const runs = records
    .filter(({ retractedAt, body }) => retractedAt === null && body.outcome !== 'unknown')
    .slice(-MAX_RUNS)
    .map(({ body, createdAt }) => ({
      query: body.query,
      success: body.outcome === 'success',
      createdAt,
    }));
  kept.put(key, sequence, runs);
  return runs;
}
