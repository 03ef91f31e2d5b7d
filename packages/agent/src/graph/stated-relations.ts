import { z } from 'zod';
import { type BankHierarchies, HierarchyRelation } from '@mneme/core/bank/bank-links.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';
import { resolveName } from '@mneme/core/bank/resolve-name.js';
import type { Edge, NodeId } from '@mneme/core/domain/graph.js';
import { EntityId, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { type Memory, QuotedMemory, Source } from '@mneme/core/domain/memory.js';
import {
  flag,
  type Of,
  pageInput,
  pageOutput,
  type SchemaOf,
  Share,
  textUpTo,
  wholeNumber,
} from '@mneme/core/domain/schema.js';
import { ValidityState } from '@mneme/core/domain/validity.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import { readCauses } from '@mneme/core/language/causal/causes.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { Told, toldOf } from '@mneme/core/modules/evidence/index.js';
import type { Store } from '@mneme/core/ports/store.js';
import { recall } from '@mneme/core/recall/recall.js';

const Name = textUpTo(200);

export const HierarchyInput = z.strictObject({
  name: Name.describe('Where to start: a name the bank knows, or an entity’s id.'),
  kind: Name.optional().describe('What it may be a kind or a part of: whether it is.'),
  direction: z
    .enum(['ancestors', 'descendants'])
    .default('ancestors')
    .describe('What it is, or what is of it.'),
  relation: HierarchyRelation.optional().describe(
    'Which links count. Default: any; with a kind, is_a.',
  ),
  likelihood: flag(
    'With a kind, also estimate how likely it is where nobody told it. Trains on the bank’s links at first use.',
  ),
  ...pageInput('Most names to list.', 50, 500),
});
export type HierarchyInput = z.input<typeof HierarchyInput>;

const hierarchyNodeShape = z.strictObject({
  id: EntityId,
  name: z.string(),
});
export interface HierarchyNode extends Of<typeof hierarchyNodeShape> {}
export const HierarchyNode: SchemaOf<HierarchyNode, typeof hierarchyNodeShape> = hierarchyNodeShape;

const hierarchyLinkShape = z.strictObject({
  from: HierarchyNode,
  relation: z.enum(['is_a', 'part_of']),
  to: HierarchyNode,
  confidence: Share,
  evidence: QuotedMemory.nullable(),
});
/** One link of a chain, with the memory that states it. */
export interface HierarchyLink extends Of<typeof hierarchyLinkShape> {}
export const HierarchyLink: SchemaOf<HierarchyLink, typeof hierarchyLinkShape> = hierarchyLinkShape;

const isAAnswerShape = z.strictObject({
  kind: HierarchyNode,
  /** Whether it was stated, directly or link by link. Open world: what was not stated is not denied. */
  holds: z.boolean(),
  /** Product of the links' confidences, 0..1; 0 if it does not hold. */
  confidence: Share,
  /** Whether the reverse was stated: every dog is an animal, not every animal a dog. */
  reversed: z.boolean(),
  /** The links that show it, from the entity up; empty if it does not hold. */
  chain: z.array(HierarchyLink),
  /** The nearest common kinds, if neither is a kind of the other. */
  common: z.array(HierarchyNode),
  /** 0..1; null if not requested, or if there is too little or too much data to learn from. */
  likelihood: Share.nullable(),
});
export interface IsAAnswer extends Of<typeof isAAnswerShape> {}
export const IsAAnswer: SchemaOf<IsAAnswer, typeof isAAnswerShape> = isAAnswerShape;

const hierarchyAnswerShape = z.strictObject({
  entity: HierarchyNode,
  direction: z.enum(['ancestors', 'descendants']),
  relation: z.enum(['is_a', 'part_of', 'any']),
  /** Whether it is of the requested kind; null without one. */
  isA: IsAAnswer.nullable(),
  /** Nearest first. */
  found: z.array(
    z.strictObject({
      entity: HierarchyNode,
      depth: z.number(),
      chain: z.array(HierarchyLink),
    }),
  ),
  /** Total number; `found` may be a part. */
  total: z.number(),
  /** Links left out because they would close a cycle with earlier ones. */
  circles: z.array(HierarchyLink),
  ...pageOutput,
});
export interface HierarchyAnswer extends Of<typeof hierarchyAnswerShape> {}
export const HierarchyAnswer: SchemaOf<HierarchyAnswer, typeof hierarchyAnswerShape> =
  hierarchyAnswerShape;

/** Whether one thing is a kind (or a part) of another, by the bank's own links. */
async function isA(
  from: EntityId,
  { kind, relation, likelihood }: Asked,
  bank: OpenBank,
  store: Store,
): Promise<IsAAnswer> {
  const to = resolveName(kind, 'kind', bank).id;
  const hierarchy = bank.hierarchies.of(relation);
  const edges = edgesAlong(hierarchy.chain(from, to), relation, bank.hierarchies);
  const holds = edges.length > 0;
  const reversed = hierarchy.isBelow(to, from);
  const naming = await nameNodes(edges, bank, store);
  return {
    kind: naming.node(to),
    holds,
    confidence: holds ? edges.reduce((product, edge) => product * edge.confidence, 1) : 0,
    reversed,
    chain: edges.map(naming.link),
    common:
      holds || reversed
        ? []
        : hierarchy.nearestCommon(from, to).map((id) => naming.node(id as EntityId)),
    likelihood: likelihood ? hierarchy.likelihood(from, to) : null,
  };
}

interface Asked {
  readonly kind: string;
  readonly relation: HierarchyRelation;
  readonly likelihood: boolean;
}

/**
 * What is above or below a name in the bank's hierarchy, nearest first, each with the links that show it; and whether
 * it is of a kind.
 */
export async function listHierarchy(
  raw: unknown,
  bank: OpenBank,
  store: Store,
): Promise<HierarchyAnswer> {
  const asked = parseInput(HierarchyInput, raw, 'hierarchy');
  const { name, direction, kind, likelihood } = asked;
  const relation = asked.relation ?? (kind === undefined ? 'any' : 'is_a');
  const walk = parsePageRequest('hierarchy', bank.name, asked);
  await follow(bank);
  const { id } = resolveName(name, 'name', bank);
  const told =
    kind === undefined ? null : await isA(id, { kind, relation, likelihood }, bank, store);
  const hierarchy = bank.hierarchies.of(relation);
  const relatives = direction === 'ancestors' ? hierarchy.ancestors(id) : hierarchy.descendants(id);
  const { page, next } = pageOf(relatives, walk, ({ node, depth }) => [
    depth,
    bank.state.entities.get(node as EntityId)?.name ?? '',
    node,
  ]);
  const shown = page.map(({ node, depth }) => {
    const [lower, upper] = direction === 'ancestors' ? [id, node] : [node, id];
    return {
      node,
      depth,
      edges: edgesAlong(hierarchy.chain(lower, upper), relation, bank.hierarchies),
    };
  });
  const circles = hierarchy.circles.flatMap(
    ({ child, parent }) => bank.hierarchies.link(child, parent, relation) ?? [],
  );
  const naming = await nameNodes([...shown.flatMap(({ edges }) => edges), ...circles], bank, store);
  return {
    entity: naming.node(id),
    direction,
    relation,
    isA: told,
    found: shown.map(({ node, depth, edges }) => ({
      entity: naming.node(node as EntityId),
      depth,
      chain: edges.map(naming.link),
    })),
    total: relatives.length,
    circles: circles.map(naming.link),
    next,
  };
}

async function follow(bank: OpenBank): Promise<void> {
  await bank.state.follow();
  await bank.hierarchies.follow(bank.state.sequence);
}

function edgesAlong(
  chain: readonly string[] | null,
  relation: HierarchyRelation,
  hierarchies: BankHierarchies,
): Edge[] {
  return (chain ?? [])
    .slice(1)
    .flatMap((parent, at) => hierarchies.link(chain?.[at] ?? '', parent, relation) ?? []);
}

interface Naming {
  node(id: NodeId): HierarchyNode;
  link(edge: Edge): HierarchyLink;
}

/** Loads the evidence of the links, to describe them. */
async function nameNodes(
  edges: readonly Edge[],
  { name, state }: OpenBank,
  store: Store,
): Promise<Naming> {
  const evidence = [...new Set(edges.flatMap((edge) => edge.evidence ?? []))];
  const memories = new Map(
    (await store.get(name, evidence)).map((memory): [MemoryId, Memory] => [memory.id, memory]),
  );
  const node = (id: NodeId): HierarchyNode => ({
    id: id as EntityId,
    name: state.entities.get(id)?.name ?? id,
  });
  return {
    node,
    link: (edge) => {
      const memory = edge.evidence === null ? undefined : memories.get(edge.evidence);
      return {
        from: node(edge.from),
        relation: edge.role === 'part_of' ? 'part_of' : 'is_a',
        to: node(edge.to),
        confidence: edge.confidence,
        evidence: memory === undefined ? null : { id: memory.id, content: memory.content },
      };
    },
  };
}

const Words = textUpTo(2_000);

export const CausalQuery = z
  .strictObject({
    action: Words.optional().describe('What is done or happens: its effects are asked for.'),
    outcome: Words.optional().describe(
      'What came of something: its causes are asked for. With an action: whether that leads to it.',
    ),
    limit: wholeNumber(1, 50).default(10).describe('Most statements.'),
  })
  .refine(({ action, outcome }) => action !== undefined || outcome !== undefined, {
    message: 'name an action, an outcome or both',
    path: ['action'],
  });
export type CausalQuery = z.input<typeof CausalQuery>;

const statedCauseShape = z.strictObject({
  id: MemoryId,
  /** In the memory's words. Null if the text only refers back to what was said before. */
  text: z.string().nullable(),
  effect: z.string(),
  /** The cue words. */
  cue: z.string(),
  /** Certainty of the extraction, times how well the memory and the given side match, 0..1. */
  confidence: Share,
  /** Validity of the memory. */
  validity: ValidityState,
  /** The most trusted of its sources. */
  trust: Source,
});
/** A cause that a memory states. */
export interface StatedCause extends Of<typeof statedCauseShape> {}
export const StatedCause: SchemaOf<StatedCause, typeof statedCauseShape> = statedCauseShape;

const causalAnswerShape = z.strictObject({
  asked: z.enum(['effects', 'causes', 'link']),
  /** Matching statements: valid before superseded ones, most certain first. */
  statements: z.array(StatedCause),
  /** Verbatim quotes on the subject. */
  told: Told,
});
export interface CausalAnswer extends Of<typeof causalAnswerShape> {}
export const CausalAnswer: SchemaOf<CausalAnswer, typeof causalAnswerShape> = causalAnswerShape;

const LOOKED_AT = 60;
/**
 * Minimum share of the query's word weight that must be stated: "dizzy" weighs more of "Joyce was dizzy" than
 * "Joyce".
 */
const MIN_FIT = 0.5;
/** Certainty of a reason that a reader (language model) extracted. */
const READ = 0.9;

interface Stated {
  readonly cause: string | null;
  readonly effect: string;
  readonly cue: string;
  readonly confidence: number;
}

/**
 * The causes that a memory states: for a note its reason; a memory that notes were read from is represented by them.
 */
function statedIn(
  id: MemoryId | undefined,
  content: string,
  { state: { index, notes } }: OpenBank,
): Stated[] {
  const slot = id === undefined ? NONE : index.slot(id);
  const note = slot === NONE ? undefined : notes.of(slot)?.note;
  if (note !== undefined)
    return note.because === null
      ? []
      : [{ cause: note.because, effect: content, cue: 'because', confidence: READ }];
  if (slot !== NONE && notes.notesOf(slot).length > 0) return [];
  return readCauses(content).map(({ cause, effect, cue, confidence }) => ({
    ...{ cause: cause?.text ?? null, effect: effect.text, cue, confidence },
  }));
}

/**
 * Causes or effects of something as stated by memories: both are extracted from the words, and the given side must
 * match. Nothing is inferred.
 */
export async function queryCauses(raw: unknown, bank: OpenBank): Promise<CausalAnswer> {
  const { action, outcome, limit } = parseInput(CausalQuery, raw, 'causal');
  const asked = action === undefined ? 'causes' : outcome === undefined ? 'effects' : 'link';
  const query = [action ?? '', outcome ?? ''].join(' ').trim();
  const profile = {
    query,
    reasoning: 'causal',
    limit: LOOKED_AT,
    expand: false,
    fields: ['id', 'content', 'why', 'validity', 'trust'],
  };
  const { results } = await recall(profile, bank.name, bank.state, bank.recall);
  const stems = (text: string): string[] => [
    ...new Set(contentTerms(text, detectLanguage(text), bank.recall.stemmer)),
  ];
  // Rare words weigh more: "dizzy" more than "Joyce", whose name is everywhere.
  const { postings, live } = bank.state.index;
  const sum = (of: readonly string[]): number =>
    of.reduce((all, stem) => {
      const held = postings.documentFrequency(postings.numberOf(stem));
      return all + Math.log((live + 1) / (held + 0.5));
    }, 0);
  const [wantedCause, wantedEffect] = [stems(action ?? ''), stems(outcome ?? '')];
  const fit = (text: string, wanted: readonly string[]): number => {
    const there = new Set(stems(text));
    const whole = sum(wanted);
    return whole === 0 ? 1 : sum(wanted.filter((stem) => there.has(stem))) / whole;
  };
  const statements = results.flatMap(({ id, content = '', validity = 'current', trust = 'user' }) =>
    statedIn(id, content, bank).flatMap(({ cause, effect, cue, confidence }): StatedCause[] => {
      const fits = fit(cause ?? '', wantedCause) * fit(effect, wantedEffect);
      return id === undefined || fits < MIN_FIT
        ? []
        : [
            {
              id,
              text: cause,
              effect,
              cue,
              confidence: confidence * fits,
              validity,
              trust,
            },
          ];
    }),
  );
  return {
    asked,
    statements: statements
      .sort(
        (a, b) =>
          Number(a.validity === 'superseded') - Number(b.validity === 'superseded') ||
          b.confidence - a.confidence,
      )
      .slice(0, limit),
    told: await toldOf(query, bank),
  };
}
