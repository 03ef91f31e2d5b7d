import { z } from 'zod';
import { MemoryImage } from './image.js';
import { ContextId, MemoryId, SessionId } from './ids.js';
import { Note } from './note.js';
import { Quarantine } from './quarantine.js';
import { Instant, Precision } from './time.js';
import { type Of, OwnText, type SchemaOf, Share } from './schema.js';

export const MEMORY_KINDS = [
  'fact',
  'experience',
  'opinion',
  'observation',
  'strategy',
  'principle',
  'claim',
  'decision',
  'signal',
  'note',
] as const;
export const MemoryKind = z.enum(MEMORY_KINDS);
export type MemoryKind = z.infer<typeof MemoryKind>;

export const Stratum = z.enum(['experiential', 'contextual', 'abstract']);
export type Stratum = z.infer<typeof Stratum>;

/** Derived from the kind, never stored. */
export const STRATUM: Readonly<Record<MemoryKind, Stratum>> = {
  fact: 'experiential',
  experience: 'experiential',
  opinion: 'experiential',
  claim: 'experiential',
  decision: 'experiential',
  signal: 'experiential',
  observation: 'contextual',
  note: 'contextual',
  strategy: 'abstract',
  principle: 'abstract',
};

/** Who contributed a memory, from the most to the least trusted. */
export const SOURCES = ['user', 'agent', 'tool', 'web'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/** Prior confidence in a source. */
export const SOURCE_CONFIDENCE: Readonly<Record<Source, number>> = {
  user: 0.9,
  agent: 0.8,
  tool: 0.75,
  web: 0.6,
};

const provenanceShape = z.strictObject({
  source: Source,
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  /** The caller's name for the turn, as in `D3:14`; unique within one origin. */
  turn: z.string().nullable(),
  /** The file or feed of an import; null for a direct call. */
  origin: z.string().nullable(),
  saidAt: Instant,
});
/** The origin of one piece of evidence for a memory. */
export interface Provenance extends Of<typeof provenanceShape> {}
export const Provenance: SchemaOf<Provenance, typeof provenanceShape> = provenanceShape;

const mentionedDateShape = z.strictObject({
  from: Instant,
  to: Instant,
  precision: Precision,
  text: z.string(),
  recurring: z.boolean(),
  approximate: z.boolean(),
});
/** A date in the content, made absolute relative to when it was said. */
export interface MentionedDate extends Of<typeof mentionedDateShape> {}
export const MentionedDate: SchemaOf<MentionedDate, typeof mentionedDateShape> = mentionedDateShape;

export const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type Metadata = Readonly<z.infer<typeof Metadata>>;

const memoryShape = z.strictObject({
  id: MemoryId,
  kind: MemoryKind,
  content: z.string(),
  /** SHA-256 of the normalised content, kind and speaker, in base64url, 22 characters. */
  contentHash: OwnText,
  /** ISO 639-1 code of the language the content is written in. */
  language: z.string(),
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  /** Order within its session (or among the bank's session-less memories); gaps allowed. */
  position: z.number(),
  saidAt: Instant,
  /** When it was true or happened: the date the content names, else the moment of saying. */
  occurredFrom: Instant,
  occurredTo: Instant,
  occurredPrecision: Precision,
  /** When the bank recorded it, and when it retracted it. */
  recordedAt: Instant,
  retractedAt: Instant.nullable(),
  /** Why it was retracted; null if it was not. */
  retraction: z.string().nullable(),
  /** Why it is quarantined; null if it is not. A quarantined memory counts as retracted until it is released. */
  quarantine: Quarantine.nullable(),
  /** How certain the bank is that it holds, 0..1. */
  confidence: Share,
  /** How much it matters, 0..1. */
  importance: Share,
  version: z.number(),
  supersededBy: MemoryId.nullable(),
  tags: z.array(z.string()),
  metadata: Metadata,
  /** Every piece of evidence, earliest first; never empty. */
  provenance: z.array(Provenance),
  dates: z.array(MentionedDate),
  context: ContextId.nullable(),
  /** Its pictures, in the caller's order; usually none. The same in all versions. */
  images: z.array(MemoryImage),
  /** The structure of a note; absent in other memories. */
  note: z.exactOptional(Note),
});
/** One recallable unit of text. Immutable: a change puts a new version. */
export interface Memory extends Of<typeof memoryShape> {}
export const Memory: SchemaOf<Memory, typeof memoryShape> = memoryShape;

const quotedMemoryShape = z.strictObject({ id: MemoryId, content: z.string() });
/** A memory quoted as evidence. */
export interface QuotedMemory extends Of<typeof quotedMemoryShape> {}
export const QuotedMemory: SchemaOf<QuotedMemory, typeof quotedMemoryShape> = quotedMemoryShape;

/** The fields that say whether a memory is current, and what superseded it. */
export type Succeeded = Pick<Memory, 'id' | 'saidAt' | 'retractedAt' | 'supersededBy'>;

/**
 * How often a memory was delivered; updated after recalls, outside the memory's versions. Recall does not rank by it.
 */
export interface Accesses {
  readonly accessCount: number;
  readonly lastAccessedAt: Instant | null;
}

const usageShape = z.strictObject({
  accessCount: z.number(),
  lastAccessedAt: Instant.nullable(),
  /** 0..1; 0.5 until feedback changes it. */
  usefulness: Share,
});
/** Usage statistics of a memory. */
export interface Usage extends Of<typeof usageShape> {}
export const Usage: SchemaOf<Usage, typeof usageShape> = usageShape;

export const UNUSED: Accesses = Object.freeze({ accessCount: 0, lastAccessedAt: null });

/** The longest content of one memory, in UTF-16 units. */
export const MAX_CONTENT = 65_536;
/** The maximum size of an input: what exceeds one memory is split. */
export const MAX_INPUT = 16_777_216;
