import { z } from 'zod';
import type { MemoryImage } from './image.js';
import type { ContextId, MemoryId, SessionId } from './ids.js';
import type { Quarantine } from './quarantine.js';
import type { Instant, Period, Precision } from './time.js';

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
] as const;
export const MemoryKind = z.enum(MEMORY_KINDS);
export type MemoryKind = z.infer<typeof MemoryKind>;

export type Stratum = 'experiential' | 'contextual' | 'abstract';

/** Capability U6. The stratum follows from the kind and is never stored. */
export const STRATUM: Readonly<Record<MemoryKind, Stratum>> = {
  fact: 'experiential',
  experience: 'experiential',
  opinion: 'experiential',
  claim: 'experiential',
  decision: 'experiential',
  signal: 'experiential',
  observation: 'contextual',
  strategy: 'abstract',
  principle: 'abstract',
};

/** Who gave a memory to the bank, from the most to the least trusted. */
export const SOURCES = ['user', 'agent', 'tool', 'web'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/** How far a source is believed before anything else is known about it. */
export const SOURCE_CONFIDENCE: Readonly<Record<Source, number>> = {
  user: 0.9,
  agent: 0.8,
  tool: 0.75,
  web: 0.6,
};

/** Where one piece of evidence for a memory came from. */
export interface Provenance {
  readonly source: Source;
  readonly speaker: string | null;
  readonly session: SessionId | null;
  /** The caller's name of the turn, as in `D3:14`; unique within one origin. */
  readonly turn: string | null;
  /** The file or feed of an import; null for a direct call. */
  readonly origin: string | null;
  readonly saidAt: Instant;
}

/** A date read in the content, made absolute against the moment of saying. */
export interface MentionedDate extends Period {
  readonly text: string;
  readonly recurring: boolean;
  readonly approximate: boolean;
}

export type Metadata = Readonly<Record<string, string | number | boolean>>;

/** One recallable unit of text. Immutable: a change puts a new version. */
export interface Memory {
  readonly id: MemoryId;
  readonly kind: MemoryKind;
  readonly content: string;
  /** SHA-256 of the normalised content, kind and speaker, in base64url, 22 characters. */
  readonly contentHash: string;
  /** ISO 639-1 code of the language the content is written in. */
  readonly language: string;
  readonly speaker: string | null;
  readonly session: SessionId | null;
  /** Order within its session (or within the bank's session-less memories); gaps allowed. */
  readonly position: number;
  readonly saidAt: Instant;
  /** When it was true or happened: the date the content names, else the moment of saying. */
  readonly occurredFrom: Instant;
  readonly occurredTo: Instant;
  readonly occurredPrecision: Precision;
  /** When the bank learned it, and when it took it back. */
  readonly recordedAt: Instant;
  readonly retractedAt: Instant | null;
  /** Why it was taken back; null while it stands. */
  readonly retraction: string | null;
  /** Why it is held back; null for what is not. What is held back counts as taken back until it is released. */
  readonly quarantine: Quarantine | null;
  /** How sure the bank is that it holds, 0..1. */
  readonly confidence: number;
  /** How much it matters, 0..1. */
  readonly importance: number;
  readonly version: number;
  readonly supersededBy: MemoryId | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  /** Every piece of evidence, the first at first; never empty. */
  readonly provenance: readonly Provenance[];
  readonly dates: readonly MentionedDate[];
  readonly context: ContextId | null;
  /** Its pictures, in the caller's order; mostly none. They stay as they are through all versions. */
  readonly images: readonly MemoryImage[];
}

/** What tells of a memory whether it stands, and what took its place. */
export type Succeeded = Pick<Memory, 'id' | 'saidAt' | 'retractedAt' | 'supersededBy'>;

/** How often a memory was delivered; folded in after recalls, outside the memory's versions. Recall does not rank by it. */
export interface Accesses {
  readonly accessCount: number;
  readonly lastAccessedAt: Instant | null;
}

/** What use has taught about a memory. */
export interface Usage extends Accesses {
  /** 0..1; 0.5 until feedback moves it. */
  readonly usefulness: number;
}

export const UNUSED: Accesses = Object.freeze({ accessCount: 0, lastAccessedAt: null });

/** The longest content of one memory, in UTF-16 units. */
export const MAX_CONTENT = 65_536;
/** What can be handed over at once: more than one memory holds is split. */
export const MAX_INPUT = 16_777_216;
