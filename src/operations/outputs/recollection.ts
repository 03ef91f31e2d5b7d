import { z } from 'zod';
import { EDGE_ROLES, type EdgeRole } from '../../domain/graph.js';
import { CERTAINTY_LEVELS, KNOWN_VERDICTS } from '../../domain/certainty.js';
import { RecollectionId, ResultId } from '../../domain/feedback.js';
import { MemoryId, SessionId } from '../../domain/ids.js';
import { MemoryKind, Source } from '../../domain/memory.js';
import { STRATEGIES } from '../../domain/profile.js';
import { REASONING_TYPES } from '../../domain/reasoning.js';
import { CASCADE_STAGES } from '../../domain/recollection.js';
import { REFLECTION_KINDS } from '../../domain/reflection.js';
import { PARADIGMS, QUERY_TYPES } from '../../domain/route.js';
import { LayeredOutput, LayerName } from './layers.js';
import {
  EntityKind,
  ImageOutput,
  MetadataRecord,
  Moment,
  PrecisionName,
  ProvenanceOutput,
  Share,
  StandingDetailOutput,
  StandingName,
  StratumName,
} from './memory.js';
import { OwnText } from './texts.js';

export const EdgeRoleName = z.enum(Object.keys(EDGE_ROLES) as [EdgeRole, ...EdgeRole[]]);

const Attached = z.strictObject({
  id: MemoryId,
  content: z.string(),
  why: z.union([EdgeRoleName, z.literal(['next_turn', 'same_context'])]),
});

/** Every field may be left out, as the caller chooses fields; none may be undefined. */
function chosenOf<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const optional = Object.entries(shape).map(([key, schema]) => [key, z.exactOptional(schema)]);
  return z.strictObject(
    Object.fromEntries(optional) as { [Key in keyof Shape]: z.ZodExactOptional<Shape[Key]> },
  );
}

const RecalledOutput = chosenOf({
  id: MemoryId,
  content: z.string(),
  excerpt: z.strictObject({ text: z.string(), start: z.number(), end: z.number() }),
  kind: MemoryKind,
  stratum: StratumName,
  score: Share,
  confidence: Share,
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  saidAt: Moment,
  occurred: z.strictObject({
    from: Moment,
    to: Moment,
    precision: PrecisionName,
    text: OwnText,
  }),
  trust: Source,
  mismatch: z.strictObject({ score: Share, reasons: z.array(z.string()) }),
  tags: z.array(z.string()),
  metadata: MetadataRecord,
  standing: StandingName,
  standingDetail: StandingDetailOutput.nullable(),
  paths: z.array(z.string()),
  provenance: z.string(),
  evidence: z.array(ProvenanceOutput),
  supporting: z.array(Attached),
  contradictions: z.array(Attached),
  related: z.array(Attached),
  entities: z.array(z.strictObject({ name: z.string(), type: EntityKind })),
  images: z.array(ImageOutput),
  scores: z.strictObject({
    semantic: Share,
    lexical: Share,
    graph: Share,
    temporal: Share,
    reasoningFit: Share,
    agreement: Share,
    confidence: Share,
    relevance: Share,
    picture: z.exactOptional(z.number()),
  }),
  certainty: z.strictObject({
    factors: z.strictObject({
      relevance: Share,
      sourceQuality: Share,
      recency: Share,
      consistency: Share,
      completeness: Share,
    }),
    overall: Share,
    level: z.enum(CERTAINTY_LEVELS),
    probability: Share.nullable(),
  }),
});

const reading = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ value, cues: z.array(z.string()), sure: Share });

export const ParadigmsReading = reading(z.array(z.enum(PARADIGMS)));

const RouteParts = {
  type: reading(z.enum(QUERY_TYPES)),
  paradigms: ParadigmsReading,
  reasoning: reading(z.enum(REASONING_TYPES)),
};

export const RouteOutput = z.strictObject({
  query: z.string(),
  ...RouteParts,
  layers: z.array(LayerName),
});

const Stage = z.enum(CASCADE_STAGES);
const Strategy = z.enum(STRATEGIES);

export const PathReportOutput = z.strictObject({
  path: z.string(),
  budgetMs: z.number(),
  tookMs: z.number(),
  found: z.number(),
  note: z.string().nullable(),
});

/** What a question asked for, in stems. */
export const NeedOutput = z.strictObject({
  terms: z.array(z.string()),
  names: z.array(z.string()),
  asks: z.array(z.string()),
  periods: z.array(z.strictObject({ from: Moment, to: Moment, precision: PrecisionName })),
  reasoning: z.enum(REASONING_TYPES),
});

export const KnownOutput = z.strictObject({
  probability: Share.nullable(),
  verdict: z.enum(KNOWN_VERDICTS),
  doubts: z.array(z.string()),
});

export const RecollectionOutput = z.strictObject({
  id: RecollectionId,
  resultIds: z.array(ResultId),
  feelingOfKnowing: Share,
  known: KnownOutput,
  cascade: z
    .strictObject({
      path: z.array(Stage),
      stages: z.array(
        z.strictObject({
          stage: Stage,
          confidence: Share,
          found: z.number(),
          added: z.number(),
          tookMs: z.number(),
        }),
      ),
      stoppedBecause: z.enum(['sure', 'depth', 'time']),
    })
    .nullable(),
  results: z.array(RecalledOutput),
  beside: z.array(
    z.strictObject({
      id: MemoryId,
      kind: z.enum(REFLECTION_KINDS),
      content: z.string(),
      confidence: Share,
      reflectedAt: Moment,
      evidence: z.array(MemoryId),
      stale: z.string().nullable(),
      score: Share,
    }),
  ),
  delivered: z.array(MemoryId),
  layers: LayeredOutput.nullable(),
  plan: z.strictObject({
    reasoning: z.enum(REASONING_TYPES),
    cues: z.array(z.string()),
    route: z.strictObject(RouteParts),
    paths: z.array(PathReportOutput),
    entities: z.array(z.string()),
    periods: z.array(z.string()),
    expansions: z.array(z.string()),
    constraints: z.array(z.strictObject({ name: z.string(), moved: z.number() })),
    need: NeedOutput,
    strategy: z.strictObject({
      asked: z.union([Strategy, z.literal('auto')]),
      used: Strategy,
      steps: z.array(z.string()),
      unavailable: z.array(z.string()),
    }),
    references: z.array(z.strictObject({ said: z.string(), as: z.string() })),
    faults: z.array(z.strictObject({ module: z.string(), part: z.string(), why: z.string() })),
  }),
  coverage: Share,
  considered: z.number(),
  tokens: z.number().nullable(),
  cacheHit: z.boolean(),
  asOf: Moment.nullable(),
  sequence: z.number(),
  timings: z.record(z.string(), z.number()),
  notices: z.array(z.string()),
});
