import { z } from 'zod';
import { ENTITY_TYPES } from '../../domain/graph.js';
import { ConflictId, ContextId, EntityId, MemoryId, SessionId } from '../../domain/ids.js';
import { MEDIA_TYPES } from '../../domain/image.js';
import { MemoryKind, Source } from '../../domain/memory.js';
import { STANDINGS } from '../../domain/standing.js';
import { PRECISIONS } from '../../domain/time.js';
import { OwnText } from './texts.js';

/** A moment as every output has it. */
export const Moment = z.number().describe('Epoch milliseconds.');
/** 0..1. */
export const Share = z.number();

export const PrecisionName = z.enum(PRECISIONS);
export const EntityKind = z.enum(ENTITY_TYPES);
export const StratumName = z.enum(['experiential', 'contextual', 'abstract']);
export const MetadataRecord = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const ProvenanceOutput = z.strictObject({
  source: Source,
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  origin: z.string().nullable(),
  saidAt: Moment,
});

export const ImageOutput = z.strictObject({
  mediaType: z.enum(MEDIA_TYPES),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  sha256: OwnText,
  alt: z.string().nullable(),
  source: z.string().nullable(),
});

export const ContextOutput = z.strictObject({ id: ContextId, name: z.string(), createdAt: Moment });

export const EntityOutput = z.strictObject({ id: EntityId, name: z.string(), type: EntityKind });

/** Whether it still holds, as far as the bank knows. */
export const StandingName = z.enum(STANDINGS);
export const StandingDetailOutput = z.strictObject({
  by: MemoryId,
  since: Moment,
  slot: z.string(),
  why: z.string(),
  conflict: ConflictId.nullable(),
});
/** How a link between two entities stands. */
export const RelationStandingOutput = {
  standing: StandingName,
  standingDetail: StandingDetailOutput.nullable(),
  reported: z.boolean(),
  trust: Source,
};

export const QuarantineOutput = z.strictObject({
  status: z.enum(['held', 'rejected']),
  score: Share,
  reasons: z.array(z.string()),
});

/** A whole memory, as the bank holds it. */
export const MemoryOutput = z.strictObject({
  id: MemoryId,
  kind: MemoryKind,
  content: z.string(),
  contentHash: OwnText,
  language: z.string(),
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  position: z.number(),
  saidAt: Moment,
  occurredFrom: Moment,
  occurredTo: Moment,
  occurredPrecision: PrecisionName,
  recordedAt: Moment,
  retractedAt: Moment.nullable(),
  retraction: z.string().nullable(),
  quarantine: QuarantineOutput.nullable(),
  confidence: Share,
  importance: Share,
  version: z.number(),
  supersededBy: MemoryId.nullable(),
  tags: z.array(z.string()),
  metadata: MetadataRecord,
  provenance: z.array(ProvenanceOutput),
  dates: z.array(
    z.strictObject({
      from: Moment,
      to: Moment,
      precision: PrecisionName,
      text: z.string(),
      recurring: z.boolean(),
      approximate: z.boolean(),
    }),
  ),
  context: ContextId.nullable(),
  images: z.array(ImageOutput),
});

/** A memory a link was read in. */
export const EvidenceOutput = z.strictObject({ id: MemoryId, content: z.string() });
