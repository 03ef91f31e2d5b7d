/** What tells how a sentence stands to one note; shares and cosines 0..1, the others 0 or 1 if nothing else is said. */
export const CHECK_EVIDENCE = [
  /** The cosines of the sentence to the note's sentence, and to the nearest of the questions that it answers. */
  'near text',
  'near question',
  /** The share of the sentence's words that the note has, or comes near to. */
  'words held',
  /** The same share where the sentence denies and the note does not, else 0. */
  'flat denial',
  /** Whether the note has given way or is doubtful. */
  'gone',
  /** The share of what the sentence claims that the note's value has; the share of the value that the sentence has. */
  'claim held',
  'value met',
  /** How much more the sentence has of the note's value than of the value that took its place, -1..1; and of its numbers. */
  'rather this value',
  'rather these numbers',
  /** The share of its value that the value in its place has as well. */
  'same value',
  /** The shares of the sentence's words that the note denies, and of those of the note's value that the sentence denies. */
  'denied by note',
  'denies value',
  /** Whether both have numbers and none alike; whether the sentence has a name that the note lacks. */
  'other numbers',
  'other name',
] as const;
export type CheckEvidence = Readonly<Record<(typeof CHECK_EVIDENCE)[number], number>>;

/** What the truth of a sentence may be found to be by a note. */
export const BY_NOTE = ['true', 'outdated', 'false'] as const;
export type ByNote = (typeof BY_NOTE)[number];

/** For each, the weights of the evidence and an intercept; and the log-odds that no note tells. */
export interface CheckModel {
  readonly weights: Readonly<Record<ByNote, readonly number[]>>;
  readonly intercepts: Readonly<Record<ByNote, number>>;
  readonly unknown: number;
}
