import { withExpiry } from '../domain/expiry.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory, Source } from '../domain/memory.js';
import type { Quarantine } from '../domain/quarantine.js';
import type { Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { MIN_WORDS } from '../indexes/closeness.js';
import { detectLanguage } from '../language/detect-language.js';
import { structureOf } from './compose-memory.js';
import type { ReadDraft } from './read-draft.js';
import type { PicturedInput } from './read-pictures.js';
import { findMismatch, type Mismatch } from '../safety/find-mismatch.js';

/** Importance of a text that has not been reviewed. */
const UNWEIGHED = 0.3;

/**
 * The memory of a quarantined input: stored whole, with the reason, and retracted from the start. It is not analysed:
 * it creates no entity, claims nothing, links to nothing and has no vector, so that it has no effect before it is
 * released.
 */
export function heldMemory(
  input: PicturedInput,
  quarantine: Quarantine,
  id: MemoryId,
  now: Instant,
): Memory {
  const { provenance, occurred, saidAt } = input;
  return {
    id,
    kind: input.kind,
    content: input.content,
    contentHash: input.hash,
    language: detectLanguage(input.content),
    speaker: provenance.speaker,
    session: provenance.session,
    position: input.position ?? 0,
    saidAt,
    occurredFrom: occurred?.from ?? saidAt,
    occurredTo: occurred?.to ?? saidAt + 1,
    occurredPrecision: 'minute',
    recordedAt: now,
    retractedAt: now,
    retraction: `held back: ${quarantine.reasons.join('; ')}`,
    quarantine,
    confidence: input.confidence,
    importance: input.importance ?? UNWEIGHED,
    version: 1,
    supersededBy: null,
    tags: [...withExpiry([...input.tags, ...input.scope], input.expiresAt)],
    metadata: input.metadata,
    provenance: [provenance],
    dates: [],
    context: null,
    images: input.pictures.map(({ record }) => record),
    ...(input.note === null ? {} : { note: structureOf(input.note) }),
  };
}

/** Minimum mismatch score at which a text is quarantined, by source. For users and agents a mismatch is only noted. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: Infinity,
  tool: 0.6,
  web: 0.6,
};
/** The maximum share of confidence that a text loses, by source. */
const MAX_LOST: Readonly<Record<Source, number>> = { user: 0, agent: 0.5, tool: 0.5, web: 0.5 };

/** The consequences for an input whose content disagrees with its metadata. */
interface Disagreed {
  /** Why it should be quarantined; null if it may be stored. */
  readonly held: Quarantine | null;
  readonly note: string;
  readonly confidence: number;
}

/** Whether content and metadata disagree, and what follows. Null if they agree. */
export function disagree(read: ReadDraft, now: Instant): Disagreed | null {
  const { provenance, occurred, saidAt, confidence } = read;
  const { content, reading, language, metadata, tags, dates } = read;
  const { source, speaker, session, origin } = provenance;
  const mismatch = findMismatch({
    ...{ content, reading, language, metadata, tags, dates },
    ...{ source, speaker, session, origin, saidAt },
    occurredFrom: occurred?.from ?? saidAt,
    occurredTo: occurred?.to ?? saidAt + 1,
    recordedAt: now,
  });
  if (mismatch === null) return null;
  return {
    held:
      mismatch.score < HELD_FROM[source]
        ? null
        : { status: 'held', score: mismatch.score, reasons: worded(mismatch) },
    note: worded(mismatch).join('; '),
    confidence: confidence * (1 - MAX_LOST[source] * mismatch.score),
  };
}

function worded({ reasons }: Mismatch): readonly string[] {
  return reasons.map((reason) => `disagrees with what is said about it: ${reason}`);
}

/** Sources checked for outliers; users and agents may talk about anything. */
const LOOKED_AT: ReadonlySet<Source> = new Set<Source>(['web', 'tool']);
/** From this many standard deviations on, a text is not about the bank's subjects. */
const OUTLIER = 3;

/**
 * Why a text should be quarantined as an outlier, else null: it is farther from its nearest memories than these are
 * from theirs, by more than three standard deviations. Never in a small bank, nor for a few words.
 */
export function findOutlier(
  { provenance: { source }, terms }: Pick<ReadDraft, 'provenance' | 'terms'>,
  vector: Int8Array | null,
  index: BankIndex,
): Quarantine | null {
  if (!LOOKED_AT.has(source) || vector === null || terms.length < MIN_WORDS) return null;
  const closeness = index.closeness.of(vector);
  if (closeness === null || closeness.deviations <= OUTLIER) return null;
  const { nearness, mean, deviation, deviations, memories } = closeness;
  return {
    status: 'held',
    score: Math.round(Math.min(1, deviations / (2 * OUTLIER)) * 1000) / 1000,
    reasons: [
      `${deviations.toFixed(1)} standard deviations further from the ${memories} memories here than they are from one another (likeness ${nearness.toFixed(2)}; theirs ${mean.toFixed(2)} ± ${deviation.toFixed(2)})`,
    ],
  };
}
