import { StrategyIndex } from '@mneme/core/bank/learned/learned-state.js';
import { asLearned, firstVersion, nextVersion } from '@mneme/core/bank/learned/revise.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import { type Strategy, STRATEGY_LEVELS, type StrategyLevel } from '@mneme/core/domain/strategy.js';
import type { IdleCursor, IdleJob, IdleRound, IdleTurn } from '@mneme/core/kernel/module.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import { cosine } from '@mneme/core/spaces/dense-vectors.js';

/**
 * Patterns of what identifies a single case rather than a kind of case: ids, codes, addresses, dates, amounts,
 * quotations.
 */
const INSTANCES: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/giu, 'the address'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/gu, 'the e-mail address'],
  [/["“”'‘’`][^"“”'‘’`\n]{2,60}["“”'‘’`]/gu, 'it'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?\b/gu, 'the date'],
  [
    /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b/gu,
    'the date',
  ],
  [/\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b/giu, 'the time'],
  [/[$€£]\s?\d[\d.,]*/gu, 'the amount'],
  [/\b[a-z]+(?:_[a-z]+)*_\d{2,}\b/giu, 'it'],
  [/(?<=(?:^|[^\w-])-{0,2})#?\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{4,}\b/gu, 'it'],
  [/\b[A-Z]{2}[A-Z0-9]{1,6}\b/gu, 'it'],
  [/\b\d[\d.,:]*\b/gu, 'a number'],
];

/** Replaces what identifies a single case with generic words. */
export function withoutInstances(text: string): string {
  return INSTANCES.reduce((rest, [form, word]) => rest.replaceAll(form, word), text)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

const CONNECTIVE = new Set([
  'on',
  'at',
  'of',
  'for',
  'to',
  'in',
  'from',
  'by',
  'with',
  'is',
  'was',
  'than',
  'and',
  'or',
]);

/** The reason of a refusal without its details: “payment amount does not add up”. */
export function refusalOf(observation: string): string {
  const line =
    observation
      .replace(/^\W*(?:error|exception|failed|failure|fatal)\b[\s:!-]*/iu, '')
      .split(/[\n;]/u)[0] ?? '';
  return withoutInstances(line)
    .replace(/,.*$/su, '')
    .replaceAll(
      /\b(?:on |at |in |by )?(?:date|time|number|id|amount) (?:it|a number|the date|the time|the amount)\b/giu,
      '',
    )
    .replaceAll(/(?<![\p{L}\p{N}_])(\p{Ll}+) (?:it|a number)\b/gu, (_, noun: string) =>
      CONNECTIVE.has(noun) ? '' : noun,
    )
    .replaceAll(/\b(?:on|at|of|for|to|in|from|by) (?:the date|the time|the amount)\b/gu, '')
    .replaceAll(/\bthe the\b/gu, 'the')
    .replaceAll(/\b(?:on|at|of|for|to|in|from|by|with)\s*$/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/(?<![.\s])[.\s]+$/u, '')
    .trim()
    .slice(0, 120)
    .toLowerCase();
}

const REFUSED =
  /^\W*(?:error|exception|traceback|failed|failure|fatal|denied|refused|rejected|forbidden|unauthori[sz]ed|invalid|not found|cannot|timed? ?out|(?:HTTP\/?[\d.]* )?[45]\d\d [A-Z])/iu;

/** Whether a result says that the action was refused or failed. */
export function isRefusal(observation: string): boolean {
  if (REFUSED.test(observation)) return true;
  return (
    /^\s*\{/.test(observation) &&
    /"(?:error|errors)"\s*:\s*(?!null|""|\[\]|false)|"(?:ok|success)"\s*:\s*false/u.test(
      observation.slice(0, 2_000),
    )
  );
}

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear \w+|thanks)\b[^.!?,]*[.!,]\s*/iu;
const WISH =
  /\b(?:i(?:'d| would) like to|i (?:need|want|was hoping|am looking|hope|wish|have|would love|would prefer) to|i'm (?:looking|hoping|trying|wanting) to|i am (?:hoping|trying) to|i was (?:hoping|looking|wanting) to|(?:can|could|would|will) you (?:please )?(?:help me (?:to )?)?|help me (?:to )?|please|let's|we need to|we want to|your task is to|how (?:do|can|should) (?:i|we))\s+(?=\p{L})/iu;
const FRAME_VERBS =
  /^(?:tell me|assist(?: me)? with(?: that)?|help(?: me)?(?: with(?: that)?)?|do (?:that|this|so)|be)\b/iu;
/** Where the details of a case begin. */
const VAGUE =
  /^(?:make|do|have|get) (?:a|an|some|a few|few|several|any)? ?(?:few )?(?:changes?|requests?|questions?|things?|issues?|problems?)$/u;
const PARTICULARS =
  /\s*(?:[,;:.!?(]|\b(?:from|to|on|for|at|under|in|via|between|after|before|with|by|of|named|called|departing|arriving|because|so that|since|that|which|who|i|we|and (?:get|find|i|then)|departs?|currently|please|if)\b).*$/iu;

/** The goal of a request as a bare phrase without details: “change the return flight”. Empty if it does not say. */
export function taskPhrase(query: string): string {
  const text = query.trim().replace(GREETING, '').slice(0, 600);
  const wish = WISH.exec(text);
  const asked = wish === null ? text : text.slice(wish.index + wish[0].length);
  if (FRAME_VERBS.test(asked)) return '';
  const plain = withoutInstances(asked.split(/[.!?\n]/u)[0] ?? '');
  const words = plain.split(' ');
  const cut = plain.search(/\s(?:it|the (?:date|time|amount|address)|a number)\b/u);
  const short = (cut > 0 ? plain.slice(0, cut) : plain).replace(
    /^(\p{L}+ \p{L}+(?: \p{L}+)?)(?=.*)/u,
    '$1',
  );
  const bare =
    short.split(' ').length <= 2
      ? short
      : short.slice(0, 2) + short.slice(2).replace(PARTICULARS, '');
  const phrase = bare
    .replaceAll(/\b(?:my|our|your)\b/giu, 'the')
    .replaceAll(/\b(?:upcoming|recent|please|just|also)\s/giu, '')
    .trim()
    .toLowerCase();
  return words.length < 2 ||
    VAGUE.test(phrase) ||
    phrase.split(' ').length > 9 ||
    /^(?:i|we|my|the|it|there|this)\b/u.test(phrase)
    ? ''
    : phrase;
}

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
