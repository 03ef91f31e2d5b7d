import type { TransitionPattern } from '../../../domain/learned/transition.js';

/**
 * When a rule of the world is certain enough to become a fact. The moving average alone passes 0.95 after
 * seven consecutive hits, with a Wilson bound of only 0.59; so a number of observations and that bound are
 * required, too.
 */
export const PROMOTION = { reliability: 0.95, sightings: 20, bound: 0.75 } as const;

export function isLawful({
  reliability,
  sampleSize,
  interval: [low],
  postconditions,
}: TransitionPattern): boolean {
  return (
    postconditions.length > 0 &&
    reliability > PROMOTION.reliability &&
    sampleSize >= PROMOTION.sightings &&
    low >= PROMOTION.bound
  );
}

/** The rule in words. */
export function asFact({
  domain,
  action,
  preconditions,
  postconditions,
}: TransitionPattern): string {
  const where = domain === 'general' ? '' : `In ${domain}, `;
  const when = preconditions.length === 0 ? '' : ` when ${preconditions.join(' and ')}`;
  const text = `${where}“${action}”${when} leads to ${postconditions.join(' and ')}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
