/**
 * Minimum probability for something to count as answered with `precision: 'high'`: both that the bank knows
 * an answer, and that a result is it. Chosen on nineteen facts of a project and six kinds of conversation,
 * each judged by probabilities fitted on the others: see
 * docs/decisions/0118-what-answers-and-nothing-else.md.
 */
export const ANSWERS_FROM = 0.12;
/**
 * A result also needs at least this share of the best one's probability: beside a near-certain answer, an
 * unlikely one is noise.
 */
const BESIDE_BEST = 0.4;

/**
 * Selects the results that answer. One said after the best stays even below that share: it may say that
 * things have changed.
 */
export function answersBeside<Result>(
  all: readonly Result[],
  chanceOf: (result: Result) => number,
  saidAt: (result: Result) => number,
): (result: Result) => boolean {
  const [first, ...others] = all;
  if (first === undefined) return () => false;
  const best = others.reduce(
    (most, each) => (chanceOf(each) > chanceOf(most) ? each : most),
    first,
  );
  const least = chanceOf(best) * BESIDE_BEST;
  return (result) =>
    chanceOf(result) >= ANSWERS_FROM &&
    (chanceOf(result) >= least || saidAt(result) > saidAt(best));
}
