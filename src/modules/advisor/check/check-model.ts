/** What tells how a sentence stands to one note, each 0..1 if nothing else is said. */
export const CHECK_EVIDENCE = [
  /** The cosine of the sentence to the note's, or to the nearest of the questions that it answers. */
  'near',
  /** The share of the sentence's words that the note has. */
  'words held',
  /** The share of what the sentence claims that the note's value has; the share of the value that the sentence has. */
  'claim held',
  'value met',
  /** How much more the sentence has of the note's value than of the value that took its place, -1..1. */
  'rather this value',
  /** The share of the sentence's words that the note denies. */
  'denied by note',
  /** Whether both have numbers and none alike; whether the sentence has a name that the note lacks. */
  'other numbers',
  'other name',
] as const;
export type CheckEvidence = Readonly<Record<(typeof CHECK_EVIDENCE)[number], number>>;

/** What the truth of a sentence may be found to be by a note. */
export type ByNote = 'true' | 'outdated' | 'false';

/** For each, the weights of the evidence and an intercept; and the log-odds that no note tells. */
export interface CheckModel {
  readonly weights: Readonly<Record<ByNote, readonly number[]>>;
  readonly intercepts: Readonly<Record<ByNote, number>>;
  readonly unknown: number;
}
