/** Observations for and against a binary outcome. */
export interface Tally {
  readonly good: number;
  readonly bad: number;
}

export const NOTHING_SEEN: Tally = Object.freeze({ good: 0, bad: 0 });

/**
 * The mean of the Beta posterior whose prior has this mean and the weight of this many observations (Gelman
 * et al., Bayesian Data Analysis, section 2.4): a single observation moves it by less than 1 / (strength +
 * 1).
 */
export function posteriorMean({ good, bad }: Tally, prior: number, strength: number): number {
  return (strength * prior + good) / (strength + good + bad);
}
