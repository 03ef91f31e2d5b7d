import type { Source } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { Quarantine } from '../domain/quarantine.js';
import { findMismatch, type Mismatch } from '../safety/mismatch/find-mismatch.js';
import type { ReadDraft } from './draft.js';

/** From which score on a text is held back, by who brings it. What the user says of the user's own words is only noted. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: Infinity,
  tool: 0.6,
  web: 0.6,
};
/** The share of its confidence that a text loses at most, by who brings it. */
const MAX_LOST: Readonly<Record<Source, number>> = { user: 0, agent: 0.5, tool: 0.5, web: 0.5 };

/** What becomes of an input whose content disagrees with what is said about it. */
export interface Disagreed {
  /** Why it should be held back; null for what may come in. */
  readonly held: Quarantine | null;
  readonly note: string;
  readonly confidence: number;
}

/** Capability G20: whether content and metadata disagree, and what that costs. Null where they do not. */
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
