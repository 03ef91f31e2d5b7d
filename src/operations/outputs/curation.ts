import { z } from 'zod';
import { VERBS } from '../../domain/change.js';
import { ConflictId, MemoryId } from '../../domain/ids.js';
import { MANIFEST_VERBS } from '../../domain/manifest.js';
import { MergeStrategy, PRIORS } from '../../domain/merge.js';
import { JOURNALED_KINDS } from '../../domain/reversal.js';
import { REVERSIBILITIES } from '../../engine/curation-inputs.js';
import { MemoryOutput, Moment } from './memory.js';
import { Reversal } from './reversal.js';
import { ManifestText, OwnText } from './texts.js';

const VerbName = z.enum(VERBS);

export const LogLineOutput = z.strictObject({
  sequence: z.number(),
  at: Moment,
  verb: VerbName,
  actor: z.string(),
  reason: z.string(),
  memories: z.array(MemoryId),
  memoryCount: z.number(),
  links: z.number(),
  reversal: OwnText,
  state: z.enum(REVERSIBILITIES),
  undid: OwnText.nullable(),
});
export const LogOutput = z.strictObject({
  changes: z.array(LogLineOutput),
  next: z.number().nullable(),
});

export const UndoOutput = z.strictObject({
  undone: z.strictObject({
    sequence: z.number(),
    at: Moment,
    verb: VerbName,
    actor: z.string(),
    reason: z.string(),
  }),
  memories: z.array(MemoryId),
  records: z.number(),
  forced: z.array(
    z.strictObject({ kind: z.enum(JOURNALED_KINDS), id: z.string(), later: z.array(z.number()) }),
  ),
  sequence: z.number(),
  reversal: Reversal,
});

export const MergeOutput = z.strictObject({
  memory: MemoryOutput,
  strategy: MergeStrategy,
  merged: z.array(MemoryId),
  links: z.number(),
  differences: z.array(z.strictObject({ prior: z.enum(PRIORS), why: z.string() })),
  notices: z.array(z.string()),
  sequence: z.number(),
  reversal: Reversal,
});

export const ManifestOutput = z.strictObject({
  bank: z.string(),
  sequence: z.number(),
  memories: z.number(),
  conflicts: z.number(),
  markdown: ManifestText,
});

const NamedOutput = z.strictObject({ id: MemoryId, content: z.string() });
export const ManifestReportOutput = z.strictObject({
  applied: z.boolean(),
  actions: z.array(
    z.strictObject({
      line: z.number(),
      verb: z.enum(MANIFEST_VERBS),
      options: z.array(z.string()),
      note: z.string(),
      memories: z.array(NamedOutput),
      becomes: NamedOutput.nullable(),
      conflict: ConflictId.nullable(),
    }),
  ),
  bad: z.array(z.strictObject({ line: z.number(), message: z.string() })),
  sequence: z.number(),
  reversal: Reversal,
});

export const DiffOutput = z.strictObject({
  from: Moment,
  to: Moment,
  put: z.array(MemoryOutput),
  changed: z.array(
    z.strictObject({ before: MemoryOutput, after: MemoryOutput, fields: z.array(z.string()) }),
  ),
  retracted: z.array(MemoryOutput),
  next: OwnText.nullable(),
});
