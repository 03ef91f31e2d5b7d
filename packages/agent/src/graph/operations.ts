import { z } from 'zod';
import { DiagramInput, Exploration, GraphInput } from './explore.js';
import { type FoundPath, type PathAnswer, PathInput } from './find-path.js';
import {
  CiteInput,
  Expansion,
  type GraphMap,
  GraphMapInput,
  type Neighbourhood,
  NeighbourhoodInput,
} from './neighbourhood.js';
import type { GraphNode } from './nodes-and-links.js';
import { HierarchyAnswer, HierarchyInput, type HierarchyLink } from './stated-relations.js';
import {
  bad,
  bold,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
  validityMark,
} from '@mneme/core/format/style.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

const nodeWords = ({ id, name, content }: GraphNode): string =>
  name ?? (content === null ? id : `${dim(id)} ${shorten(content, 100)}`);

function renderExploration(
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

function renderCitations({ expansions }: { readonly expansions: readonly Expansion[] }): string {
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

export const graphOperation = defineOperation({
  name: 'graph',
  summary: 'Show what surrounds a thing, how two hang together, or the bank as a whole.',
  description:
    'With `of`, what is up to three links away, the nearest first; with `to`, the way with the strongest links, of at most six; without either, entities and memories with the links among them, to be drawn. With `mermaid` as text that documentation, chats and editors draw.',
  input: GraphInput,
  output: Exploration,
  positional: ['of', 'to'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme graph Priya --hops 2',
      shows: 'people, places and memories two links around Priya',
    },
    { command: 'mneme graph Tom Lisbon', shows: 'Tom, a memory, Priya, Lisbon' },
    {
      command: 'mneme graph "the storm" "power cut" --type causal --hops 6',
      shows: 'from cause to effect',
    },
    { command: 'mneme graph --no-memories --json', shows: 'people and things with their links' },
    { command: 'mneme graph Priya --mermaid neighbourhood', shows: 'a flowchart' },
  ],
  verb: ['graph.explore', 'of'],
  places: [{ method: 'POST', path: '/graph' }],
  asLines: renderExploration,
  run: (memory, input) => memory.graph.explore(input),
});

export const citeOperation = defineOperation({
  name: 'cite',
  summary: 'Expand citations to the memories behind them.',
  description:
    'A context cites memories by the first letters of their ids, as in [m_7wa4]. A tag that has come to fit several memories gives them all.',
  input: CiteInput,
  output: z.strictObject({ expansions: z.array(Expansion), unknown: z.array(z.string()) }),
  positional: ['tags'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme cite m_7wa4 m_k0q1', shows: 'two memories, whole' }],
  verb: ['graph.cite'],
  places: [{ method: 'POST', path: '/citations' }],
  asLines: renderCitations,
  run: (memory, input) => memory.graph.cite(input),
});

export const hierarchyOperation = defineOperation({
  name: 'hierarchy',
  summary:
    'List what a thing is, or what is of it, the nearest first; or tell whether it is of a kind.',
  description:
    'Walks the bank’s “is a” and “part of” links up to the ancestors or down to the descendants, each with the memories that told it. With a kind: whether it is one, link by link; where nobody told it, the nearest thing that both are, and with --likelihood an estimate from entailment cones. Links that close a circle are left out and reported.',
  input: HierarchyInput,
  output: HierarchyAnswer,
  positional: ['name', 'kind'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme hierarchy Marmalade', shows: 'greyhound, dog, animal' },
    { command: 'mneme hierarchy dog --direction descendants', shows: 'every dog and kind of dog' },
    {
      command: 'mneme hierarchy Marmalade animal',
      shows: 'yes, because Marmalade is a greyhound, and so on',
    },
    {
      command: 'mneme hierarchy Porto Portugal --relation part_of',
      shows: 'whether Porto is part of Portugal',
    },
  ],
  verb: ['graph.hierarchy', 'name'],
  asLines: renderHierarchy,
  run: (memory, input) => memory.graph.hierarchy(input),
});

// Former names of verbs that were merged into `graph` and `hierarchy`.

export const neighbourhoodOperation = deprecatedVerb(graphOperation, {
  name: 'neighbourhood',
  positional: ['of'],
  places: [{ method: 'POST', path: '/graph/neighbourhood' }],
  input: NeighbourhoodInput,
  as: (given) => given,
});

const { of: from, to, hops: maxHops, type, alternatives } = PathInput.shape;

export const pathOperation = deprecatedVerb(graphOperation, {
  name: 'path',
  positional: ['from', 'to'],
  places: [{ method: 'POST', path: '/graph/path' }],
  input: z.strictObject({ from, to, maxHops, type, alternatives }),
  as: ({ from: of, maxHops: hops, ...same }) => ({ of, hops, ...same }),
});

const { of, mermaid: show, hops, limit } = DiagramInput.shape;

export const diagramOperation = deprecatedVerb(graphOperation, {
  name: 'diagram',
  positional: ['of'],
  places: [{ method: 'POST', path: '/graph/diagram' }],
  input: z.strictObject({ of, show, hops, limit }),
  as: ({ show: mermaid, ...same }) => ({ mermaid, ...same }),
});

export const graphMapOperation = deprecatedVerb(graphOperation, {
  name: 'graph_map',
  words: ['graph-map'],
  positional: [],
  places: [{ method: 'GET', path: '/graph/map' }],
  input: GraphMapInput,
  as: (given: z.output<typeof GraphMapInput>): z.input<typeof GraphInput> => given,
});

const { name, kind, relation, likelihood } = HierarchyInput.shape;

export const isAOperation = deprecatedVerb(hierarchyOperation, {
  name: 'is_a',
  words: ['is-a'],
  positional: ['name', 'kind'],
  places: [{ method: 'POST', path: '/hierarchy/is-a' }],
  input: z.strictObject({
    name,
    kind: kind.unwrap().describe('What it may be a kind or a part of.'),
    relation,
    likelihood,
  }),
  as: (given) => given,
});
