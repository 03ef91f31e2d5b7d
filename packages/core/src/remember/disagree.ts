import type { Source } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { Quarantine } from '../domain/quarantine.js';
import { findMismatch, type Mismatch } from '../safety/mismatch/find-mismatch.js';
import type { ReadDraft } from './draft.js';

/**
 * Minimum score at which a text is quarantined, by source. The user's own metadata on the user's words is
 * only noted.
 */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: Infinity,
  tool: 0.6,
  web: 0.6,
};
/** The maximum share of confidence that a text loses, by source. */
const MAX_LOST: Readonly<Record<Source, number>> = { user: 0, agent: 0.5, tool: 0.5, web: 0.5 };

/** The consequences for an input whose content disagrees with its metadata. */
export interface Disagreed {
  /** Why it should be quarantined; null if it may be stored. */
  readonly held: Quarantine | null;
  readonly note: string;
  readonly confidence: number;
}

/** Whether content and metadata disagree, and what follows. Null if they agree. */
export function disagree(read: ReadDraft, now: Instant): Disagreed | null {
  const { provenance, occurred, saidAt, confidence } = read;
  const { source, speaker, session, origin } = provenance;
  const mismatch = findMismatch({
    ...read,
    source,
    speaker,
    session,
    origin,
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
