/**
 * From this chance on something counts as answered with `precision: 'high'`: that the bank knows an answer, and that a result is it.
 * Chosen on nineteen facts of a project and on six kinds of talk, each judged by chances fitted on the others: see
 * docs/decisions/0118-what-answers-and-nothing-else.md.
 */
export const ANSWERS_FROM = 0.12;
/** And a result has so much of the best one's chance: beside what surely answers, what hardly does is noise. */
export const BESIDE_BEST = 0.4;
