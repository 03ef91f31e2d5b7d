import { z } from 'zod';
import { SUGGESTIONS } from '../../engine/guidance/pulse.js';
import { SEARCH_TYPES } from '../../engine/guidance/search-plan.js';
import { ContextId, EntityId, MemoryId } from '../../domain/ids.js';
import { Source } from '../../domain/memory.js';
import { PATHS } from '../../domain/profile.js';
import { LifecycleOutput } from './goals.js';
import { LogLineOutput } from './curation.js';
import { MemoryOutput, RelationStandingOutput, Share, StandingName } from './memory.js';
import { EdgeRoleName } from './recollection.js';
import { Reversal } from './reversal.js';

const AnyId = z.union([MemoryId, EntityId, ContextId]);
const Node = z.strictObject({
  id: AnyId,
  kind: z.enum(['memory', 'entity', 'context']),
  name: z.string().nullable(),
  content: z.string().nullable(),
  standing: StandingName.nullable(),
});
const Link = z.strictObject({
  from: AnyId,
  to: AnyId,
  role: EdgeRoleName,
  label: z.string(),
  weight: Share,
  ...RelationStandingOutput,
});

export const NeighbourhoodOutput = z.strictObject({
  start: Node,
  neighbours: z.array(z.strictObject({ node: Node, hops: z.number(), strength: Share })),
  links: z.array(Link),
  left: z.number(),
});

const Path = z.strictObject({
  steps: z.array(
    z.strictObject({
      node: Node,
      role: EdgeRoleName.nullable(),
      label: z.string(),
      along: z.boolean(),
      weight: Share,
      ...RelationStandingOutput,
    }),
  ),
  hops: z.number(),
  confidence: Share,
  narrative: z.string(),
});
export const PathOutput = z.strictObject({
  found: z.boolean(),
  from: Node,
  to: Node,
  path: Path.nullable(),
  alternatives: z.array(Path),
  notices: z.array(z.string()),
});

export const CausalOutput = z.strictObject({
  asked: z.enum(['effects', 'causes', 'link']),
  statements: z.array(
    z.strictObject({
      id: MemoryId,
      text: z.string().nullable(),
      effect: z.string(),
      cue: z.string(),
      confidence: Share,
      standing: StandingName,
      trust: Source,
    }),
  ),
  others: z.array(MemoryId),
});

export const CiteOutput = z.strictObject({
  expansions: z.array(
    z.strictObject({ tag: z.string(), memories: z.array(MemoryOutput), neighbours: z.array(Node) }),
  ),
  unknown: z.array(z.string()),
});

export const LineageOutput = z.strictObject({
  memory: MemoryOutput,
  steps: z.array(
    z.strictObject({
      change: LogLineOutput,
      version: z.number().nullable(),
      altered: z.array(z.string()),
    }),
  ),
  successors: z.array(MemoryId),
});
export const TombstonesOutput = z.strictObject({
  memories: z.array(MemoryOutput),
  total: z.number(),
});
export const RevisedOutput = z.strictObject({
  changed: z.array(MemoryId),
  unchanged: z.array(MemoryId),
  sequence: z.number(),
  memory: MemoryOutput,
  reversal: Reversal,
});

export const PulseOutput = z.strictObject({
  entropy: Share,
  coherence: Share,
  suggested: z.enum(SUGGESTIONS),
});
export const StatusOutput = z.strictObject({
  pulse: PulseOutput,
  active: z.array(z.string()),
  suggested: z.enum(['curate', 'clarify', 'explore', 'ready']),
  tasks: z.array(
    z.strictObject({
      task: z.enum(['finish_erasure', 'settle_conflict', 'review_memory']),
      memories: z.array(MemoryId),
      reason: z.string(),
      tool: z.string(),
      priority: z.enum(['high', 'normal']),
    }),
  ),
  memories: z.number(),
  lifecycle: LifecycleOutput,
});
export const SearchPlanOutput = z.strictObject({
  queries: z.array(
    z.strictObject({
      query: z.string(),
      type: z.enum(SEARCH_TYPES),
      rationale: z.string(),
      expectedRecall: Share.nullable(),
    }),
  ),
  strategy: z.enum(['parallel', 'sequential', 'cascade']),
  tokenEstimate: z.number(),
});
export const CritiqueOutput = z.strictObject({
  contradictions: z.array(
    z.strictObject({
      id: MemoryId,
      content: z.string(),
      type: z.enum(['actual', 'contextual']),
      subject: z.string(),
      reason: z.string(),
      confidence: Share,
    }),
  ),
  claims: z.number(),
  suggested: z.enum(['proceed', 'revise', 'ask_user', 'state_plainly']),
});
export const AccuracyOutput = z.strictObject({
  recallAtK: Share,
  reciprocalRank: Share,
  cases: z.array(
    z.strictObject({
      query: z.string(),
      found: z.array(MemoryId),
      missed: z.array(MemoryId),
      firstRank: z.number().nullable(),
    }),
  ),
});
export const RetrievalComparisonOutput = z.strictObject({
  fused: z.array(MemoryId),
  alone: z.array(
    z.strictObject({ path: z.enum(PATHS), results: z.array(MemoryId), shared: Share }),
  ),
  onlyTogether: z.array(MemoryId),
});
