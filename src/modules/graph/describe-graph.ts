import { z } from 'zod';
import { EDGE_FAMILIES, EDGE_ROLES, type EdgeFamily, EdgeRole } from '../../domain/graph.js';
import { LAYER_OF_KIND, LAYERS } from '../../domain/layers.js';
import { MEMORY_KINDS, STRATUM, MemoryKind } from '../../domain/memory.js';
import { SPACES, type SpaceName } from '../../domain/space.js';
import { BankName } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import { lifecycleOf, Lifecycle } from '../../spaces/fingerprint/lifecycle.js';
import type { OpenBank } from '../../bank/core.js';
import { OwnText } from '../../domain/texts.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const graphDescriptionShape = z.strictObject({
  bank: BankName,
  memories: z.number(),
  /** Current ones by kind; the layer is the primary one for the kind. */
  kinds: z.array(
    z.strictObject({
      kind: MemoryKind,
      stratum: z.enum(Object.values(STRATUM)),
      layer: z.enum(['episodic', 'semantic', 'procedural']),
      count: z.number(),
    }),
  ),
  entities: z.number(),
  contexts: z.number(),
  sessions: z.number(),
  /** By family, with its roles. */
  edges: z.array(
    z.strictObject({
      family: z.enum(EDGE_FAMILIES),
      roles: z.array(EdgeRole),
      count: z.number(),
    }),
  ),
  /** The parts of a bank that can be queried separately. */
  layers: z.array(z.enum(LAYERS)),
  /** What each embedding space compares. */
  spaces: z.array(
    z.strictObject({
      space: z.enum(SPACES),
      compares: OwnText,
    }),
  ),
  encoder: z.string(),
  lifecycle: Lifecycle,
  /** Number of the last change. */
  sequence: z.number(),
});
/** The structure of a bank and how much it holds of each part (`get_graph_manifest`). */
export interface GraphDescription extends Of<typeof graphDescriptionShape> {}
export const GraphDescription: SchemaOf<GraphDescription, typeof graphDescriptionShape> =
  graphDescriptionShape;

const COMPARES: Readonly<Record<SpaceName, string>> = {
  semantic: 'what is meant',
  recency: 'how fresh it is',
  periodicity: 'the hour and the weekday',
  position: 'the place in its conversation',
  causal: 'causes and effects, apart',
  sparse: 'single words and their companions',
  code: 'names, types and structure of code',
  graph: 'the links around it',
  hyperdimensional: 'spelling, in spite of typing errors',
  multimodal: 'pictures',
  entity: 'the people and things it names, and how they are related',
  late_interaction: 'word against word; it reranks only',
};

/** Reads only caches and counts. */
export async function describeGraph(bank: OpenBank, store: Store): Promise<GraphDescription> {
  await bank.state.follow();
  const { index, encoder } = bank.state;
  const counts = await store.counts(bank.name);
  const byKind = new Map<MemoryKind, number>();
  for (let slot = 0; slot < index.size; slot++)
    if (index.isLive(slot)) byKind.set(index.kind(slot), (byKind.get(index.kind(slot)) ?? 0) + 1);
  return {
    bank: bank.name,
    memories: index.live,
    kinds: MEMORY_KINDS.map((kind) => ({
      kind,
      stratum: STRATUM[kind],
      layer: LAYER_OF_KIND[kind],
      count: byKind.get(kind) ?? 0,
    })),
    entities: counts.entities,
    contexts: counts.contexts,
    sessions: counts.sessions,
    edges: EDGE_FAMILIES.map((family) => ({
      family,
      roles: rolesOf(family),
      count: counts.edges[family],
    })),
    layers: LAYERS,
    spaces: SPACES.map((space) => ({ space, compares: COMPARES[space] })),
    encoder,
    lifecycle: lifecycleOf(index.size),
    sequence: bank.state.sequence,
  };
}

const rolesOf = (family: EdgeFamily): EdgeRole[] =>
  (Object.keys(EDGE_ROLES) as EdgeRole[]).filter((role) => EDGE_ROLES[role] === family);
