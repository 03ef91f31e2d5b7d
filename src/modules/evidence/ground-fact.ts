import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { MEMORY_KINDS } from '../../domain/memory.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const groundFactShape = z.strictObject({
  id: MemoryId,
  text: z.string(),
  kind: z.enum(MEMORY_KINDS),
  /** How certain the bank is of it, 0..1. */
  confidence: Share,
});
/** A memory that something is based on. */
export interface GroundFact extends Of<typeof groundFactShape> {}
export const GroundFact: SchemaOf<GroundFact, typeof groundFactShape> = groundFactShape;
