import { z } from 'zod';
import { isUncontested } from '@mneme/core/domain/validity.js';
import { EDGE_FAMILIES, EdgeRole, type NodeId } from '@mneme/core/domain/graph.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { rolesOf, rolesWith, type EdgeIndex } from '@mneme/core/indexes/edge-index.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import { RelationValidity, UNTOLD } from '@mneme/core/domain/layers.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import {
  findNode,
  GraphNode,
  type GraphPorts,
  nameNodes,
  type StatedLink,
  stateLinks,
  unnamed,
  type WalkedLink,
} from './nodes-and-links.js';
import {
  type Of,
  type SchemaOf,
  Share,
  wholeNumber,
  textUpTo,
  flag,
} from '@mneme/core/domain/schema.js';

/** The links that a path may use. */
export const PATH_TYPES = ['causal', 'semantic', 'any'] as const;
const Concept = textUpTo(500);

export const PathInput = z.strictObject({
  of: Concept.describe(
    'Where it starts: an entity’s name, a memory’s id or citation, or words that describe a memory.',
  ),
  to: Concept.describe('Where it ends.'),
  hops: wholeNumber(1, 6).default(4).describe('Most links on the way.'),
  type: z
    .enum(PATH_TYPES)
    .default('any')
    .describe(
      'causal: from causes to effects alone; semantic: what is alike, related or of a kind; any: every link.',
    ),
  alternatives: flag('Also up to two other ways that share no step with the best.'),
});
export type PathInput = z.input<typeof PathInput>;

const pathStepShape = z.strictObject({
  node: GraphNode,
  /** The link that leads here from the previous step; null for the first. */
  role: EdgeRole.nullable(),
  /** Name of the relation, as in `lives_in`; '' for links without one. */
  label: z.string(),
  /** Whether the link points along the path. */
  along: z.boolean(),
  weight: Share,
  ...RelationValidity.shape,
});
/** A step of a path, and the validity of the link leading to it. */
export interface PathStep extends Of<typeof pathStepShape> {}
export const PathStep: SchemaOf<PathStep, typeof pathStepShape> = pathStepShape;

const foundPathShape = z.strictObject({
  steps: z.array(PathStep),
  hops: z.number(),
  /** Product of the links' weights, 0..1. */
  confidence: Share,
  /** In words, step by step. */
  narrative: z.string(),
});
export interface FoundPath extends Of<typeof foundPathShape> {}
export const FoundPath: SchemaOf<FoundPath, typeof foundPathShape> = foundPathShape;

const pathAnswerShape = z.strictObject({
  found: z.boolean(),
  from: GraphNode,
  to: GraphNode,
  /** The strongest path, preferably over valid links; null if there is none within the hops. */
  path: FoundPath.nullable(),
  alternatives: z.array(FoundPath),
  notices: z.array(z.string()),
});
export interface PathAnswer extends Of<typeof pathAnswerShape> {}
export const PathAnswer: SchemaOf<PathAnswer, typeof pathAnswerShape> = pathAnswerShape;

const ROLES = {
  causal: rolesWith(['causes']),
  semantic: rolesWith([
    'similar_to',
    'supports',
    'related_to',
    'is_a',
    'part_of',
    'mentions',
    'said_by',
    'belongs_to',
    'derived_from',
  ]),
  any: rolesOf(EDGE_FAMILIES),
} as const satisfies Record<(typeof PATH_TYPES)[number], number>;
const MAX_ALTERNATIVES = 2;

/**
 * How two things of the bank are connected: the path with the highest product of weights within the hops. Causal
 * paths run from cause to effect.
 */
export async function findPath(
  raw: unknown,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<PathAnswer> {
  const { of: from, to, hops: maxHops, type, alternatives } = parseInput(PathInput, raw, 'graph');
  await bank.state.follow();
  const [start, end] = [
    await findNode(from, 'graph.of', bank),
    await findNode(to, 'graph.to', bank),
  ];
  const ways: Way[] = [];
  const barred = new Set<NodeId>();
  for (;;) {
    const way = await strongestValidPath(
      [start, end],
      { roles: ROLES[type], forward: type === 'causal', maxHops, barred },
      bank,
      ports,
    );
    if (way === null) break;
    ways.push(way);
    for (const { id } of way.steps.slice(1, -1)) barred.add(id);
    if (!alternatives || ways.length > MAX_ALTERNATIVES || way.steps.length <= 2) break;
  }
  const names = await nameNodes(
    [start, end, ...ways.flatMap(({ steps }) => steps.map(({ id }) => id))],
    bank,
    ports,
  );
  const name = (id: NodeId): GraphNode => names.get(id) ?? unnamed(id);
  const [path = null, ...others] = ways.map((way) => describe(way, name));
  return {
    found: path !== null,
    from: name(start),
    to: name(end),
    path,
    alternatives: others,
    notices:
      path !== null
        ? noticesOn(path)
        : [
            type === 'any'
              ? `No way of ${maxHops} links or fewer is known.`
              : `No ${type} way of ${maxHops} links or fewer is known; type any takes every link.`,
          ],
  };
}

function noticesOn({ steps }: FoundPath): string[] {
  if (
    steps.some(({ validity, node }) => validity === 'superseded' || node.validity === 'superseded')
  )
    return ['This way rests on what no longer holds: no other within the hops is known.'];
  return steps.some(({ reported }) => reported)
    ? ['This way rests on hearsay: somebody is said to have said so.']
    : [];
}

/** A path, and the validity of each of its links. */
interface Way {
  readonly steps: readonly Step[];
  readonly stated: readonly StatedLink[];
}

/** Maximum number of invalid links that are routed around. */
const MAX_DETOURS = 8;

/** The strongest path over valid links; if there is none, the strongest of all. */
async function strongestValidPath(
  [start, end]: readonly [NodeId, NodeId],
  search: Omit<Search, 'gone'>,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<Way | null> {
  const gone = new Set<string>();
  let first: Way | null = null;
  for (let detour = 0; detour <= MAX_DETOURS; detour++) {
    const steps = strongest(start, end, { ...search, gone }, bank.state.edges);
    if (steps === null) break;
    const links = steps.map((step, at) => linkTo(step, steps[at - 1]));
    const state = await stateLinks(
      links.flatMap((link) => link ?? []),
      bank,
      ports,
    );
    const way: Way = { steps, stated: links.map((link) => (link === null ? BEGIN : state(link))) };
    first ??= way;
    const past = links.filter(
      (link, at) => link !== null && way.stated[at]?.validity === 'superseded',
    );
    if (past.length === 0) return way;
    for (const link of past) if (link !== null) gone.add(linkKey(link.from, link.role, link.to));
  }
  return first;
}

const BEGIN: StatedLink = { ...UNTOLD, label: '' };

function linkTo({ id, role, along }: Step, before: Step | undefined): WalkedLink | null {
  if (role === null || before === undefined) return null;
  return { from: along ? before.id : id, to: along ? id : before.id, role };
}

const linkKey = (from: NodeId, role: EdgeRole, to: NodeId): string => `${from} ${role} ${to}`;

interface Step {
  readonly id: NodeId;
  readonly role: EdgeRole | null;
  readonly along: boolean;
  readonly weight: number;
}

interface Search {
  readonly roles: number;
  /** Follow links only in their direction. */
  readonly forward: boolean;
  readonly maxHops: number;
  readonly barred: ReadonlySet<NodeId>;
  /** Excluded links, see {@link linkKey}. */
  readonly gone: ReadonlySet<string>;
}

/** The highest product of weights to each node, hop by hop (Bellman–Ford), so that the hop limit is exact. */
function strongest(
  start: NodeId,
  end: NodeId,
  { roles, forward, maxHops, barred, gone }: Search,
  edges: EdgeIndex,
): Step[] | null {
  if (start === end) return [{ id: start, role: null, along: true, weight: 1 }];
  let front = new Map<NodeId, { readonly strength: number; readonly way: readonly Step[] }>([
    [start, { strength: 1, way: [{ id: start, role: null, along: true, weight: 1 }] }],
  ]);
  let best: { readonly strength: number; readonly way: readonly Step[] } | null = null;
  const known = new Map<NodeId, number>([[start, 1]]);
  for (let hop = 0; hop < maxHops && front.size > 0; hop++) {
    const next: typeof front = new Map();
    for (const [id, { strength, way }] of front) {
      const node = edges.node(id);
      if (node === NONE) continue;
      for (const { other, role, weight, outgoing } of edges.links(node, roles)) {
        const there = edges.id(other);
        const reached = strength * weight;
        if (
          (forward && !outgoing) ||
          barred.has(there) ||
          reached <= (known.get(there) ?? 0) ||
          reached <= (best?.strength ?? 0)
        )
          continue;
        if (
          gone.size > 0 &&
          gone.has(outgoing ? linkKey(id, role, there) : linkKey(there, role, id))
        )
          continue;
        known.set(there, reached);
        const longer = [...way, { id: there, role, along: outgoing, weight }];
        if (there === end) best = { strength: reached, way: longer };
        else next.set(there, { strength: reached, way: longer });
      }
    }
    front = next;
  }
  return best === null ? null : [...best.way];
}

function describe({ steps: way, stated }: Way, name: (id: NodeId) => GraphNode): FoundPath {
  const steps = way.map(({ id, role, along, weight }, at): PathStep => ({
    node: name(id),
    role,
    along,
    weight,
    ...(stated[at] ?? BEGIN),
  }));
  return {
    steps,
    hops: steps.length - 1,
    confidence: way.reduce((product, { weight }) => product * weight, 1),
    narrative: steps.map(inWords).join(''),
  };
}

const WORDS: Readonly<Record<EdgeRole, readonly [along: string, against: string]>> = {
  mentions: ['mentions', 'is mentioned in'],
  said_by: ['was said by', 'said'],
  related_to: ['is related to', 'is related to'],
  similar_to: ['is like', 'is like'],
  supports: ['supports', 'is supported by'],
  conflicts_with: ['conflicts with', 'conflicts with'],
  supersedes: ['took the place of', 'gave way to'],
  follows: ['came after', 'came before'],
  causes: ['causes', 'is caused by'],
  belongs_to: ['belongs to', 'holds'],
  is_a: ['is a', 'is the kind of'],
  part_of: ['is part of', 'has as a part'],
  derived_from: ['was made from', 'led to'],
  doubts: ['casts doubt on', 'is in doubt because of'],
  rests_on: ['rests on', 'bears'],
};

/** A memory is named by its id; its words are in the step, as data. */
function inWords({ node, role, label, along, validity, reported }: PathStep): string {
  const named = node.name ?? node.id;
  if (role === null) return named;
  const words =
    role === 'related_to' && along && label !== ''
      ? label.replaceAll('_', ' ')
      : WORDS[role][along ? 0 : 1];
  const marks = [
    ...(isUncontested(validity) ? [] : [validity]),
    ...(node.validity === null || isUncontested(node.validity) ? [] : [node.validity]),
    ...(reported ? ['hearsay'] : []),
  ];
  return ` ${words} ${named}${marks.length === 0 ? '' : ` (${[...new Set(marks)].join(', ')})`}`;
}
