import { z } from 'zod';
import { ContextId, MemoryId, SessionId } from './ids.js';
import { Note } from './note.js';
import { Quarantine } from './privacy.js';
import { type Of, OwnText, type SchemaOf, Share, textUpTo } from './schema.js';
import { Instant, type OffsetAt, Precision } from './time.js';

export const MEDIA_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Maximum size of a picture file in bytes. */
export const MAX_IMAGE_BYTES = 20_000_000;
/** Maximum width times height of a picture: a small file may decode to a huge one. */
export const MAX_IMAGE_PIXELS = 50_000_000;
/** Maximum number of pictures per memory. */
export const MAX_IMAGES = 8;

const memoryImageShape = z.strictObject({
  mediaType: z.enum(MEDIA_TYPES),
  /** In pixels, as a person sees it: after applying the camera's orientation. */
  width: z.number(),
  height: z.number(),
  /** Size of the file. */
  bytes: z.number(),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: OwnText,
  /** What it shows, in the caller's words. */
  alt: z.string().nullable(),
  /** The path it was read from, or the name that the caller gave its bytes. */
  source: z.string().nullable(),
});
/**
 * What a memory stores of one picture. The file itself stays where it is; {@link sha256} shows whether it has
 * changed.
 */
export interface MemoryImage extends Of<typeof memoryImageShape> {}
export const MemoryImage: SchemaOf<MemoryImage, typeof memoryImageShape> = memoryImageShape;

/** A decoded picture, scaled down: 8 bits per channel, red, green, blue, row by row from the top left. */
export interface ImagePixels {
  readonly width: number;
  readonly height: number;
  /** `3 · width · height` bytes. */
  readonly rgb: Uint8Array;
}

const Alt = textUpTo(1_000).optional().describe('What it shows, in words.');
const Name = textUpTo(4_096).optional().describe('The name of its file.');
const Path = z.string().min(1).max(4_096).describe('The path of its file.');
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
/** Four base64 characters encode three bytes. */
const Base64 = z.string().max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 100, 'at most 20 MB');

/** A picture as the caller supplies it. */
export const ImageInput = z.union(
  [
    Base64.min(1).describe('The path of a file, or a data: URL in base64.'),
    Bytes,
    z.strictObject({ path: Path, alt: Alt }),
    z.strictObject({ bytes: Bytes, name: Name, alt: Alt }),
    z.strictObject({
      base64: Base64.describe('Its bytes in base64.'),
      mediaType: z.enum(MEDIA_TYPES).optional().describe('Default: read off the bytes.'),
      name: Name,
      alt: Alt,
    }),
  ],
  'expected a path, a data: URL, bytes, or one of { path }, { bytes }, { base64 } with alt (at most 1,000 characters)',
);
export type ImageInput = z.input<typeof ImageInput>;
export type ParsedImageInput = z.output<typeof ImageInput>;

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
  /** The offset from UTC that was given with the time, in milliseconds; absent: the bank's time zone counts. */
  offset: z.exactOptional(z.number()),
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

/** Trust in a source, 3 the highest: user, agent, tool, web. */
export function trustRank(source: Source): number {
  return SOURCES.length - 1 - SOURCES.indexOf(source);
}

/** The origin of a memory: the most trusted source among its evidence. */
export function trustOf({
  provenance,
}: {
  readonly provenance: readonly Pick<Provenance, 'source'>[];
}): Source {
  return provenance.reduce<Source>(
    (best, { source }) => (trustRank(source) > trustRank(best) ? source : best),
    'web',
  );
}

/** The speaker's local time, as if it were UTC: by the offset that was given with the time, else by the bank's zone. */
export const localSaid = (
  { saidAt, provenance: [first] }: Pick<Memory, 'saidAt' | 'provenance'>,
  ofZone: OffsetAt,
): Instant => saidAt + (first?.offset ?? ofZone(saidAt));

/**
 * Who is behind a piece of evidence, as far as known: for the web the host, for a tool or an agent its session or
 * feed, for the user the session. Null if the user's statements cannot be told apart: then each counts.
 */
export function witnessOf({
  source,
  session,
  origin,
}: Pick<Provenance, 'source' | 'session' | 'origin'>): string | null {
  if (source === 'user') return session === null ? null : `user ${session}`;
  return source === 'web' ? `web ${hostOf(origin)}` : `${source} ${session ?? hostOf(origin)}`;
}

/** The host of a URL without `www.`; any other text unchanged. */
export function hostOf(origin: string | null): string {
  if (origin === null) return '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(origin)?.[1];
  return host === undefined ? origin : host.toLowerCase().replace(/^www\./, '');
}

/** Sources where the same words in the same order are a copy, not a second witness. */
const COPIES: ReadonlySet<Source> = new Set<Source>(['web']);

/** Whether the evidence adds a witness. Pages with the same words are copies, whatever their addresses. */
export function isNewWitness(
  { provenance }: Pick<Memory, 'provenance'>,
  evidence: Provenance,
): boolean {
  const witness = witnessOf(evidence);
  return !provenance.some(
    (known) =>
      (COPIES.has(evidence.source) && known.source === evidence.source) ||
      (witness !== null && witnessOf(known) === witness),
  );
}

/** Number of independent statements behind a memory: each of the user's, and each other witness once. At least 1. */
export function independentEvidence({ provenance }: Pick<Memory, 'provenance'>): number {
  const others = new Set(
    provenance
      .filter(({ source }) => source !== 'user')
      .map((each) => (COPIES.has(each.source) ? each.source : witnessOf(each))),
  );
  return Math.max(1, provenance.filter(({ source }) => source === 'user').length + others.size);
}
