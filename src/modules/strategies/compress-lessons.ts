import type { Strategy } from '../../domain/learned/strategy.js';
import type { IdleCursor, IdleJob, IdleRound, IdleTurn } from '../../kernel/module.js';
import { asLearned, founded, revised } from '../../bank/learned/revise.js';
import { StrategyIndex } from '../../bank/learned/strategy-index.js';
import type { OpenedBank } from '../module.js';
import { abstractOf, clusterStrategies, COMPRESS_DEFAULTS } from './compress-strategies.js';

/** Only the newest are compared with each other, this many: a turn of some tenths of a second. */
const MAX_COMPARED = 500;

/** Puts strategies that say almost the same under a more abstract one, one group a change; they stay, with a weight of 0.3. */
export const compressLessons: IdleJob<OpenedBank> = {
  name: 'lessons',
  about: 'strategies that say almost the same are put under a more abstract one',
  version: 1,
  turn: lookAt,
};

async function lookAt(
  { bank, store, encoder, stemmer, newId }: OpenedBank,
  _cursor: IdleCursor,
  { now }: IdleTurn,
): Promise<IdleRound> {
  const open = (await store.learned(bank, { kinds: ['strategy'] }))
    .filter(({ retractedAt, body }) => retractedAt === null && body.subsumedBy === null)
    .slice(-MAX_COMPARED);
  const done = { done: open.length, total: open.length };
  if (open.length < COMPRESS_DEFAULTS.least) return { cursor: null, ...done };
  const index = new StrategyIndex(encoder, stemmer);
  for (const record of open) index.put(record);
  const vector = (id: (typeof open)[number]['id']): Int8Array => index.vector(id);
  const [cluster] = clusterStrategies(open, vector, COMPRESS_DEFAULTS);
  if (cluster === undefined) return { cursor: null, ...done };
  const body: Strategy = { ...abstractOf(cluster, vector), lastUsedAt: null };
  const key = `${body.domain}|abstract|${[...body.subsumes].sort()[0] ?? ''}`;
  const record = founded('strategy', key, body, now, newId);
  const members = cluster.members.map((member) =>
    revised(member, { ...member.body, subsumedBy: record.id }, now),
  );
  return {
    cursor: {},
    step: {
      kind: 'compress',
      why: `${members.map(({ id }) => id).join(', ')} say almost the same; ${record.id} stands for them`,
      put: { learned: asLearned([record, ...members]) },
    },
    ...done,
  };
}
