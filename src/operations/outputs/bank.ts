import { z } from 'zod';
import { CLAIM_MODES } from '../../domain/conflict.js';
import { EDGE_FAMILIES } from '../../domain/graph.js';
import { BankName, ContextId, EntityId, MemoryId } from '../../domain/ids.js';
import { PrivacyLevel } from '../../domain/privacy.js';
import { GUARD_MODES } from '../../domain/quarantine.js';
import { IMPORT_FORMATS } from '../../domain/import-format.js';
import {
  ContextOutput,
  MemoryOutput,
  Moment,
  Share,
  StandingDetailOutput,
  StandingName,
  StratumName,
} from './memory.js';
import { VoteOutput } from './feedback.js';
import { EdgeRoleName } from './recollection.js';
import { Reversal } from './reversal.js';
import { OwnText } from './texts.js';

const OUTCOMES = ['remembered', 'reinforced', 'known', 'recalled', 'quarantined'] as const;

export const DispositionOutput = z.strictObject({
  scepticism: z.number(),
  literalism: z.number(),
  empathy: z.number(),
});

export const ProtectionOutput = z.strictObject({
  privacy: PrivacyLevel,
  tokens: z.boolean(),
  guard: z.enum(GUARD_MODES),
});

export const BankOutput = z.strictObject({
  name: BankName,
  createdAt: Moment,
  encoder: z.string(),
  sequence: z.number(),
  settings: z.strictObject({
    disposition: DispositionOutput,
    reflectedUpTo: z.number(),
    zone: z.string(),
    facts: z.boolean(),
    owner: z.string().nullable(),
    ...ProtectionOutput.shape,
  }),
});

export const BankListOutput = z.strictObject({
  banks: z.array(
    BankOutput.extend({
      memories: z.number(),
      retracted: z.number(),
      entities: z.number(),
      changes: z.number(),
      changedAt: Moment.nullable(),
    }),
  ),
  file: z.string(),
  bytes: z.number(),
});

export const ReceiptOutput = z.strictObject({
  outcome: z.enum(OUTCOMES),
  id: MemoryId,
  sequence: z.number(),
  entities: z.array(z.string()),
  dates: z.array(z.string()),
  context: z.string().nullable(),
  edges: z.number(),
  redacted: z.record(z.string(), z.number()),
  parts: z.exactOptional(z.array(MemoryId)),
  notes: z.array(z.string()),
});

export const BatchReceiptOutput = z.strictObject({
  receipts: z.array(ReceiptOutput),
  sequence: z.number(),
  withoutVector: z.number(),
  timings: z.record(z.string(), z.number()),
});

export const ForgetOutput = z.strictObject({
  changed: z.array(MemoryId),
  unchanged: z.array(MemoryId),
  sequence: z.number(),
  reversal: Reversal,
});

export const MemoryPageOutput = z.strictObject({
  memories: z.array(MemoryOutput),
  next: OwnText.nullable(),
});

export const ListOutput = MemoryPageOutput.extend({ notices: z.array(OwnText) });

export const ShownOutput = z.strictObject({
  memory: MemoryOutput,
  standing: StandingName,
  standingDetail: StandingDetailOutput.nullable(),
  stratum: StratumName,
  usage: z.strictObject({
    accessCount: z.number(),
    lastAccessedAt: Moment.nullable(),
    usefulness: Share,
  }),
  votes: z.array(VoteOutput),
  review: z.boolean(),
  context: ContextOutput.nullable(),
  claims: z.array(
    z.strictObject({
      subject: z.string(),
      slot: z.string(),
      value: z.string(),
      mode: z.enum(CLAIM_MODES),
      from: Moment.nullable(),
      told: z.strictObject({ by: OwnText, certainty: Share }).nullable(),
    }),
  ),
  links: z.array(
    z.strictObject({
      role: EdgeRoleName,
      label: z.string(),
      direction: z.enum(['out', 'in']),
      other: z.union([MemoryId, EntityId, ContextId]),
      text: z.string(),
      weight: Share,
      standing: StandingName.nullable(),
    }),
  ),
});

export const ImportOutput = z.strictObject({
  path: z.string(),
  format: z.enum(IMPORT_FORMATS),
  outcomes: z.record(z.enum(OUTCOMES), z.number()),
  skipped: z.number(),
  bad: z.array(z.strictObject({ line: z.number(), message: z.string() })),
  badCount: z.number(),
  redacted: z.record(z.string(), z.number()),
  redactedAt: z.array(
    z.strictObject({
      line: z.number(),
      entry: z.number(),
      redacted: z.record(z.string(), z.number()),
    }),
  ),
  notTaken: z.array(z.string()),
  sequence: z.number(),
});

export const ReindexOutput = z.strictObject({
  bank: BankName,
  from: z.string(),
  to: z.string(),
  made: z.number(),
  found: z.number(),
  refused: z.number(),
  dropped: z.number(),
  sequence: z.number(),
});

export const StatisticsOutput = z.strictObject({
  memories: z.number(),
  retracted: z.number(),
  entities: z.number(),
  contexts: z.number(),
  sessions: z.number(),
  edges: z.record(z.enum(EDGE_FAMILIES), z.number()),
  changes: z.number(),
  bytes: z.number(),
  bank: BankOutput,
  bytesPerMemory: z.number(),
  cache: z.strictObject({
    hits: z.number(),
    misses: z.number(),
    invalidated: z.number(),
    size: z.number(),
  }),
  owner: z.strictObject({ name: z.string(), known: z.enum(['named', 'learned']) }).nullable(),
});

const ProblemOutput = z.strictObject({ what: z.string(), mend: z.string() });

export const DiagnosisOutput = z.strictObject({
  healthy: z.boolean(),
  problems: z.array(ProblemOutput),
  notices: z.array(ProblemOutput),
  mended: z.array(z.string()),
  parts: z.record(z.string(), z.string()),
  banks: z.array(BankOutput),
  rebuilt: z.number(),
});
