import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { RecallProfile } from '../../domain/profile.js';
import { accent, bold, dim, shorten, table, type TextFormat } from '../../format/style.js';
import { ListFilter, ListPage } from './list.js';
import { ShowChoice, Shown, WhyInput } from './show.js';
import { renderList, renderShown } from './view.js';
import { routeLine } from '../memories/view.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import type { PathTrial } from '../../recall/take-apart.js';
import type { WhyNot } from '../../recall/why-not.js';
import { type ExplainedResult, RankingExplanation } from '../../recall/why.js';

/** Features shown per result; `--json` has all. */
const SHOWN = 6;

function renderWhy(explanation: RankingExplanation, screen: TextFormat): string {
  const { route, reasoning, cues, considered, paths, results, timings, lost, notices } =
    explanation;
  if (lost !== null) return renderLoss(lost, screen);
  if (results.length === 0) return ['Nothing was found.', ...notices].join('\n');
  const rows = results.map((result) => [
    String(result.rank),
    result.score.toFixed(2),
    [shorten(result.content, 300), ...apart(result)].join('\n'),
  ]);
  const walked = paths
    .map(({ path, found, tookMs, note }) =>
      note === null ? `${path} ${found} in ${tookMs.toFixed(1)} ms` : `${path} – (${note})`,
    )
    .join(', ');
  return [
    table(['#', 'score', 'memory'], rows, screen, [3, 6, 0]),
    '',
    dim(`${considered} candidates: ${walked}.`),
    routeLine(route),
    dim(`Weighed as ${reasoning}${cues.length === 0 ? '' : ` because of “${cues.join('”, “')}”`}.`),
    dim(
      `Steps in ms: ${Object.entries(timings)
        .map(([step, took]) => `${step} ${took.toFixed(1)}`)
        .join(', ')}.`,
    ),
    ...notices.map(dim),
  ].join('\n');
}

function apart({
  id,
  logit,
  paths,
  fusion,
  base,
  features,
  rest,
  terms,
  fit,
}: ExplainedResult): string[] {
  const others = Object.entries(terms).filter(
    ([name, value]) => name !== 'fusion' && Math.abs(value) >= 0.005,
  );
  const more = features.length - SHOWN;
  const sum = [
    ...features
      .slice(0, SHOWN)
      .map(({ name, value, logits }) => `${inWords(name)} ${value.toFixed(2)} → ${signed(logits)}`),
    ...(more > 0 ? [`${more} more`] : []),
    ...(Math.abs(rest) >= 0.005 ? [`rest ${signed(rest)}`] : []),
  ];
  return [
    dim(
      `${id} · ${paths.map(({ path, rank, score }) => `${path} #${rank} (${score.toFixed(2)})`).join(', ')}`,
    ),
    `logit ${bold(logit.toFixed(2))} = fusion ${(terms.fusion ?? 0).toFixed(2)}${others.map(([name, value]) => ` ${signed(value)} ${inWords(name)}`).join('')}`,
    ...(sum.length === 0 && Math.abs(base) < 0.005
      ? []
      : [dim(`${fusion} fusion: ${[`base ${base.toFixed(2)}`, ...sum].join(', ')}`)]),
    ...(fit.length === 0
      ? []
      : [
          dim(
            `fit: ${fit.map(({ name, weight, value }) => `${inWords(name)} ${value.toFixed(2)} × ${weight}`).join(' + ')}`,
          ),
        ]),
  ];
}

function renderLoss(
  { memory, content, step, reason, refusals, paths, rank, of, score, needed, against }: WhyNot,
  screen: TextFormat,
): string {
  const facts = [
    ...(rank === null ? [] : [`rank ${rank} of ${of}`]),
    ...(score === null ? [] : [`score ${score.toFixed(3)}`]),
    ...(needed === null ? [] : [`needed ${needed.toFixed(3)}`]),
  ];
  const costs =
    against?.costs.map(({ name, own, other, logits }) => [
      inWords(name),
      own?.toFixed(2) ?? '',
      other?.toFixed(2) ?? '',
      signed(-logits),
    ]) ?? [];
  return [
    `${shorten(content, 300)} ${dim(memory)}`,
    '',
    `${accent(inWords(step))}: ${reason}`,
    ...refusals
      .slice(1)
      .map(({ field, wanted, has }) => `also ${field}: wants ${wanted}; it has ${has}`),
    ...(facts.length === 0 ? [] : [dim(facts.join(' · '))]),
    ...(paths.length === 0
      ? []
      : [
          '',
          table(['path', 'its score', 'lowest', ''], paths.map(trial), screen, [10, 10, 10, 0]),
        ]),
    ...(against === null
      ? []
      : [
          '',
          `Against ${shorten(against.content, 200)} ${dim(against.id)}`,
          ...(costs.length === 0
            ? []
            : [table(['cost by', 'its', 'other', 'logits'], costs, screen, [24, 7, 7, 8])]),
        ]),
  ].join('\n');
}

function trial({ path, note, found, score, lowest, full }: PathTrial): string[] {
  const state = found
    ? 'found it'
    : (note ?? (full ? 'full: only a better score comes in' : 'saw nothing in it'));
  return [
    found ? bold(path) : path,
    note === null ? score.toFixed(3) : '–',
    lowest === null ? '–' : lowest.toFixed(3),
    state,
  ];
}

const signed = (value: number): string =>
  value < 0 ? `− ${(-value).toFixed(2)}` : `+ ${value.toFixed(2)}`;
const inWords = (name: string): string =>
  name.replace(/_/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const listOperation = defineOperation({
  name: 'list',
  summary: 'List memories, in order of recording or the newest first.',
  description:
    'Pages through the bank; filters narrow it; `match` looks for words. What was forgotten is listed where it is asked for.',
  input: ListFilter,
  output: ListPage,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme list --limit 5', shows: 'the first five memories' },
    {
      command: 'mneme list --match "supper club" --speaker Priya',
      shows: 'what Priya said with these words',
    },
    { command: 'mneme list --order newest --limit 10', shows: 'what was remembered last' },
    {
      command: 'mneme list --only-forgotten --match "pool size"',
      shows: 'forgotten memories with these words, since when and why',
    },
  ],
  scoped: true,
  served: { pace: 'quick' },
  verb: ['list'],
  places: [{ method: 'GET', path: '/memories' }],
  asLines: renderList,
  run: (memory, input) => memory.list(input),
});

export const showOperation = defineOperation({
  name: 'show',
  summary: 'Show one memory with its evidence, dates and links.',
  description: 'Everything the bank knows about one memory, forgotten ones included.',
  input: z.strictObject({
    id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.'),
    ...ShowChoice.shape,
  }),
  output: Shown,
  positional: ['id'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme show m_01h5k0c2x9w7a', shows: 'the memory and its links' },
    {
      command: 'mneme show m_01h5k0c2x9w7a --as-of 2025-02-01',
      shows: 'the memory as it was then',
    },
    {
      command: 'mneme show m_01h5k0c2x9w7a --history',
      shows: 'also its versions: who changed what, when and why',
    },
    {
      command: 'mneme show m_01h5k0c2x9w7a --support',
      shows: 'also what it rests on, and what rests on it',
    },
  ],
  served: { pace: 'quick' },
  verb: ['show', 'id'],
  places: [{ method: 'GET', path: '/memories/{id}' }],
  asLines: renderShown,
  run: (memory, { id, ...choice }) => memory.show(id, choice),
});

export const whyOperation = defineOperation({
  name: 'why',
  summary:
    'Explain why a question’s results are ranked as they are, or why a memory is not among them.',
  description:
    'Asks as `recall` does, tells where the question leads, and takes each result’s score apart: which paths found it and at which rank, what each feature and each term adds in logits, and how long each step took. With `memory`: at which step the answer loses that one, with its scores, those it needed, and what cost it most.',
  input: WhyInput,
  output: RankingExplanation,
  positional: ['query', 'memory'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme why "Where does Tom live now?" --limit 3',
      shows: 'three results with their paths, features and terms',
    },
    {
      command: 'mneme why "Where does Tom live now?" m_01h5k0c2x9w7a',
      shows: 'the step at which it fell, and why',
    },
  ],
  scoped: true,
  verb: ['why', 'query'],
  places: [{ method: 'POST', path: '/recall/why' }],
  asLines: renderWhy,
  run: (memory, input) => memory.why(input),
});

// Deprecated aliases of `list`, `show` and `why`: the names these verbs had in the previous
// version.

const { limit, cursor, session, agentId, runId, match } = ListFilter.shape;
const OneMemory = showOperation.input.pick({ id: true });

export const recentOperation = deprecatedVerb(listOperation, {
  name: 'recent',
  positional: [],
  places: [{ method: 'GET', path: '/recent' }],
  input: z.strictObject({ limit, cursor, session, agentId, runId }),
  as: (given) => ({ ...given, order: 'newest' as const }),
});

export const tombstonesOperation = deprecatedVerb(listOperation, {
  name: 'tombstones',
  positional: ['query'],
  places: [{ method: 'POST', path: '/tombstones/search' }],
  input: z.strictObject({ query: match, limit, cursor }),
  as: ({ query, ...given }) => ({
    ...given,
    match: query,
    onlyForgotten: true,
    order: 'newest' as const,
  }),
});

export const lineageOperation = deprecatedVerb(showOperation, {
  name: 'lineage',
  positional: ['id'],
  places: [{ method: 'GET', path: '/memories/{id}/lineage' }],
  input: OneMemory,
  as: (given) => ({ ...given, history: true }),
});

export const sourceOperation = deprecatedVerb(showOperation, {
  name: 'source',
  positional: ['id'],
  places: [{ method: 'GET', path: '/memories/{id}/source' }],
  input: OneMemory,
  as: (given) => ({ ...given, source: true }),
});

const query = RecallProfile.shape.query.unwrap().describe('The question.');

export const whyNotOperation = deprecatedVerb(whyOperation, {
  name: 'whynot',
  positional: ['query', 'memory'],
  places: [{ method: 'POST', path: '/recall/why-not' }],
  input: z.strictObject({
    ...WhyInput.shape,
    query,
    memory: z.string().describe('The memory that is missed.'),
  }),
  as: (given) => given,
});

export const routeOperation = deprecatedVerb(whyOperation, {
  name: 'route',
  positional: ['query'],
  places: [{ method: 'POST', path: '/route' }],
  input: z.strictObject({ query }),
  as: (given) => given,
});

export const compareRetrievalOperation = deprecatedVerb(whyOperation, {
  name: 'compare_retrieval',
  words: ['compare-retrieval'],
  positional: ['query'],
  places: [{ method: 'POST', path: '/recall/comparison' }],
  input: z.strictObject({ query, k: z.int().min(1).max(50).optional().describe('Most results.') }),
  as: ({ query: asked, k }) => ({ query: asked, ...(k === undefined ? {} : { limit: k }) }),
});
