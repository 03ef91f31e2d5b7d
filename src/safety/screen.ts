import type { Metadata, Source } from '../domain/memory.js';
import type { GuardMode, Quarantine } from '../domain/trust.js';
import { scanText, SUSPICIOUS } from './injection/scan.js';

/** What is screened of an input. */
export interface Screened {
  readonly content: string;
  readonly metadata: Metadata;
  readonly source: Source;
  /** Somebody's turn in a conversation. */
  readonly utterance: boolean;
}

/** From which score on a text is held back, by who brings it. What the user says is the user's own wish. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: 0.7,
  tool: SUSPICIOUS,
  web: SUSPICIOUS,
};
/** A shorter value of a field is a label. */
const LEAST_FIELD = 24;

/** Why an input should be held back; null for what may come in. */
export function screen(
  { content, metadata, source, utterance }: Screened,
  mode: GuardMode,
): Quarantine | null {
  if (mode === 'off' || HELD_FROM[source] === Infinity) return null;
  const fields = Object.values(metadata).filter(
    (value) => typeof value === 'string' && value.length >= LEAST_FIELD,
  );
  // A page's words are never somebody's turn, whatever speaker they name.
  const { score, reasons } = scanText([content, ...fields].join('\n'), {
    utterance: utterance && source !== 'web',
  });
  return score < HELD_FROM[source]
    ? null
    : { status: 'held', score: Math.round(score * 1000) / 1000, reasons };
}
