/** The probability that one memory, if certain, contributes to a thing being known. */
const PER_MEMORY = 0.5;
/** More memories than this add almost nothing. */
const COUNTED = 10;

export type KnowledgeVerdict = 'known' | 'partly' | 'unknown';

/** The probability that a thing is known, from independent memories with these confidences: noisy or, 0..1. */
export function chanceKnown(confidences: readonly number[]): number {
  const best = [...confidences].sort((a, b) => b - a).slice(0, COUNTED);
  return 1 - best.reduce((missed, confidence) => missed * (1 - PER_MEMORY * confidence), 1);
}

/** In one word: roughly, from three good memories on; from one on; none. */
export function verdictOn(chance: number): KnowledgeVerdict {
  if (chance >= 0.8) return 'known';
  return chance > 0 ? 'partly' : 'unknown';
}

/** Laplace's rule of succession: the probability that the next case agrees, 0..1. */
export function ruleOfSuccession(agreeing: number, against: number): number {
  return (agreeing + 1) / (agreeing + against + 2);
}
