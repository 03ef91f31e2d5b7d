import type { Expansion } from '../cite.js';
import type { Exploration } from '../explore.js';
import type { GraphMap } from '../graph-map.js';
import type { FoundPath, PathAnswer } from '../find-path.js';
import type { GraphNode } from '../name-nodes.js';
import type { Neighbourhood } from '../neighbourhood.js';
import {
  bad,
  bold,
  dim,
  moment,
  shorten,
  validityMark,
  table,
  type Screen,
} from '../../../format/style.js';

const nodeWords = ({ id, name, content }: GraphNode): string =>
  name ?? (content === null ? id : `${dim(id)} ${shorten(content, 100)}`);

export function renderExploration(
  { around, between, map, mermaid }: Exploration,
  screen: Screen,
): string {
  return [
    ...(around === undefined ? [] : [renderNeighbourhood(around, screen)]),
    ...(between === undefined ? [] : [renderPath(between)]),
    ...(map === undefined ? [] : [renderMap(map)]),
    ...(mermaid === undefined ? [] : [mermaid]),
  ].join('\n');
}

function renderMap({ nodes, from, total }: GraphMap): string {
  const kinds = new Map<string, number>();
  for (const { kind } of nodes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return [
    `${nodes.length} of ${total} nodes, ${from.length} links (--json gives them)`,
    ...[...kinds].map(([kind, count]) => `  ${kind}: ${count}`),
  ].join('\n');
}

function renderNeighbourhood(
  { start, neighbours, links, left }: Neighbourhood,
  screen: Screen,
): string {
  if (neighbours.length === 0) return `Nothing is linked to ${nodeWords(start)}.`;
  const rows = neighbours.map(({ node, hops, strength }, at) => [
    String(hops),
    strength.toFixed(2),
    node.kind,
    nodeWords(node) + validityMark(links[at], node.validity),
  ]);
  return [
    bold(nodeWords(start)),
    table(['hops', 'strength', 'what', ''], rows, screen, [5, 9, 8, 0]),
    ...(left > 0 ? [dim(`${left} more: --limit`)] : []),
  ].join('\n');
}

function renderPath({ path, alternatives, notices }: PathAnswer): string {
  const line = ({ narrative, confidence, hops, steps }: FoundPath): string =>
    [
      `${bold(narrative)} ${dim(`(${hops} links, ${confidence.toFixed(2)})`)}`,
      ...steps.flatMap(({ node: { content, id } }) =>
        content === null ? [] : [`  ${dim(id)} ${shorten(content, 120)}`],
      ),
    ].join('\n');
  return [
    ...(path === null ? [] : [line(path)]),
    ...alternatives.map((other) => `${dim('or:')} ${line(other)}`),
    ...notices,
  ].join('\n');
}

export function renderCitations({
  expansions,
}: {
  readonly expansions: readonly Expansion[];
}): string {
  return expansions
    .map(({ tag, memories, neighbours }) =>
      [
        ...(memories.length === 0
          ? [bad(`${tag} is no citation of this bank.`)]
          : memories.map(
              ({ id, saidAt, speaker, content }) =>
                `${bold(tag)} ${dim(`${id} ${moment(saidAt)}`)} ${speaker === null ? '' : `${speaker}: `}${content}`,
            )),
        ...(neighbours.length === 0
          ? []
          : [
              dim(
                `  linked to ${neighbours.map((node) => shorten(node.name ?? node.content ?? node.id, 40)).join(', ')}`,
              ),
            ]),
      ].join('\n'),
    )
    .join('\n');
}
