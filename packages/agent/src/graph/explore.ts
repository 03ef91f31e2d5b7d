import { z } from 'zod';
import { findPath, PathAnswer, PathInput } from './find-path.js';
import {
  GraphMap,
  mapGraph,
  Neighbourhood,
  NeighbourhoodInput,
  neighbourhoodOf,
} from './neighbourhood.js';
import type { GraphNode, GraphPorts } from './nodes-and-links.js';
import { queryCauses } from './stated-relations.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { MnemeError, noMemory } from '@mneme/core/domain/errors.js';
import { MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { type Of, type SchemaOf, textUpTo, wholeNumber } from '@mneme/core/domain/schema.js';
import { lineageOf } from '@mneme/core/modules/inspect/index.js';

/** Nodes and links as a Mermaid flowchart: https://mermaid.js.org/syntax/flowchart.html. */
interface Chart {
  /** Left to right, or top down. */
  readonly direction: 'LR' | 'TD';
  readonly nodes: readonly ChartNode[];
  readonly links: readonly ChartLink[];
}

interface ChartNode {
  readonly id: string;
  readonly text: string;
  readonly shape: 'box' | 'round' | 'hexagon';
  /** Drawn pale: no longer valid. */
  readonly past?: boolean;
}

interface ChartLink {
  readonly from: string;
  readonly to: string;
  /** '' for a link without a label. */
  readonly label: string;
  readonly dotted?: boolean;
}

const SHAPES: Readonly<Record<ChartNode['shape'], readonly [string, string]>> = {
  box: ['["', '"]'],
  round: ['(["', '"])'],
  hexagon: ['{{"', '"}}'],
};
const LONGEST = 80;
/** Characters without a meaning in Mermaid or HTML. */
const PLAIN = /[\p{L}\p{M}\p{N} .,;:!?'()/+@%€$£°–—…_-]/u;

/**
 * Renders the chart. Text is never interpreted: characters special to Mermaid or markup are escaped by number. Links
 * to missing nodes are left out.
 */
export function renderMermaid({ direction, nodes, links }: Chart): string {
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const past = nodes.flatMap(({ id, past: is }) => (is === true ? (names.get(id) ?? []) : []));
  return [
    `flowchart ${direction}`,
    ...nodes.map(({ id, text, shape }) => {
      const [open, close] = SHAPES[shape];
      return `  ${names.get(id) ?? ''}${open}${label(text)}${close}`;
    }),
    ...links.flatMap(({ from, to, label: word, dotted }) => {
      const [one, other] = [names.get(from), names.get(to)];
      if (one === undefined || other === undefined) return [];
      const arrow = dotted === true ? '-.->' : '-->';
      return `  ${one} ${arrow}${word === '' ? '' : `|"${label(word)}"|`} ${other}`;
    }),
    ...(past.length === 0
      ? []
      : ['  classDef past stroke-dasharray: 4 4,opacity: 0.6', `  class ${past.join(',')} past`]),
  ].join('\n');
}

function label(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  const shown = letters.length > LONGEST ? [...letters.slice(0, LONGEST - 1), '…'] : letters;
  return shown
    .map((letter) => (PLAIN.test(letter) ? letter : `#${letter.codePointAt(0) ?? 32};`))
    .join('');
}

const DIAGRAMS = ['neighbourhood', 'lineage', 'causes', 'effects'] as const;

export const DiagramInput = z.strictObject({
  of: textUpTo(500).describe(
    'A memory’s id, an entity’s name, or words that describe what is meant. Lineage needs the id of a memory.',
  ),
  mermaid: z
    .enum(DIAGRAMS)
    .default('neighbourhood')
    .describe(
      'neighbourhood: what is linked to it; lineage: how a memory came to be as it is; causes, effects: what led to it, what it led to, as memories state it.',
    ),
  hops: wholeNumber(1, 3).default(2).describe('How far to walk, 1 to 3 links.'),
  limit: wholeNumber(1, 60).default(20).describe('Most nodes beside the first.'),
});
type Parsed = z.output<typeof DiagramInput>;

/** A part of the bank as a Mermaid flowchart. Throws `not_found`, `invalid_input`. */
async function drawDiagram(raw: unknown, bank: OpenBank, ports: GraphPorts): Promise<string> {
  const asked = parseInput(DiagramInput, raw, 'graph');
  return renderMermaid(await CHARTS[asked.mermaid](asked, bank, ports));
}

type Draw = (asked: Parsed, bank: OpenBank, ports: GraphPorts) => Promise<Chart>;

const CHARTS: Readonly<Record<(typeof DIAGRAMS)[number], Draw>> = {
  neighbourhood: drawNeighbourhood,
  lineage: drawLineage,
  causes: (asked, bank) => drawCauses(asked, 'causes', bank),
  effects: (asked, bank) => drawCauses(asked, 'effects', bank),
};

async function drawNeighbourhood(
  { of, hops, limit }: Parsed,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<Chart> {
  const { start, neighbours, links } = await neighbourhoodOf({ of, hops, limit }, bank, ports);
  return {
    direction: 'LR',
    nodes: [start, ...neighbours.map(({ node }) => node)].map(asNode),
    links: links.map(({ from, to, role, label, validity }) => ({
      from,
      to,
      label: label === '' ? role.replaceAll('_', ' ') : label.replaceAll('_', ' '),
      dotted: validity === 'superseded',
    })),
  };
}

function asNode({ id, kind, name, content, validity }: GraphNode): ChartNode {
  const shape = kind === 'memory' ? 'box' : kind === 'entity' ? 'round' : 'hexagon';
  return { id, text: name ?? content ?? id, shape, past: validity === 'superseded' };
}

/** Each version with the change that made it, then what superseded it. */
async function drawLineage(
  { of, limit }: Parsed,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<Chart> {
  const id = MemoryId.safeParse(of);
  if (!id.success)
    throw new MnemeError('invalid_input', 'The lineage of what is no memory cannot be drawn.', {
      field: 'graph.of',
      value: of,
      hint: 'Give the id of a memory, as `mneme list` shows it.',
    });
  const [memory] = await ports.store.get(bank.name, [id.data]);
  if (memory === undefined) throw noMemory(of, 'diagram.of');
  const { steps, successors } = await lineageOf(memory, bank, ports);
  const versions = steps.slice(-limit).map(({ change, version, altered }, at): ChartNode => ({
    id: `v${at}`,
    text: `${at === 0 ? `${memory.content} – ` : ''}${change.verb} by ${change.actor}${altered.length === 0 ? '' : `: ${altered.join(', ')}`}`,
    shape: version === null ? 'round' : 'box',
  }));
  const others = await ports.store.get(bank.name, successors);
  const after = successors.map((each): ChartNode => ({
    id: each,
    text: others.find((other) => other.id === each)?.content ?? each,
    shape: 'box',
  }));
  const nodes = [...versions, ...after].map((node, at, all) => ({
    ...node,
    past: at < all.length - 1,
  }));
  return {
    direction: 'TD',
    nodes,
    links: nodes.slice(1).map(({ id: to }, at): ChartLink => ({
      from: nodes[at]?.id ?? '',
      to,
      label: at + 1 < versions.length ? '' : 'superseded by',
    })),
  };
}

/** Stated causes, and theirs in turn, up to `hops`; each thing once, so that cycles end. */
async function drawCauses(
  { of, hops, limit }: Parsed,
  side: 'causes' | 'effects',
  bank: OpenBank,
): Promise<Chart> {
  const nodes = new Map<string, ChartNode>([
    [keyOf(of), { id: keyOf(of), text: of, shape: 'round' }],
  ]);
  const links: ChartLink[] = [];
  let ends = [of];
  for (let hop = 0; hop < hops && nodes.size <= limit; hop++) {
    const next: string[] = [];
    for (const end of ends) {
      const { statements } = await queryCauses(
        { [side === 'causes' ? 'outcome' : 'action']: end, limit: 5 },
        bank,
      );
      for (const { text, effect, cue, validity } of statements) {
        const far = side === 'causes' ? text : effect;
        if (far === null || keyOf(far) === keyOf(end) || nodes.size > limit) continue;
        if (!nodes.has(keyOf(far))) {
          nodes.set(keyOf(far), { id: keyOf(far), text: far, shape: 'box' });
          next.push(far);
        }
        const [from, to] = side === 'causes' ? [far, end] : [end, far];
        links.push({
          from: keyOf(from),
          to: keyOf(to),
          label: cue,
          dotted: validity === 'superseded',
        });
      }
    }
    ends = next;
  }
  return { direction: 'LR', nodes: [...nodes.values()], links };
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const MAX_NODES = 50_000;

export const GraphInput = z.strictObject({
  of: NeighbourhoodInput.shape.of
    .optional()
    .describe(
      'Where to start: a memory’s id or citation, an entity’s name or id, or words that describe a memory. Default: the whole bank.',
    ),
  to: PathInput.shape.to.optional().describe('Where to arrive: how the two hang together.'),
  hops: PathInput.shape.hops
    .removeDefault()
    .optional()
    .describe('How far to walk: up to 3 links around something, default 1; on a way 6, default 4.'),
  families: NeighbourhoodInput.shape.families,
  roles: NeighbourhoodInput.shape.roles,
  type: PathInput.shape.type
    .removeDefault()
    .optional()
    .describe(
      'Of a way: causal, from causes to effects alone; semantic, by what is alike, related or of a kind; any link.',
    ),
  alternatives: z
    .boolean()
    .optional()
    .describe('Also up to two other ways that share no step with the best.'),
  memories: z
    .boolean()
    .optional()
    .describe('Of the whole bank: whether memories are in it, beside people and things.'),
  limit: wholeNumber(1, MAX_NODES)
    .optional()
    .describe('Most nodes: around something 200, default 20; of the whole bank default 200.'),
  mermaid: DiagramInput.shape.mermaid
    .removeDefault()
    .optional()
    .describe(
      'Draw it as a Mermaid flowchart: its neighbourhood; its lineage, how a memory came to be as it is; its causes or effects, as memories state them.',
    ),
});
export type GraphInput = z.input<typeof GraphInput>;

const explorationShape = z.strictObject({
  /** Neighbourhood of the start. */
  around: Neighbourhood.optional(),
  /** How start and end are connected. */
  between: PathAnswer.optional(),
  /** The whole bank, where no start was given. */
  map: GraphMap.optional(),
  /** The start as a Mermaid flowchart. */
  mermaid: z.string().optional(),
});
/** A part of the bank as a graph: exactly one of these. */
export interface Exploration extends Of<typeof explorationShape> {}
export const Exploration: SchemaOf<Exploration, typeof explorationShape> = explorationShape;

/** Fields that each mode accepts. */
const TAKEN = {
  map: ['families', 'memories', 'limit'],
  around: ['of', 'hops', 'families', 'roles', 'limit'],
  between: ['of', 'to', 'hops', 'type', 'alternatives'],
  mermaid: ['of', 'hops', 'limit', 'mermaid'],
} as const;

/** The bank as a graph: a neighbourhood, a path, the whole, or a diagram. Throws `not_found`, `invalid_input`. */
export async function explore(
  raw: unknown,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<Exploration> {
  const asked = parseInput(GraphInput, raw, 'graph');
  if (asked.mermaid !== undefined)
    return { mermaid: await drawDiagram(only(asked, 'mermaid'), bank, ports) };
  if (asked.to !== undefined)
    return { between: await findPath(only(asked, 'between'), bank, ports) };
  return asked.of === undefined
    ? { map: await mapGraph(only(asked, 'map'), bank, ports.store) }
    : { around: await neighbourhoodOf(only(asked, 'around'), bank, ports) };
}

/** The fields given; one that the mode does not use is rejected rather than ignored. */
function only(asked: z.output<typeof GraphInput>, way: keyof typeof TAKEN): object {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const taken: readonly string[] = TAKEN[way];
  const idle = given.find(([field]) => !taken.includes(field));
  if (idle === undefined) return Object.fromEntries(given);
  const [field, value] = idle;
  throw new MnemeError('invalid_input', `graph.${field}: has no meaning here.`, {
    field: `graph.${field}`,
    value,
    hint: `This takes ${taken.join(', ')}.`,
  });
}
