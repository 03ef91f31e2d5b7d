/** 2 to the power of -60 to 0. Products and sums of these give the same on every machine, unlike the runtime's own. */
const HALVES = Float64Array.from({ length: 61 }, (_, at) => 1 / powerOfTwo(at));
const LOG2 = 0.6931471805599453;

function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let at = 0; at < exponent; at++) power *= 2;
  return power;
}

/** The exponential of a number that is 0 or less; relative error below 1e-9. */
export function expOfNegative(x: number): number {
  const halvings = Math.floor(-x / LOG2 + 0.5);
  if (!(halvings < HALVES.length)) return 0;
  const rest = x + halvings * LOG2;
  let sum = 1;
  for (let term = 9; term > 0; term--) sum = 1 + (rest / term) * sum;
  return sum * (HALVES[halvings] ?? 0);
}

/** The hyperbolic tangent, from {@link expOfNegative}. */
export function tanh(x: number): number {
  const e = expOfNegative(-2 * Math.abs(x));
  const size = (1 - e) / (1 + e);
  return x < 0 ? -size : size;
}
