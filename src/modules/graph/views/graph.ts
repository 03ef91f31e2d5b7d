import type { Expansion } from '../cite.js';
import type { FoundPath, PathAnswer } from '../find-path.js';
import type { GraphNode } from '../name-nodes.js';
import type { Lineage } from '../../curate/lineage.js';
import type { Neighbourhood } from '../neighbourhood.js';
import type { RevisedMemory } from '../../curate/annotate.js';
import {
  bad,
  bold,
  dim,
  moment,
  shorten,
  validityMark,
  table,
  type Screen,
} from '../../../screen/style.js';

const nodeWords = ({ id, name, content }: GraphNode): string =>
  name ?? (content === null ? id : `${dim(id)} ${shorten(content, 100)}`);

export function renderNeighbourhood(
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

export function renderPath({ path, alternatives, notices }: PathAnswer): string {
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

export function renderLineage({ memory, steps, successors }: Lineage, screen: Screen): string {
  const rows = steps.map(({ change: { at, verb, actor, reason }, version, altered }) => [
    version === null ? '' : String(version),
    moment(at),
    verb,
    actor,
    [altered.join(', '), reason].filter((part) => part !== '').join(': '),
  ]);
  return [
    `${bold(memory.id)} ${shorten(memory.content, 160)}`,
    table(['version', 'when', 'verb', 'by', 'altered'], rows, screen, [8, 16, 11, 12, 0]),
    ...(successors.length === 0 ? [] : [`Its place took ${successors.join(', then ')}.`]),
  ].join('\n');
}

export function renderRevised({
  changed,
  memory: { id, importance, tags, metadata },
}: RevisedMemory): string {
  if (changed.length === 0) return `${id} was so already.`;
  const note = metadata['annotation'];
  return [
    `${bold(id)} importance ${importance.toFixed(2)}`,
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    ...(note === undefined ? [] : [`note: ${String(note)}`]),
  ].join('\n');
}
