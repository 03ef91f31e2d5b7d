import type { Accuracy, RetrievalComparison } from './measure-recall.js';
import type { Advice } from './advise.js';
import type { Checked, SentenceVerdict } from './check/answer.js';
import type { GraphDescription } from '../graph/describe-graph.js';
import type { MemeticStatus } from './status.js';
import type { SearchPlan } from './search-plan.js';
import { bad, bold, day, dim, good, shorten, table, type Screen } from '../../screen/style.js';

export function renderStatus({
  pulse,
  active,
  suggested,
  tasks,
  memories,
  lifecycle,
}: MemeticStatus): string {
  const heads = {
    finish_erasure: bad('erasure not finished:'),
    settle_conflict: bad('conflict'),
    review_memory: 'review',
    merge_copies: 'one or two?',
  };
  return [
    `${bold(suggested)}: entropy ${pulse.entropy.toFixed(2)}, coherence ${pulse.coherence.toFixed(2)} ${dim(`(${memories} memories, ${lifecycle.stage})`)}`,
    ...(active.length === 0 ? [] : [`About: ${active.join('; ')}`]),
    ...tasks.map(({ task, memories: [one, other], reason, tool }) =>
      [
        heads[task],
        ...(one === undefined ? [] : [[one, other].filter((id) => id !== undefined).join(' – ')]),
        reason,
        dim(`(${tool})`),
      ].join(' '),
    ),
  ].join('\n');
}

export function renderSearchPlan(
  { queries, strategy, tokenEstimate }: SearchPlan,
  screen: Screen,
): string {
  const rows = queries.map(({ query, type, rationale, expectedRecall }) => [
    type,
    expectedRecall === null ? '' : expectedRecall.toFixed(2),
    query,
    rationale,
  ]);
  return [
    table(['type', 'promise', 'query', 'why'], rows, screen, [13, 8, 0, 30]),
    dim(`${strategy}, about ${tokenEstimate} tokens`),
  ].join('\n');
}

export function renderAdvice({ reasoning, steps }: Advice): string {
  return [
    reasoning,
    ...steps.map(
      ({ step, operation, input, rationale }) =>
        `${step}. ${bold(operation)} ${JSON.stringify(input)}\n   ${dim(rationale)}`,
    ),
  ].join('\n');
}

export function renderGraphDescription(
  {
    bank,
    memories,
    kinds,
    entities,
    contexts,
    sessions,
    edges,
    spaces,
    encoder,
    lifecycle,
  }: GraphDescription,
  screen: Screen,
): string {
  return [
    `${bold(bank)}: ${memories} memories of ${entities} entities in ${contexts} contexts and ${sessions} sessions ${dim(`(${lifecycle.stage}, ${encoder})`)}`,
    table(
      ['kind', 'layer', 'count'],
      kinds.map(({ kind, layer, count }) => [kind, layer, String(count)]),
      screen,
      [14, 12, 0],
    ),
    table(
      ['links', 'count', 'roles'],
      edges.map(({ family, roles, count }) => [family, String(count), roles.join(', ')]),
      screen,
      [14, 8, 0],
    ),
    table(
      ['space', 'compares'],
      spaces.map(({ space, compares }) => [space, compares]),
      screen,
      [18, 0],
    ),
  ].join('\n\n');
}

export function renderChecked({ sentences, notices }: Checked, screen: Screen): string {
  const lines = sentences.flatMap(({ text, verdict, since, notes }) => [
    `${VERDICT_IN_COLOUR[verdict](verdict)}${since === null ? '' : ` since ${day(since, screen)}`}: ${shorten(text, 200)}`,
    ...notes.map(
      ({ id, content, says, validity }) =>
        `  ${dim(`${says}${validity === 'current' ? '' : `, ${validity}`}:`)} ${shorten(content, 200)} ${dim(id)}`,
    ),
  ]);
  return [...lines, ...notices.map((notice) => dim(notice))].join('\n');
}

const VERDICT_IN_COLOUR: Readonly<Record<SentenceVerdict, (text: string) => string>> = {
  supported: good,
  outdated: bad,
  contradicted: bad,
  'not known': dim,
};

export function renderAccuracy({ recallAtK, reciprocalRank, cases }: Accuracy): string {
  return [
    `recall ${recallAtK.toFixed(3)}, reciprocal rank ${reciprocalRank.toFixed(3)}, ${cases.length} questions`,
    ...cases.flatMap(({ query, missed }) =>
      missed.length === 0 ? [] : [`${bad('missed')} ${missed.join(', ')}: ${shorten(query, 100)}`],
    ),
  ].join('\n');
}

export function renderRetrievalComparison(
  { fused, alone, onlyTogether }: RetrievalComparison,
  screen: Screen,
): string {
  const rows = [
    ['all', '', fused.slice(0, 5).join(' ')],
    ...alone.map(({ path, results, shared }) => [
      path,
      shared.toFixed(2),
      results.slice(0, 5).join(' '),
    ]),
  ];
  return [
    table(['path', 'shared', 'first results'], rows, screen, [10, 7, 0]),
    ...(onlyTogether.length === 0 ? [] : [`By all together alone: ${onlyTogether.join(' ')}`]),
  ].join('\n');
}
