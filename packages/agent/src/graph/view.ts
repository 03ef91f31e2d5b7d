import {
  bad,
  bold,
  dim,
  good,
  moment,
  type TextFormat,
  shorten,
  table,
  validityMark,
} from '@mneme/core/format/style.js';
import type { Exploration } from './explore.js';
import type { FoundPath, PathAnswer } from './find-path.js';
import type { GraphMap } from './graph-map.js';
import type { HierarchyAnswer, HierarchyLink } from './hierarchy.js';
import type { Expansion, Neighbourhood } from './neighbourhood.js';
import type { GraphNode } from './nodes-and-links.js';

const nodeWords = ({ id, name, content }: GraphNode): string =>
  name ?? (content === null ? id : `${dim(id)} ${shorten(content, 100)}`);

export function renderExploration(
  { around, between, map, mermaid }: Exploration,
  screen: TextFormat,
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
  screen: TextFormat,
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

type IsA = NonNullable<HierarchyAnswer['isA']>;

const WORDS: Readonly<Record<HierarchyAnswer['relation'], string>> = {
  is_a: 'is a',
  part_of: 'is part of',
  any: 'is, or is part of, a',
};

function isALines(
  { entity, relation }: HierarchyAnswer,
  { kind, holds, reversed, confidence, chain, common, likelihood }: IsA,
): string {
  const claim = `${bold(entity.name)} ${verb(relation, kind.name)} ${bold(kind.name)}`;
  if (holds)
    return [
      `${good('Yes')}: ${claim} ${dim(`(confidence ${confidence.toFixed(2)})`)}`,
      ...chain.map(linkLine),
    ].join('\n');
  return [
    `${bad('Not told')}: that ${claim}.${reversed ? ' It was told the other way round.' : ''}`,
    ...(common.length === 0 ? [] : [`Both: ${common.map(({ name }) => name).join(', ')}.`]),
    ...(likelihood === null ? [] : [dim(`Estimated likelihood ${likelihood.toFixed(2)}.`)]),
  ].join('\n');
}

export function renderHierarchy(answer: HierarchyAnswer, screen: TextFormat): string {
  const { entity, direction, isA, found, total, circles } = answer;
  if (isA !== null) return isALines(answer, isA);
  const left = circles.map((link) => bad(`Left out, it closes a circle: ${linkWords(link)}`));
  if (found.length === 0)
    return [`The bank knows no ${direction} of ${entity.name}.`, ...left].join('\n');
  const rows = found.map((each) => {
    const told = direction === 'ancestors' ? each.chain.at(-1) : each.chain[0];
    return [
      String(each.depth),
      each.entity.name,
      told === undefined ? '' : `${linkWords(told)}${dim(evidenceWords(told))}`,
    ];
  });
  const more =
    total > found.length
      ? ['', dim(`${total - found.length} more: --limit ${Math.min(500, total)}`)]
      : [];
  return [
    `${bold(entity.name)}: ${direction}`,
    table(['steps', 'name', 'because'], rows, screen, [5, 24, 0]),
    ...more,
    ...left,
  ].join('\n');
}

function linkLine(link: HierarchyLink): string {
  return `  ${linkWords(link)}${dim(evidenceWords(link))}`;
}

function linkWords({ from, relation, to }: HierarchyLink): string {
  return `${from.name} ${verb(relation, to.name)} ${to.name}`;
}

/** The verb of a relation, with "a" or "an" as the next word requires. */
function verb(relation: HierarchyAnswer['relation'], next: string): string {
  const words = WORDS[relation];
  return words.endsWith(' a') && /^[aeiou]/i.test(next) ? `${words}n` : words;
}

function evidenceWords({ evidence }: HierarchyLink): string {
  return evidence === null ? '' : ` – “${shorten(evidence.content, 80)}” ${evidence.id}`;
}
