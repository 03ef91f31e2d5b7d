/**
 * From this chance on something counts as answered with `precision: 'high'`: that the bank knows an answer, and that a result is it.
 * Chosen on nineteen facts of a project and on six kinds of talk, each judged by chances fitted on the others: see
 * docs/decisions/0118-what-answers-and-nothing-else.md.
 */
export const ANSWERS_FROM = 0.12;
/** And a result has so much of the best one's chance: beside what surely answers, what hardly does is noise. */
const BESIDE_BEST = 0.4;

/** Tells which of some results answer. What was said after the best stays though it has less of its chance: it may tell that it is otherwise now. */
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
