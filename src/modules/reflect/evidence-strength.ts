/** Laplace's rule of succession: the probability that the next case agrees, 0..1. */
export function ruleOfSuccession(agreeing: number, against: number): number {
  return (agreeing + 1) / (agreeing + against + 2);
}
