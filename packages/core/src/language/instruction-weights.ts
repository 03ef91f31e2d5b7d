/** Fitted by scripts/fit-instructions.mts; one weight per piece of evidence, in logits. */
export const INSTRUCTION_WEIGHTS: readonly number[] = [
  1.626, 1.053, 1.049, 0.839, 1.978, 0.753, 1.126, 0.423, 0.952, 0.244, -0.128, 0.823, 0.397,
  -0.173, 0.341, 0.094, 1.329,
];
export const INSTRUCTION_BIAS = -6.559;
