import { withExpiry } from '../domain/expiry.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { Quarantine } from '../domain/quarantine.js';
import { detectLanguage } from '../language/detect-language.js';
import { structureOf } from './compose-memory.js';
import type { PicturedInput } from './read-pictures.js';

/** Importance of what nobody has reviewed. */
const UNWEIGHED = 0.3;

/**
 * The memory of a quarantined input: kept whole, with the reason, and retracted from the start. None of it
 * is analysed: it creates no entity, claims nothing, links to nothing and has no vector, so that it has no
 * effect before it is released.
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
