import type { Inferred } from './conclusion.js';

/** What is held for likely of anything before something is known of it. */
const PRIOR = 0.1;
/** What memories say by themselves tells less: it need not be inferred. */
const STATED_SHARE = 0.5;

/**
 * Bits that conclusions tell beyond what was to be expected without them: the divergence of each from the prior, summed, where it raises
 * what was expected. What somebody could read in one memory counts half. The expected free energy of a direction is the negative of this
 * where all outcomes are as welcome.
 */
export function expectedInformation(conclusions: readonly Inferred[]): number {
  return conclusions.reduce(
    (sum, { sureness, inferred }) =>
      sum + (sureness <= PRIOR ? 0 : divergence(sureness) * (inferred ? 1 : STATED_SHARE)),
    0,
  );
}

/** Kullback-Leibler divergence of a chance from the prior, in bits. */
function divergence(chance: number): number {
  const part = (p: number, q: number): number => (p === 0 ? 0 : p * Math.log2(p / q));
  return part(chance, PRIOR) + part(1 - chance, 1 - PRIOR);
}
