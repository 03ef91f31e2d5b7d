import { EDGE_FAMILIES, EDGE_ROLES, type EdgeFamily, type EdgeRole } from '../../domain/graph.js';
import { LAYER_OF_KIND, LAYERS, type KindLayer, type Layer } from '../../domain/layers.js';
import { MEMORY_KINDS, STRATUM, type MemoryKind, type Stratum } from '../../domain/memory.js';
import { SPACES, type SpaceName } from '../../domain/space.js';
import type { BankName } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';
import { lifecycleOf, type Lifecycle } from '../../spaces/fingerprint/lifecycle.js';
import type { OpenBank } from '../core.js';

/** How a bank is built and how much it holds of each part (capability G9, `get_graph_manifest`). */
export interface GraphDescription {
  readonly bank: BankName;
  readonly memories: number;
  /** By kind, those that stand; the layer is where a kind is asked for first. */
  readonly kinds: readonly {
    readonly kind: MemoryKind;
    readonly stratum: Stratum;
    readonly layer: KindLayer;
    readonly count: number;
  }[];
  readonly entities: number;
  readonly contexts: number;
  readonly sessions: number;
  /** By family, with the roles that belong to it. */
  readonly edges: readonly {
    readonly family: EdgeFamily;
    readonly roles: readonly EdgeRole[];
    readonly count: number;
  }[];
  /** The parts of a bank that can be asked alone. */
  readonly layers: readonly Layer[];
  /** What each embedding space compares. */
  readonly spaces: readonly { readonly space: SpaceName; readonly compares: string }[];
  readonly encoder: string;
  readonly lifecycle: Lifecycle;
  /** Changes so far. */
  readonly sequence: number;
}

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

/** Reads caches and counts alone. */
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
