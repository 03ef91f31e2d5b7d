/** A logistic regression over named evidence. */
export interface Logistic<Name extends string = string> {
  readonly names: readonly Name[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weights: readonly number[];
  readonly intercept: number;
}

/** Standardised evidence is clamped to this, both in fitting and in use. */
export const LIMIT = 4;

/** Evidence by name: one input row of {@link chance}. */
export type Evidence<Name extends string> = Readonly<Record<Name, number>>;

/** The fitted log-odds. */
export function logOdds<Name extends string>(
  model: Logistic<Name>,
  evidence: Evidence<Name>,
): number {
  return addedBy(model, evidence).reduce((sum, added) => sum + added, model.intercept);
}

/** What each piece of evidence adds to the log-odds, relative to its mean. */
export function addedBy<Name extends string>(
  { names, mean, scale, weights }: Logistic<Name>,
  evidence: Evidence<Name>,
): number[] {
  return names.map((name, at) => {
    const value = (evidence[name] - (mean[at] ?? 0)) / (scale[at] ?? 1);
    return (weights[at] ?? 0) * Math.max(-LIMIT, Math.min(LIMIT, value));
  });
}

/** The fitted probability, 0..1. */
export function chance<Name extends string>(
  model: Logistic<Name>,
  evidence: Evidence<Name>,
): number {
  return 1 / (1 + Math.exp(-logOdds(model, evidence)));
}
