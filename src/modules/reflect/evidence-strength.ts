/** How far one memory, were it certain, goes to say that a thing is known. */
const PER_MEMORY = 0.5;
/** More memories than this add next to nothing. */
const COUNTED = 10;

export type KnowledgeVerdict = 'known' | 'partly' | 'unknown';

/** The chance that a thing is known from independent memories of these confidences: noisy or, 0..1. */
export function chanceKnown(confidences: readonly number[]): number {
  const best = [...confidences].sort((a, b) => b - a).slice(0, COUNTED);
  return 1 - best.reduce((missed, confidence) => missed * (1 - PER_MEMORY * confidence), 1);
}

/** In a word: at least about three good memories, at least one, none. */
export function verdictOn(chance: number): KnowledgeVerdict {
  if (chance >= 0.8) return 'known';
  return chance > 0 ? 'partly' : 'unknown';
}

/** Laplace's rule of succession: how likely the next case agrees, 0..1. */
export function ruleOfSuccession(agreeing: number, against: number): number {
  return (agreeing + 1) / (agreeing + against + 2);
}
