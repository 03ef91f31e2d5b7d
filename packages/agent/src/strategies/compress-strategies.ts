import { StrategyIndex } from '@mneme/core/bank/learned/learned-state.js';
import { asLearned, firstVersion, nextVersion } from '@mneme/core/bank/learned/revise.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import {
  type Strategy,
  STRATEGY_LEVELS,
  type StrategyLevel,
} from '@mneme/core/domain/learned/strategy.js';
import type { IdleCursor, IdleJob, IdleRound, IdleTurn } from '@mneme/core/kernel/module.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import { cosine } from '@mneme/core/spaces/dense-vector.js';

/** Advice without the occasion it was learned on: “When asked to cancel the flight, do not …” → “Do not …”. */
function stripCondition(text: string): string {
  const bare = text.replace(
    /^(?:When asked to [^,:]+|In [^,:]+ tasks|In tasks like this)[,:]\s*/u,
    '',
  );
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** Strategies that say almost the same. */
interface StrategyCluster {
  readonly members: readonly LearnedRecord<'strategy'>[];
  /** Mean cosine between two members. */
  readonly cohesion: number;
}

interface CompressOptions {
  /** Minimum size of a cluster. */
  readonly least: number;
  /** Maximum cosine distance of neighbours. */
  readonly distance: number;
  readonly cohesion: number;
}

const COMPRESS_DEFAULTS: CompressOptions = { least: 3, distance: 0.3, cohesion: 0.7 };

/**
 * Clusters of similar strategies by density (DBSCAN, Ester et al. 1996) over cosine distance; advice and warnings are
 * never mixed, and incoherent clusters are left alone.
 */
function clusterStrategies(
  records: readonly LearnedRecord<'strategy'>[],
  vector: (id: LearnedId) => Int8Array,
  options: CompressOptions,
): StrategyCluster[] {
  const open = records.filter(({ body }) => body.subsumedBy === null);
  return [true, false]
    .flatMap((sense) =>
      dbscan(
        open.filter(({ body }) => body.fromSuccess === sense),
        vector,
        options,
      ),
    )
    .filter(({ cohesion }) => cohesion >= options.cohesion);
}

function dbscan(
  records: readonly LearnedRecord<'strategy'>[],
  vector: (id: LearnedId) => Int8Array,
  { least, distance }: CompressOptions,
): StrategyCluster[] {
  const vectors = records.map(({ id }) => vector(id));
  const near = vectors.map((one) =>
    vectors.flatMap((other, at) => (1 - cosine(one, other) <= distance ? [at] : [])),
  );
  const place = new Array<number>(records.length).fill(-1);
  let clusters = 0;
  for (let start = 0; start < records.length; start++) {
    if (place[start] !== -1 || (near[start]?.length ?? 0) < least) continue;
    const number = clusters++;
    for (const queue = [start]; queue.length > 0;) {
      const at = queue.pop() as number;
      if (place[at] !== -1) continue;
      place[at] = number;
      if ((near[at]?.length ?? 0) >= least) queue.push(...(near[at] ?? []));
    }
  }
  return Array.from({ length: clusters }, (_, number) => {
    const inside = records.flatMap((record, at) =>
      place[at] === number ? [{ record, vector: vectors[at] as Int8Array }] : [],
    );
    return {
      members: inside.map(({ record }) => record),
      cohesion: meanCosine(inside.map((each) => each.vector)),
    };
  }).filter(({ members }) => members.length >= least);
}

function meanCosine(vectors: readonly Int8Array[]): number {
  let [sum, pairs] = [0, 0];
  for (let a = 0; a < vectors.length; a++) {
    for (let b = a + 1; b < vectors.length; b++) {
      sum += cosine(vectors[a] as Int8Array, vectors[b] as Int8Array);
      pairs++;
    }
  }
  return pairs === 0 ? 1 : sum / pairs;
}

/**
 * The strategy that represents a cluster: the member closest to all others, without its occasion, with the statistics
 * of all of them.
 */
function abstractOf(
  { members }: StrategyCluster,
  vector: (id: LearnedId) => Int8Array,
): Omit<Strategy, 'lastUsedAt'> {
  const vectors = members.map(({ id }) => vector(id));
  const closeness = vectors.map((one) =>
    vectors.reduce((sum, other) => sum + cosine(one, other), 0),
  );
  const centre = members[closeness.indexOf(Math.max(...closeness))] as LearnedRecord<'strategy'>;
  const bodies = members.map(({ body }) => body);
  const total = (read: (body: Strategy) => number): number =>
    bodies.reduce((sum, body) => sum + read(body), 0);
  const domains = new Set(bodies.map(({ domain }) => domain));
  return {
    title: centre.body.title,
    description: `${stripCondition(centre.body.description)} Learned ${members.length} times over.`,
    content: stripCondition(centre.body.content),
    domain: domains.size === 1 ? centre.body.domain : 'general',
    // A precondition that not all members have is no condition of the advice.
    preconditions: centre.body.preconditions.filter((each) =>
      bodies.every(({ preconditions }) => preconditions.includes(each)),
    ),
    risk: bodies.some(({ risk }) => risk === 'high')
      ? 'high'
      : bodies.some(({ risk }) => risk === 'medium')
        ? 'medium'
        : 'low',
    level: levelAbove(bodies, domains.size),
    actions: centre.body.actions.filter(
      (action) =>
        bodies.filter(({ actions }) => actions.includes(action)).length * 2 >= bodies.length,
    ),
    ...(centre.body.avoids === undefined ? {} : { avoids: centre.body.avoids }),
    fromSuccess: centre.body.fromSuccess,
    applications: total(({ applications }) => applications),
    successes: total(({ successes }) => successes),
    failureModes: sumCounts(bodies.map(({ failureModes }) => failureModes)),
    trajectories: [...new Set(bodies.flatMap(({ trajectories }) => trajectories))].slice(0, 40),
    support: {
      for: total(({ support }) => support.for),
      against: total(({ support }) => support.against),
    },
    subsumedBy: null,
    subsumes: members.map(({ id }) => id),
  };
}

function levelAbove(bodies: readonly Strategy[], domains: number): StrategyLevel {
  if (domains > 1) return 'universal';
  const highest = Math.max(...bodies.map(({ level }) => STRATEGY_LEVELS.indexOf(level)));
  return STRATEGY_LEVELS[Math.min(STRATEGY_LEVELS.indexOf('domain'), highest + 1)] ?? 'domain';
}

function sumCounts(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of counts)
    for (const [name, count] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Maximum number of strategies compared, the newest: keeps a turn at some tenths of a second. */
const MAX_COMPARED = 500;

/**
 * Subsumes near-identical strategies under a more abstract one, one group per change; they stay, with a weight of
 * 0.3.
 */
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
  const record = firstVersion('strategy', key, body, now, newId);
  const members = cluster.members.map((member) =>
    nextVersion(member, { ...member.body, subsumedBy: record.id }, now),
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
