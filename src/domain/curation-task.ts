import { z } from 'zod';
import { MemoryId } from './ids.js';
import type { Of, SchemaOf } from './schema.js';

const curationTaskShape = z.strictObject({
  task: z.enum(['finish_erasure', 'settle_conflict', 'review_memory', 'merge_copies']),
  memories: z.array(MemoryId),
  reason: z.string(),
  /** The tool to call. */
  tool: z.string(),
  /** The operation that settles it, with its input; several if it can be settled in several ways. */
  settledBy: z.array(
    z.strictObject({ operation: z.string(), input: z.record(z.string(), z.unknown()) }),
  ),
  priority: z.enum(['high', 'normal']),
});
/** Something for a person to look at. */
export interface CurationTask extends Of<typeof curationTaskShape> {}
export const CurationTask: SchemaOf<CurationTask, typeof curationTaskShape> = curationTaskShape;
