import { z } from 'zod';
import { REST_KINDS } from '../../domain/circle.js';
import { CONFLICT_VERDICTS, KEPT } from '../../domain/conflict.js';
import { EDGE_STATUSES } from '../../domain/graph.js';
import { ConflictId, MemoryId } from '../../domain/ids.js';
import { Source } from '../../domain/memory.js';
import { Moment, Share } from './memory.js';
import { Reversal } from './reversal.js';
import { OwnText } from './texts.js';

const ConflictOutput = z.strictObject({
  id: ConflictId,
  older: MemoryId,
  newer: MemoryId,
  subject: z.string(),
  slot: z.string(),
  olderValue: z.string(),
  newerValue: z.string(),
  verdict: z.enum(CONFLICT_VERDICTS),
  reason: z.string(),
  status: z.enum(EDGE_STATUSES),
  settlement: z
    .strictObject({
      keep: z.enum(KEPT),
      by: z.enum(['rule', 'person']),
      actor: z.string(),
      at: Moment,
      note: z.string(),
      conditions: z.string().nullable(),
    })
    .nullable(),
  lowered: z.strictObject({ older: z.number(), newer: z.number() }),
  foundAt: Moment,
  version: z.number(),
});

export const ConflictPageOutput = z.strictObject({
  conflicts: z.array(
    z.strictObject({ ...ConflictOutput.shape, olderText: z.string(), newerText: z.string() }),
  ),
  next: OwnText.nullable(),
  scan: z.strictObject({ memories: z.number(), claims: z.number(), found: z.number() }).nullable(),
});

export const ConflictReceiptOutput = z.strictObject({
  conflict: ConflictOutput,
  holds: MemoryId.nullable(),
  superseded: MemoryId.nullable(),
  sequence: z.number(),
  reversal: Reversal,
});

export const CircleReportOutput = z.strictObject({
  circles: z.array(
    z.strictObject({
      members: z.array(
        z.strictObject({ id: MemoryId, content: z.string(), confidence: Share, trust: Source }),
      ),
      by: z.partialRecord(z.enum(REST_KINDS), z.number()),
      grounds: z.array(MemoryId),
      groundless: z.number(),
    }),
  ),
  found: z.number(),
  pruned: z.number(),
  lowered: z.array(z.strictObject({ id: MemoryId, before: Share, after: Share })),
  sequence: z.number(),
  reversal: Reversal,
});
